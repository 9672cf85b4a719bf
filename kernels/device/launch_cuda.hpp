#pragma once
// Runs a kernel that nvcc compiled. For .cu files.

#include "kernels/device/cuda_api.hpp"
#include "kernels/device/cuda_kernel.hpp"

namespace hermite {

template <class Kernel>
__global__ void __launch_bounds__(most_threads<Kernel>(), Kernel::min_blocks)
    run_kernel(const __grid_constant__ Kernel kernel) {
  run_block(kernel);
}

template <class Kernel>
void launch_cuda(const Kernel& kernel, cudaStream_t stream) {
  const KernelNeeds needs = cuda_needs(kernel);
  if (needs.blocks == 0) return;
  if (needs.scratch_bytes > 48 * 1024)
    check_cuda(cudaFuncSetAttribute(run_kernel<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(needs.scratch_bytes)),
               "asking for shared memory");
  const dim3 threads(static_cast<unsigned>(needs.lane_threads),
                     static_cast<unsigned>(needs.row_threads));
  run_kernel<<<static_cast<unsigned>(needs.blocks), threads,
               static_cast<std::size_t>(needs.scratch_bytes), stream>>>(kernel);
  check_cuda(cudaGetLastError(), "launching a kernel");
}

}  // namespace hermite
