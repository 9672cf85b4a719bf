#include "kernels/fdtd/maxwell/shell.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/fdtd/half_step_box.hpp"

namespace hermite {

std::vector<CellBox> around(const CellBox& box, const CellBox& hole) {
  if (is_empty(hole)) return {box};
  std::vector<CellBox> parts;
  CellBox left = box;
  for (const int axis : {2, 1, 0}) {
    CellBox below = left, above = left;
    below.upper[axis] = left.lower[axis] = hole.lower[axis];
    above.lower[axis] = left.upper[axis] = hole.upper[axis];
    for (const CellBox& part : {below, above})
      if (!is_empty(part)) parts.push_back(part);
  }
  return parts;
}

long cells_of(const CellBox& box) {
  long cells = 1;
  for (int axis = 0; axis < 3; ++axis) cells *= std::max(0L, box.upper[axis] - box.lower[axis]);
  return cells;
}

std::string percent_of(const CellBox& core, const CellBox& all) {
  const double part = static_cast<double>(cells_of(core)) / static_cast<double>(cells_of(all));
  return std::to_string(std::lround(100 * part)) + " % of the cells";
}

}  // namespace hermite
