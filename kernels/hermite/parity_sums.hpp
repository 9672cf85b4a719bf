#pragma once
// What the parity classes (hermite/method/parity_blocks.hpp) multiply: the nodes at the corners of a cell, added and
// subtracted along each axis. Of two cells one above the other, and one entry of their nodes. Host (tests) and CUDA.
// Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

// Bit a: whether entry e of n^3 is odd along axis a.
constexpr int parity_of_entry(int n, int e) {
  return e % n % 2 + e / n % n % 2 * 2 + e / n / n % 2 * 4;
}

// 1, or -1 where the lower corner is subtracted for what is even along an axis, which is where `odd` has its bit.
template <class T>
HERMITE_DEVICE T parity_sign(int odd, int axis) {
  return (odd >> axis & 1) == 0 ? T(1) : T(-1);
}

// Of the first of two kinds what is even along the axis, of the second what is odd.
template <class T>
HERMITE_DEVICE T add_corners(int kind, T sign, T lower, T upper) {
  return kind == 0 ? upper + sign * lower : upper - sign * lower;
}

// Nodes at the corners of both cells, [z][y][x].
template <class T>
using CornerNodes = T[3][2][2];
// Nodes lie StepY and StepZ apart, and side by side along x1.
template <int StepY, int StepZ, class T>
HERMITE_DEVICE void read_corners(const T* s, CornerNodes<T>& r_node) {
  HERMITE_UNROLL
  for (int v = 0; v < 12; ++v)
    r_node[v / 4][v / 2 % 2][v % 2] = s[v / 4 * StepZ + v / 2 % 2 * StepY + v % 2];
}

// r_sum: of both cells the sums of `Classes` classes that follow each other, 8, or 4 of one kind along x3, or 2 of one
// kind along x2 as well, or a single one; the signs say of which.
template <int Classes, class T, class Sum>
HERMITE_DEVICE void sums_of_corners(const CornerNodes<T>& r_node, const T (&sign)[3],
                                    Sum (&r_sum)[2][Classes]) {
  constexpr int kinds_x = Classes >= 2 ? 2 : 1, kinds_y = Classes >= 4 ? 2 : 1;
  if constexpr (Classes == 8) {  // first along x1 and x2, where the cells share sums
    HERMITE_UNROLL
    for (int v = 0; v < 4; ++v) {
      T r_level[3];
      HERMITE_UNROLL
      for (int z = 0; z < 3; ++z)
        r_level[z] = add_corners(v / 2, sign[1],
                                 add_corners(v % 2, sign[0], r_node[z][0][0], r_node[z][0][1]),
                                 add_corners(v % 2, sign[0], r_node[z][1][0], r_node[z][1][1]));
      HERMITE_UNROLL
      for (int kind = 0; kind < 2; ++kind) {
        r_sum[0][kind * 4 + v] = add_corners(kind, sign[2], r_level[0], r_level[1]);
        r_sum[1][kind * 4 + v] = add_corners(kind, sign[2], r_level[1], r_level[2]);
      }
    }
  } else {  // first along x3, of which there is one kind
    HERMITE_UNROLL
    for (int k = 0; k < 2; ++k) {
      T r_plane[2][2];
      HERMITE_UNROLL
      for (int v = 0; v < 4; ++v)
        r_plane[v / 2][v % 2] =
            add_corners(0, sign[2], r_node[k][v / 2][v % 2], r_node[k + 1][v / 2][v % 2]);
      HERMITE_UNROLL
      for (int y = 0; y < kinds_y; ++y) {
        const T lower = add_corners(y, sign[1], r_plane[0][0], r_plane[1][0]),
                upper = add_corners(y, sign[1], r_plane[0][1], r_plane[1][1]);
        HERMITE_UNROLL
        for (int x = 0; x < kinds_x; ++x)
          r_sum[k][y * kinds_x + x] = add_corners(x, sign[0], lower, upper);
      }
    }
  }
}

}  // namespace hermite
