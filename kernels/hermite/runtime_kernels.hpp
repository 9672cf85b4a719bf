#pragma once
// Kernels for CUDA that were not compiled ahead: NVRTC compiles them when they are asked for, from the
// same headers, of which the program holds the text that it was built from itself.

#include "kernels/device/nvrtc.hpp"
#include "kernels/hermite/kernel_table.hpp"

namespace hermite {

// The headers of the kernels and all that they include.
const std::vector<RuntimeHeader>& kernel_headers();
// What is compiled of a kernel, for GPUs of an architecture (90 for compute capability 9.0).
RuntimeSource runtime_source(const KernelKey& key, int architecture);

// Whether the variants of GPUs hold a key's cell; true of all other kernels.
bool fits_registers(const KernelKey& key);

// The kernel on the GPU that is in use: of an earlier call, of the cache folder, or compiled now.
const KernelEntry& runtime_kernel(const KernelKey& key);

}  // namespace hermite
