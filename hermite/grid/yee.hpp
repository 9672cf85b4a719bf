// Where the components of Yee's grid lie: E_a at the middle of an edge along a, H_a at the middle of a
// face normal to a.
//
//          E_a                          H_a
//   along a: half, else integer   along a: integer, else half
#pragma once

#include "hermite/grid/grid.hpp"

namespace hermite {

/// Of Ex Ey Ez Hx Hy Hz, numbered 0 to 5.
inline Staggering yee_staggering(int field) {
  Staggering s;
  for (int axis = 0; axis < 3; ++axis)
    s.along[std::size_t(axis)] =
        (field % 3 == axis) == (field < 3) ? Stagger::dual : Stagger::primal;
  return s;
}

/// Whether a node lies on an electric wall across the axis. There what has this staggering along it, E along the wall
/// and H across it, is 0 and stays so; but on a wall that absorbs, of which the caller knows.
inline bool on_electric_wall(const Grid& grid, int axis, long node, Stagger along) {
  return along == Stagger::primal && grid.on_wall(axis, node, 1);
}

}  // namespace hermite
