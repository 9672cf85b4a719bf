#include "hermite/grid/grid.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"

namespace hermite {

double Grid::h_max() const {
  double widest = 0;
  for (int axis = 0; axis < dimension; ++axis) widest = std::max(widest, h(axis));
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
  for (size_t axis = 0; axis < size_t(input.dimension); ++axis)
    grid.cells[axis] = input.grid.cells[axis];
  return grid;
}

double courant_rate(const Grid& grid, const std::array<double, 3>& speeds) {
  double rate = 0;
  for (int axis = 0; axis < grid.dimension; ++axis) {
    rate = std::max(rate, std::abs(speeds[size_t(axis)]) / grid.h(axis));
  }
  return rate;
}

TimeSteps choose_steps(double final, double courant, double rate) {
  constexpr double slack = 1e-9;
  constexpr double most_steps = 1e15;
  const double wanted = final * rate / (courant * (1 + slack));
  if (!(wanted < most_steps)) {
    std::ostringstream text;
    text << "time.final: found " << final << ", which takes " << wanted << " time steps, allowed "
         << most_steps << ": take a smaller one, fewer grid.cells or a larger method.courant";
    throw Error(Exit::bad_case, text.str());
  }
  const long steps = std::max(1L, long(std::ceil(wanted)));
  const double dt = final / double(steps);
  return {steps, dt, dt * rate};
}

}  // namespace hermite
