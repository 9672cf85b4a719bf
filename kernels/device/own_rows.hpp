#pragma once
// Kernels whose blocks on CUDA have a thread for each row of their tiling: the shape of a block is a
// run-time number in both directions, one kernel compiled serves all of them. Freestanding.

#include "kernels/device/kernel_base.hpp"

namespace hermite {

// In place of a number of row threads.
constexpr int own_rows = 0;

// A block has at most MaxThreads, lanes times rows. A thread keeps values of one row (per_item).
template <class T, int MaxThreads>
struct OwnRowsBase : KernelBase<T, own_rows, MaxThreads> {
  static constexpr int max_threads = MaxThreads;
  constexpr int thread_rows() const { return this->tiling.size[1]; }
};

template <class Kernel>
constexpr int row_threads_of(const Kernel& kernel) {
  if constexpr (Kernel::row_threads == own_rows)
    return kernel.thread_rows();
  else
    return Kernel::row_threads;
}

// What launch bounds allow for.
template <class Kernel>
constexpr int most_threads() {
  if constexpr (Kernel::row_threads == own_rows)
    return Kernel::max_threads;
  else
    return Kernel::row_threads * Kernel::max_lanes;
}

}  // namespace hermite
