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
  int size[3];

  constexpr long count(int axis) const {
    return divide_up(box.upper[axis] - box.lower[axis], static_cast<long>(size[axis]));
  }
  constexpr long blocks() const { return count(0) * count(1) * count(2); }

  constexpr int extent(int axis, long tile) const {
    const long left = box.upper[axis] - box.lower[axis] - tile * size[axis];
    return static_cast<int>(left < size[axis] ? left : size[axis]);
  }
  // Blocks are numbered along x1 first.
  constexpr Tile tile(long index, int march_axis) const {
    const long t1 = index % count(0), rest = index / count(0);
    const long t2 = rest % count(1), t3 = rest / count(1);
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
