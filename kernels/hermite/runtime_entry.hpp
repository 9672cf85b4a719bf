#pragma once
// What NVRTC compiles of a kernel, RuntimeKernel, which the text before this header names, as it does
// runtime_min_blocks, the blocks that a multiprocessor's registers must suffice for: the kernel, and a
// setup kernel of one thread that does what the host does where nvcc has told it the kernel's
// type. Freestanding.

#include "kernels/device/cuda_kernel.hpp"
#include "kernels/hermite/prepared.hpp"

extern "C" __global__ void __launch_bounds__(
    hermite::RuntimeKernel::row_threads* hermite::RuntimeKernel::max_lanes,
    hermite::runtime_min_blocks)
    hermite_run(const __grid_constant__ hermite::RuntimeKernel kernel) {
  hermite::run_block(kernel);
}

extern "C" __global__ void hermite_prepare(const __grid_constant__ hermite::StepArguments arguments,
                                           hermite::Prepared* prepared) {
  static_assert(sizeof(hermite::RuntimeKernel) <= sizeof prepared->object);
  const auto* kernel =
      ::new (static_cast<void*>(prepared->object)) hermite::RuntimeKernel(arguments);
  prepared->needs = hermite::cuda_needs(*kernel);
  prepared->bytes = sizeof *kernel;
}
