#pragma once
// What a halo node is an image of, along each axis by itself:
//
//   periodic         m + nodes below, m - nodes above
//   wall, dual       -1 - m            2 nodes - 1 - m     (it lies half a cell outside node 0)
//   wall, primal     -m                2 nodes - 2 - m     (it lies on node 0)
//
// At a wall with sign w a field of parity p is mirrored into w p (-1)^j times itself, j its derivative
// along the normal. A node that lies outside along several axes is an image along each of them, so it
// has a source inside the array, and the product of the signs. Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

constexpr int max_fields = 16;

// An axis of an array. No more layers than the nodes that they are images of.
struct HaloAxis {
  long nodes = 1;
  int below = 0, above = 0;  // layers to fill
  int wall[2] = {0, 0};      // lower, upper; 0: periodic
  int on_wall = 0;           // 1 where the outermost nodes lie on the walls

  constexpr int layers() const { return below + above; }
  // The node of layer 0, 1, ...
  constexpr long node(long layer) const {
    return layer < below ? layer - below : nodes + layer - below;
  }
};

struct HaloImage {
  long node;
  int wall;  // its sign, 0 where there is none
};

constexpr HaloImage image_of(const HaloAxis& x, long m) {
  if (x.wall[0] == 0) return {m < 0 ? m + x.nodes : m - x.nodes, 0};
  if (m < 0) return {x.on_wall - 1 - m, x.wall[0]};
  return {2 * x.nodes - 1 - x.on_wall - m, x.wall[1]};
}

// Division of 0 <= n by 0 < d, n d < 2^31: a GPU has no instruction for it. With m = floor(2^31/d) + 1,
// n m / 2^31 lies above n/d by no more than n/2^31 < 1/d.
struct Divisor {
  unsigned value = 1, factor = (1u << 31) + 1;

  constexpr Divisor() = default;
  constexpr explicit Divisor(int d)
      : value(static_cast<unsigned>(d)), factor((1u << 31) / value + 1) {}
  constexpr int quotient(int n) const {
    return static_cast<int>((static_cast<unsigned long long>(n) * factor) >> 31);
  }
  constexpr int remainder(int n) const { return n - quotient(n) * static_cast<int>(value); }
};

// The signs of images that are mirrored by `wall` along each axis.
struct HaloParity {
  signed char field[max_fields][3] = {};  // of a field about a wall normal to the axis
  Divisor derivatives;                    // per direction, n
  Divisor step[3];  // of entries from one derivative along an axis to the next

  HERMITE_DEVICE int of_field(const int (&wall)[3], int f) const {
    int sign = 1;
    HERMITE_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      if (wall[axis] != 0) sign *= wall[axis] * field[f][axis];
    return sign;
  }
  HERMITE_DEVICE int of_entry(const int (&wall)[3], int entry) const {
    int odd = 0;
    HERMITE_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      if (wall[axis] != 0) odd += derivatives.remainder(step[axis].quotient(entry));
    return odd % 2 == 0 ? 1 : -1;
  }
};

}  // namespace hermite
