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

// Whether a kernel's blocks own several rows of cells in x2.
bool shares_rows(KernelId id, int dimension);

// Fills in what is 0. The arguments' box and order must be set; a size that cannot launch is
// refused with the reason.
BlockSize choose_block_size(const KernelEntry& entry, const StepArguments& arguments,
                            BlockSize wanted, const Device& device);

}  // namespace hermite
