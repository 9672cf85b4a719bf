#pragma once
// A box in up to three parts along x: those in the lower layer across x, between the layers, in the
// upper layer. A block then lies in a layer with all its lanes or with none, and a pack of lanes asks
// once. Freestanding.

#include "kernels/device/tiling.hpp"
#include "kernels/fdtd/cpml.hpp"

namespace hermite {

struct LaneParts {
  Tiling part[3];
  long before[4] = {};  // blocks of the parts before it

  LaneParts(const CellBox& box, const int (&size)[3], const CpmlAxis& x, bool cut) {
    const long end = box.upper[0];
    long begin[4] = {box.lower[0], end, end, end};
    if (cut) {
      begin[1] = between(x.lower, begin[0], end);
      begin[2] = between(x.upper_begin, begin[1], end);
    }
    for (int p = 0; p < 3; ++p) {
      CellBox piece = box;
      piece.lower[0] = begin[p];
      piece.upper[0] = begin[p + 1];
      part[p] = Tiling(piece, size);
      before[p + 1] = before[p] + (begin[p + 1] > begin[p] ? part[p].blocks() : 0);
    }
  }
  constexpr long blocks() const { return before[3]; }
  constexpr Tile tile(long index, int march_axis) const {
    int p = 0;
    while (before[p + 1] <= index) ++p;
    return part[p].tile(index - before[p], march_axis);
  }

 private:
  static constexpr long between(long x, long least, long most) {
    return x < least ? least : x > most ? most : x;
  }
};

}  // namespace hermite
