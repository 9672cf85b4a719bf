#pragma once
// The exact cost of a kernel, by running its source in the counting block (of its portable form,
// where it is for CUDA only).

#include "kernels/hermite/kernel_table.hpp"

namespace hermite {

// Per cell, for the block size and options in the arguments. Sharing between lanes of a row is the
// same for any number of them, so two are counted.
Counts cost_per_cell(const KernelKey& key, StepArguments arguments);

}  // namespace hermite
