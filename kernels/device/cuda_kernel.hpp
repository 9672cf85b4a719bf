#pragma once
// A kernel on CUDA: one thread block per block, lanes x row_threads threads, scratch in shared
// memory. Freestanding: nvcc (launch_cuda.hpp) and NVRTC compile it.

#include "kernels/device/cuda_block.hpp"
#include "kernels/device/cuda_pack_block.hpp"
#include "kernels/device/own_rows.hpp"

namespace hermite {

template <class Kernel, int pack_bytes = Kernel::pack_bytes>
struct CudaBlockOf {
  using type = CudaPackBlock<typename Kernel::Scalar, Kernel::row_threads, pack_bytes>;
};
template <class Kernel>
struct CudaBlockOf<Kernel, 0> {
  using type = CudaBlock<typename Kernel::Scalar, Kernel::row_threads>;
};
template <class Kernel>
HERMITE_DEVICE void run_block(const Kernel& kernel) {
  extern __shared__ __align__(128) double shared[];  // as the copy engine asks (box_copy.hpp)
  using T = typename Kernel::Scalar;
  typename CudaBlockOf<Kernel>::type block(blockIdx.x, reinterpret_cast<T*>(shared));
  kernel(block);
}

template <class Kernel>
constexpr KernelNeeds cuda_needs(const Kernel& kernel) {
  using T = typename Kernel::Scalar;
  using Block = typename CudaBlockOf<Kernel>::type;
  const long rows = kernel.template scratch<Block>() + kernel.template part_scratch<Block>();
  const int* tile = kernel.tiling.size;
  return {kernel.blocks(),        rows * tile[0] * static_cast<long>(sizeof(T)),
          row_threads_of(kernel), divide_up(tile[0], Block::own_lanes),
          Kernel::max_lanes,      {tile[0], tile[1], tile[2]},
          Kernel::boxes,          Kernel::writes_images};
}

}  // namespace hermite
