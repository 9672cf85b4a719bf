// What initial stresses become in fluids. They are those of waves of the background, which may be solid; the step of
// a fluid changes its pressure alone, so that the rest of them would stay for ever, and push velocities without end.
#pragma once

#include <array>
#include <vector>

#include "drivers/problem.hpp"

namespace hermite {

class FluidStresses {
 public:
  explicit FluidStresses(const Problem& problem);

  /// Of the system's fields at a node of an array the stresses become their pressure where a fluid is there. Scalars are
  /// numbers, or series.
  template <class Scalar>
  void make_pressure(const ArraySpec& array, const std::array<long, 3>& node,
                     std::vector<Scalar>& u) const {
    if (!any_ || !is_fluid(array, node)) return;
    const auto n = static_cast<std::size_t>(problem_.grid.dimension);
    Scalar sum = u[n];
    for (std::size_t f = n + 1; f < 2 * n; ++f) sum = sum + u[f];
    for (std::size_t f = n; f < 2 * n; ++f) u[f] = sum * (1.0 / static_cast<double>(n));
    for (std::size_t f = 2 * n; f < u.size(); ++f) u[f] = u[f] * 0.0;
  }

 private:
  /// Or at one of the nodes that a shear modulus is the average of, which then is 0.
  bool is_fluid(const ArraySpec& array, const std::array<long, 3>& node) const;

  const Problem& problem_;
  bool any_ = false;
};

}  // namespace hermite
