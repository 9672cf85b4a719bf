#pragma once
// What a kernel may write of the values between the last node of a row along x1 and the first of the next,
// beside the images that it is asked for: memory takes whole sectors twice as fast as parts of them.
//
//   | ... M-1|h h . . . . -1|0 1 ...        gap: halo above, padding, the next row's halo below

#include <algorithm>

#include "kernels/device/portable.hpp"

namespace hermite {

struct RowGap {
  long row_end;      // lanes up to this node write what they like
  int below, above;  // images

  // Of rows of `nodes` nodes, `pitch` values from one to the next, with at least these images.
  RowGap(long nodes, long pitch, int least_below, int least_above, long sector)
      : row_end(divide_up(nodes, sector) * sector), below(least_below), above(least_above) {
    const long gap = pitch - nodes;
    if (above > 0) {
      const long whole = divide_up(nodes + above, sector) * sector - nodes;
      above = static_cast<int>(std::min(whole, gap - below));
      row_end = nodes;
    }
    if (below == 0) return;
    below = static_cast<int>(std::min(sector, gap - above));
    row_end = std::min(row_end, pitch - below);
  }
};

}  // namespace hermite
