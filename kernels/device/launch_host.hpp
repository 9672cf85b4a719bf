#pragma once
// Runs a kernel on the host: its blocks on OpenMP threads, each thread with scratch of its own.

#include "kernels/device/host_block.hpp"

namespace hermite {

template <class Kernel>
using HostBlockOf = HostBlock<typename Kernel::Scalar, Kernel::pack_by_pack>;

// The most lanes of a block, and a kernel with blocks that have no more.
template <class Kernel>
constexpr int most_lanes_host() {
  return Kernel::pack_by_pack ? pack_lanes<typename Kernel::Scalar> : 1 << 20;
}
template <class Kernel>
Kernel host_tiled(Kernel kernel) {
  int& lanes = kernel.tiling.size[0];
  if (lanes > most_lanes_host<Kernel>()) lanes = most_lanes_host<Kernel>();
  return kernel;
}

template <class Kernel>
long scratch_bytes_host(const Kernel& kernel) {
  using T = typename Kernel::Scalar;
  return static_cast<long>(kernel.template scratch<HostBlockOf<Kernel>>()) *
         HostBlockOf<Kernel>::padded(kernel.tiling.size[0]) * static_cast<long>(sizeof(T));
}

template <class Kernel>
void launch_host(const Kernel& any, int threads, bool stream = false) {
  const Kernel kernel = host_tiled(any);
  const long blocks = kernel.tiling.blocks();
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
      HostBlockOf<Kernel> block(index, kernel.tiling.size[0], scratch, stream);
      kernel(block);
    }
    if (stream) finish_streams();
  }
}

}  // namespace hermite
