#pragma once
// What the kernels of either scheme are told where a half step is launched on a part of its cells.

#include <algorithm>

#include "kernels/device/tiling.hpp"

namespace hermite {

inline bool is_empty(const CellBox& box) {
  for (int axis = 0; axis < 3; ++axis)
    if (box.upper[axis] <= box.lower[axis]) return true;
  return false;
}

// A box is given in nodes of the first field that is written; where it reaches the end of these, the
// others go to their own. It is never cut along x, at whose ends Yee's kernels take `nodes` for the walls.
template <class Arguments>
void restrict_to(Arguments& a, const CellBox& box, int first) {
  for (int axis = 0; axis < 3; ++axis) {
    a.box.lower[axis] = box.lower[axis];
    if (box.upper[axis] >= a.nodes[first][axis]) continue;
    a.box.upper[axis] = box.upper[axis];
    for (auto& nodes : a.nodes) nodes[axis] = std::min(nodes[axis], box.upper[axis]);
  }
}

}  // namespace hermite
