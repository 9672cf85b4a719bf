#pragma once
// How the shift (shift_registers.hpp) is spread over the warps of a block. Freestanding.

#include "kernels/device/sectors.hpp"

namespace hermite {

// How the shift of cells of n^3 values is spread over a block of warps.
struct ShiftSplit {
  int slices;      // threads per cell, a divisor of n
  int wide, rows;  // of 32 cells: along x1, along x2
  int min_blocks;  // on a multiprocessor
  int room;  // of what a warp hands on, beyond its 32 cells: for their neighbours, two at least
};
constexpr ShiftSplit shift_split(int points, int n, int bytes) {
  ShiftSplit split{1, 1, 1, 1, points > 3 ? points - 1 : 2};
  const auto registers = [&] { return points * n * n * n / split.slices * bytes / 4 + 40; };
  // Of two steps the sums are more and all else is as it was: the compiler keeps to 168 there as well.
  const int most = points > 3 ? 176 : 150;
  while (split.slices < n && (n % split.slices != 0 || registers() > most)) ++split.slices;
  // Each of the four parts of a multiprocessor holds 3 warps of up to 168 registers. Light cells leave
  // room for more, and for wide rows: what ends and sides of a block share with others is read by each, and
  // it is the way to the second-level cache that binds.
  int warps = 12;
  if (n == 2) {
    split.wide = 5;
    warps = 65536 / (32 * registers());
    if (warps > 32) warps = 32;
  }
  split.rows = warps / (split.slices * split.wide);
  const auto scratch = [&] {
    const int cells_x = 32 * split.wide, nodes_x = box_width(cells_x + points - 1, bytes);
    return n * n * n * bytes *
           (2 * (split.rows + points - 1) * nodes_x +
            split.rows * (cells_x + split.room * split.wide));
  };
  while (split.rows > 1 && scratch() > 224 * 1024) --split.rows;
  const int threads = 32 * split.wide * split.rows * split.slices;
  split.min_blocks = 65536 / (threads * registers());
  if (split.min_blocks == 0) split.min_blocks = 1;
  return split;
}

}  // namespace hermite
