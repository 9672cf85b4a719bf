#pragma once
// Blocks of packs on a GPU (cuda_pack_block.hpp).

#include "kernels/device/portable.hpp"

namespace hermite {

// Threads of a block along a row of nodes: a warp, or half of one where that leaves fewer of them without
// nodes at the row's end. Tight rows (kernel.rows) begin within a line of the caches, and blocks beside each other
// share lines, which costs more than all that blocks of several rows share: their blocks have all of a row, or equal
// parts of it. (Yee's scheme on an H200, 400^3 cells: 6 % longer than with rows of whole lines; in blocks as those
// have 20 %.)
constexpr int row_threads(long nodes, int pack, bool tight) {
  const long threads = divide_up(nodes, long{pack});
  if (threads <= 32) return static_cast<int>(threads);
  if (tight) return static_cast<int>(divide_up(threads, divide_up(threads, 128L)));
  return divide_up(threads, 16L) % 2 == 0 ? 32 : 16;
}

}  // namespace hermite
