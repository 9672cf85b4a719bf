#pragma once
// Runs a kernel on CUDA: one thread block per block, lanes x row_threads threads, scratch in shared
// memory. For .cu files.

#include "kernels/device/cuda_api.hpp"
#include "kernels/device/cuda_block.hpp"

namespace hermite {

template <class Kernel>
__global__ void __launch_bounds__(Kernel::row_threads* Kernel::max_lanes, Kernel::min_blocks)
    run_kernel(const __grid_constant__ Kernel kernel) {
  extern __shared__ double shared[];
  using T = typename Kernel::Scalar;
  CudaBlock<T, Kernel::row_threads> block(blockIdx.x, reinterpret_cast<T*>(shared));
  kernel(block);
}

template <class Kernel>
long scratch_bytes_cuda(const Kernel& kernel) {
  using T = typename Kernel::Scalar;
  using Block = CudaBlock<T, Kernel::row_threads>;
  const long rows = kernel.template scratch<Block>() + kernel.template part_scratch<Block>();
  return rows * kernel.tiling.size[0] * static_cast<long>(sizeof(T));
}

template <class Kernel>
void launch_cuda(const Kernel& kernel, cudaStream_t stream) {
  const long blocks = kernel.tiling.blocks();
  if (blocks == 0) return;
  const long bytes = scratch_bytes_cuda(kernel);
  if (bytes > 48 * 1024)
    check_cuda(cudaFuncSetAttribute(run_kernel<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "asking for shared memory");
  const dim3 threads(static_cast<unsigned>(kernel.tiling.size[0]), Kernel::row_threads);
  run_kernel<<<static_cast<unsigned>(blocks), threads, static_cast<std::size_t>(bytes), stream>>>(
      kernel);
  check_cuda(cudaGetLastError(), "launching a kernel");
}

}  // namespace hermite
