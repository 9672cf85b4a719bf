#pragma once
// What a launch asks of a kernel, apart from scratch<Block>() and operator()(Block&): its
// arithmetic, its cells cut into tiles, and on CUDA the shape of a block. Freestanding.

#include "kernels/device/tiling.hpp"

namespace hermite {

// RowThreads rows at a time; MaxLanes is the most that launch bounds allow for.
template <class T, int RowThreads, int MaxLanes>
struct KernelBase {
  using Scalar = T;
  static constexpr int row_threads = RowThreads;
  static constexpr int max_lanes = MaxLanes;
  // On the host a block's lanes are cut into packs, and the whole kernel runs for one after the
  // other: for kernels whose scratch is read many times, so that it stays in the caches.
  static constexpr bool pack_by_pack = false;

  Tiling tiling;
};

}  // namespace hermite
