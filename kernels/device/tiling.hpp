#pragma once
// Which cells a launch updates, and which of them a block owns. Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

// Cells to update: nodes of the grid that is written, upper ends exclusive.
struct CellBox {
  long lower[3] = {0, 0, 0};
  long upper[3] = {1, 1, 1};
};

// A block's cells.
struct Tile {
  long begin[3];
  int lanes;   // along x1
  int rows;    // along x2
  int planes;  // along the last axis, for schedules that march
};

struct Tiling {
  CellBox box;
  int size[3] = {};
  long count[3] = {};  // of tiles along an axis

  constexpr Tiling() = default;
  constexpr Tiling(const CellBox& cells, const int (&sizes)[3]) : box(cells) {
    for (int a = 0; a < 3; ++a) {
      size[a] = sizes[a];
      count[a] = divide_up(box.upper[a] - box.lower[a], static_cast<long>(size[a]));
    }
  }
  constexpr long blocks() const { return count[0] * count[1] * count[2]; }

  constexpr int extent(int axis, long tile) const {
    const long left = box.upper[axis] - box.lower[axis] - tile * size[axis];
    return static_cast<int>(left < size[axis] ? left : size[axis]);
  }
  // Blocks are numbered along x1 first.
  constexpr Tile tile(long index, int march_axis) const {
    // A GPU has no instruction that divides, and CUDA no more blocks than 32 bits hold.
#if defined(__CUDA_ARCH__)
    using Number = unsigned;
#else
    using Number = long;
#endif
    const auto number = static_cast<Number>(index), count1 = static_cast<Number>(count[0]),
               count2 = static_cast<Number>(count[1]);
    const long t1 = number % count1, t2 = number / count1 % count2, t3 = number / count1 / count2;
    const long t[3] = {t1, t2, t3};
    Tile tile{};
    for (int a = 0; a < 3; ++a) tile.begin[a] = box.lower[a] + t[a] * size[a];
    tile.lanes = extent(0, t1);
    tile.rows = march_axis == 1 ? 1 : extent(1, t2);
    tile.planes = march_axis == 0 ? 1 : extent(march_axis, t[march_axis]);
    return tile;
  }
};

}  // namespace hermite
