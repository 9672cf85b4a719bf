#pragma once
// Which kernels a case's pipeline and variant name, and what it may say about them.

#include <optional>

#include "kernels/hermite/launcher.hpp"

namespace hermite {

// The kernels of a pipeline's first stage, by variant; its others share the same. Those of matrix and registers
// are of GPUs, and of some orders only. What a pipeline has none of is named by the one before.
struct FirstKernels {
  const char* pipeline;
  KernelId literal, march, matrix, registers;
};
const FirstKernels& first_kernels(const std::string& pipeline);
// The other kernel of two-kernel, which takes what the first one has reconstructed.
KernelId second_kernel(KernelId first);
// The one that takes two steps at once where this takes one of full-step.
KernelId two_steps_kernel(KernelId full_step);
KernelId first_kernel(const std::string& pipeline, bool march);

// The kernel of GPUs that a solver's first stage takes, if any: that of the case's variant, or of itself the
// fastest there is, unless the case chooses a block. Refuses in words what the case's variant cannot do.
std::optional<KernelId> gpu_kernel(const Case::Kernel& kernel, const Common& common);
// The variant that a kernel is of.
std::string variant_of(KernelId id);

// Throws Error (bad case) where the case sets a key of the section kernel that its pipeline and
// variant do not read.
void refuse_idle_keys(const Case::Kernel& kernel, int dimension);
// And where a block that the case asks for is larger than the grid. Of tuned ones, which may come from a
// larger grid, as much is taken as there is (choose_block_size).
void refuse_large_blocks(const Case::Kernel& kernel, const Grid& grid);

}  // namespace hermite
