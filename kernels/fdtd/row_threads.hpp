#pragma once
// Blocks of packs on a GPU (cuda_pack_block.hpp).

#include "kernels/device/portable.hpp"

namespace hermite {

// Threads of a block along a row of nodes: a warp, or half of one where that leaves fewer of them without
// nodes at the row's end.
constexpr int row_threads(long nodes, int pack) {
  const long threads = divide_up(nodes, long{pack});
  if (threads <= 32) return static_cast<int>(threads);
  return divide_up(threads, 16L) % 2 == 0 ? 32 : 16;
}

}  // namespace hermite
