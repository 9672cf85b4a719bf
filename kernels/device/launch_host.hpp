#pragma once
// Runs a kernel on the host: its blocks on OpenMP threads, each thread with scratch of its own.

#include "kernels/device/host_block.hpp"

namespace hermite {

template <class Kernel>
long scratch_bytes_host(const Kernel& kernel) {
  using T = typename Kernel::Scalar;
  using Block = HostBlock<T>;
  const long rows = kernel.template scratch<Block>(), parts = kernel.template part_scratch<Block>();
  return (rows * Block::padded(kernel.tiling.size[0]) +
          parts * pack_lanes<T>)*static_cast<long>(sizeof(T));
}

template <class Kernel>
void launch_host(const Kernel& kernel, int threads, bool stream = false) {
  const long blocks = kernel.blocks();
  // Chunks large enough that handing them out costs nothing, and enough of them to balance.
  const long chunk = blocks / (64L * threads) + 1;
  // A pack may be read past the end of the last row of scratch.
  const auto bytes = static_cast<std::size_t>(scratch_bytes_host(kernel) + 2 * pack_bytes);
  // No thread without a block: waking one for nothing costs more than a small grid's step.
  const int workers = static_cast<int>(blocks < threads ? blocks : threads);
#pragma omp parallel num_threads(workers)
  {
    thread_local Arena arena;
    char* scratch = arena.reserve(bytes);
#pragma omp for schedule(dynamic, chunk)
    for (long index = 0; index < blocks; ++index) {
      HostBlock<typename Kernel::Scalar> block(index, kernel.tiling.size[0], scratch, stream);
      kernel(block);
    }
    if (stream) finish_streams();
  }
}

}  // namespace hermite
