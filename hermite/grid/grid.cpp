#include "hermite/grid/grid.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/grid/grading.hpp"

namespace hermite {

double Grid::corner(int axis, long index) const {
  const std::vector<double>& x = corners[std::size_t(axis)];
  const long last = long(x.size()) - 1, inside = std::clamp(index, 0L, last);
  if (index < 0) return x[0] + double(index) * (x[1] - x[0]);
  return x[size_t(inside)] + double(index - inside) * (x[size_t(last)] - x[size_t(last - 1)]);
}

double Grid::graded_spacing(int axis, long index, Stagger stagger) const {
  if (stagger == Stagger::dual) return corner(axis, index + 1) - corner(axis, index);
  const long last = cells[std::size_t(axis)];
  const auto side = [&](long cell) { return corner(axis, cell + 1) - corner(axis, cell); };
  const long before = index > 0 ? index - 1 : periodic(axis) ? last - 1 : 0;
  const long after = index < last ? index : periodic(axis) ? 0 : last - 1;
  return (side(before) + side(after)) / 2;
}

long Grid::graded_nearest(int axis, double x, Stagger stagger) const {
  const long nodes = cells[std::size_t(axis)] + (stagger == Stagger::primal ? 1 : 0);
  long below = 0, above = nodes - 1;  // x lies between them, or beyond an end
  while (above - below > 1) {
    const long middle = (below + above) / 2;
    (node(axis, middle, stagger) <= x ? below : above) = middle;
  }
  return x - node(axis, below, stagger) < node(axis, above, stagger) - x ? below : above;
}

double Grid::h_min(int axis) const {
  if (!graded(axis)) return h(axis);
  double narrowest = spacing(axis, 0, Stagger::dual);
  for (long cell = 1; cell < cells[std::size_t(axis)]; ++cell)
    narrowest = std::min(narrowest, spacing(axis, cell, Stagger::dual));
  return narrowest;
}

double Grid::h_max() const {
  double widest = 0;
  for (int axis = 0; axis < dimension; ++axis) {
    widest = std::max(widest, h(axis));
    for (long cell = 0; graded(axis) && cell < cells[std::size_t(axis)]; ++cell)
      widest = std::max(widest, spacing(axis, cell, Stagger::dual));
  }
  return widest;
}

Domain make_domain(const Case& input, const std::array<std::array<int, 2>, 3>& wall) {
  Domain domain;
  domain.dimension = input.dimension;
  domain.wall = wall;
  for (size_t axis = 0; axis < size_t(input.dimension); ++axis) {
    domain.lower[axis] = input.grid.lower[axis];
    domain.upper[axis] = input.grid.upper[axis];
  }
  return domain;
}

Grid make_grid(const Case& input, const Domain& domain) {
  Grid grid;
  grid.dimension = domain.dimension;
  grid.lower = domain.lower;
  grid.upper = domain.upper;
  grid.wall = domain.wall;
  for (size_t axis = 0; axis < size_t(input.dimension); ++axis) {
    grid.cells[axis] = input.grid.cells[axis];
    const auto& segments = input.grid.segments[axis];
    if (!segments.empty())
      grid.corners[axis] = graded_corners(read_segments(segments, int(axis)), grid.cells[axis],
                                          grid.lower[axis], grid.upper[axis], int(axis));
  }
  return grid;
}

double courant_rate(const Grid& grid, const std::array<double, 3>& speeds) {
  double rate = 0;
  for (int axis = 0; axis < grid.dimension; ++axis) {
    rate = std::max(rate, std::abs(speeds[size_t(axis)]) / grid.h(axis));
  }
  return rate;
}

TimeSteps choose_steps(double final, double courant, double rate, long asked) {
  constexpr double slack = 1e-9;
  constexpr double most_steps = 1e15;
  const double wanted = final * rate / (courant * (1 + slack));
  if (!(wanted < most_steps)) {
    std::ostringstream text;
    text << "time.final: found " << final << ", which takes " << wanted << " time steps, allowed "
         << most_steps << ": take a smaller one, fewer grid.cells or a larger method.courant";
    throw Error(Exit::bad_case, text.str());
  }
  const long least = std::max(1L, long(std::ceil(wanted)));
  if (asked > 0 && asked < least)
    throw Error(Exit::bad_case, "time.steps: found " + std::to_string(asked) + ", allowed " +
                                    std::to_string(least) +
                                    " or more, which method.courant takes to time.final, or 0");
  const long steps = std::max(least, asked);
  const double dt = final / double(steps);
  return {steps, dt, dt * rate};
}

}  // namespace hermite
