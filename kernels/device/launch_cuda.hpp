#pragma once
// Runs a kernel that nvcc compiled. For .cu files.

#include "kernels/device/cuda_api.hpp"
#include "kernels/device/cuda_kernel.hpp"
#include "kernels/device/cuda_library.hpp"
#include "kernels/device/kernel_facts.hpp"

namespace hermite {

template <class Kernel>
__global__ void __launch_bounds__(most_threads<Kernel>(), Kernel::min_blocks)
    run_kernel(const __grid_constant__ Kernel kernel) {
  run_block(kernel);
}

template <class Kernel>
void launch_cuda(const Kernel& kernel, cudaStream_t stream) {
  const KernelNeeds needs = cuda_needs(kernel);
  void* arguments[] = {const_cast<Kernel*>(&kernel)};  // which is copied
  cuda_launch(reinterpret_cast<const void*>(&run_kernel<Kernel>),
              {needs.blocks, needs.lane_threads, needs.row_threads, needs.scratch_bytes}, arguments,
              stream);
}

template <class Kernel>
KernelFacts cuda_facts_of(const Kernel& kernel) {
  const KernelNeeds needs = cuda_needs(kernel);
  return cuda_kernel_facts(reinterpret_cast<const void*>(&run_kernel<Kernel>),
                           needs.lane_threads * needs.row_threads, needs.scratch_bytes);
}

}  // namespace hermite
