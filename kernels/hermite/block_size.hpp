#pragma once
// How many cells a block gets where the case leaves it open.

#include "hermite/core/case.hpp"
#include "kernels/device/device.hpp"
#include "kernels/hermite/kernel_table.hpp"

namespace hermite {

// Cells per block along x1, along x2 and along the march; 0: to be chosen.
struct BlockSize {
  int lanes = 0, rows = 0, planes = 0;
};

// Whether a kernel shares planes along the last axis.
bool marches(KernelId id);
// Whether its blocks own several rows of cells in x2; those of the monolithic march own one.
bool shares_rows(KernelId id, int dimension);
// Whether its blocks are a box of cells that the case cannot choose, but for the planes of a march.
bool has_fixed_box(KernelId id);
// Whether it can write the periodic images of its cells too, which spares the halo's own kernel.
bool can_write_images(KernelId id);

// Fills in what is 0. The arguments' box and order must be set; a size that cannot launch is
// refused with the reason.
BlockSize choose_block_size(const KernelEntry& entry, const StepArguments& arguments,
                            BlockSize wanted, const Device& device);

}  // namespace hermite
