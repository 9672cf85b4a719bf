#pragma once
// How large a step of either scheme may be.

#include <cmath>

#include "hermite/grid/grid.hpp"

namespace hermite {

// The largest dt is courant / rate: rate = c sqrt(1/dx^2 + 1/dy^2 + 1/dz^2) with the least dx, dy, dz: on
// graded axes too, since the square of a difference is at most 2 (1/h + 1/h') u^2 for a value between cells
// h and h', whose own length is (h + h')/2, and 4/(h h') is at most 4 over the square of the lesser.
inline double fdtd_rate(const Grid& grid, double fastest) {
  double sum = 0;
  for (int axis = 0; axis < grid.dimension; ++axis)
    sum += 1 / (grid.h_min(axis) * grid.h_min(axis));
  return fastest * std::sqrt(sum);
}

}  // namespace hermite
