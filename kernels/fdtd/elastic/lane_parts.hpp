#pragma once
// A box in up to three parts along x: those in the lower layer across x, between the layers, in the
// upper layer. A block then lies in a layer with all its lanes or with none, and a pack of lanes asks
// once. Blocks of the same rows follow each other, so that the caches see whole rows. Freestanding.

#include "kernels/device/tiling.hpp"
#include "kernels/fdtd/cpml.hpp"

namespace hermite {

struct LaneParts {
  Tiling whole;
  long begin[4] = {};  // of the parts
  long tiles[4] = {};  // along x, of the parts before it

  LaneParts(const CellBox& box, const int (&size)[3], const CpmlAxis& x, bool cut)
      : whole(box, size) {
    const long lower = box.lower[0], upper = box.upper[0];
    begin[0] = lower;
    begin[1] = cut ? between(x.lower, lower, upper) : lower;
    begin[2] = cut ? between(x.upper_begin, begin[1], upper) : upper;
    begin[3] = upper;
    for (int p = 0; p < 3; ++p)
      tiles[p + 1] = tiles[p] + divide_up(begin[p + 1] - begin[p], static_cast<long>(size[0]));
  }
  constexpr long blocks() const { return tiles[3] * whole.count[1] * whole.count[2]; }
  // GPUs, whose lanes ask for themselves, have one part, and no instruction that divides.
  template <class Block>
  constexpr Tile tile(long index, int march_axis) const {
    if (!Block::in_order) return whole.tile(index, march_axis);
    if (begin[1] == begin[0] && begin[2] == begin[3]) return whole.tile(index, march_axis);
    const long along = index % tiles[3];
    Tile tile = whole.tile(index / tiles[3] * whole.count[0], march_axis);
    int p = 0;
    while (tiles[p + 1] <= along) ++p;
    tile.begin[0] = begin[p] + (along - tiles[p]) * whole.size[0];
    const long left = begin[p + 1] - tile.begin[0];
    tile.lanes = static_cast<int>(left < whole.size[0] ? left : whole.size[0]);
    return tile;
  }

 private:
  static constexpr long between(long x, long least, long most) {
    return x < least ? least : x > most ? most : x;
  }
};

}  // namespace hermite
