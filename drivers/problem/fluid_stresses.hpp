// What initial stresses become in fluids. They are those of waves of the background, which may be solid; the step of
// a fluid changes its pressure alone, so that the rest of them would stay for ever, and push velocities without end.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "drivers/problem/problem.hpp"
#include "kernels/fdtd/elastic/node_averages.hpp"

namespace hermite {

class FluidStresses {
 public:
  explicit FluidStresses(const Problem& problem);

  /// Of the system's fields where one of the stresses lies, at a node of its array, these become their pressure if the
  /// scheme's shear modulus is 0 there. Scalars are numbers, or series.
  template <class Scalar>
  void make_pressure(const ArraySpec& array, const std::array<long, 3>& node,
                     std::vector<Scalar>& u) const {
    if (!is_fluid(array.first_field, node)) return;
    const auto n = static_cast<std::size_t>(media_->grid().dimension);
    Scalar sum = u[n];
    for (std::size_t f = n + 1; f < 2 * n; ++f) sum = sum + u[f];
    for (std::size_t f = n; f < 2 * n; ++f) u[f] = sum * (1.0 / static_cast<double>(n));
    for (std::size_t f = 2 * n; f < u.size(); ++f) u[f] = u[f] * 0.0;
  }

 private:
  bool is_fluid(int field, const std::array<long, 3>& node) const;

  std::unique_ptr<NodeMedia> media_;  // none where there is no fluid
};

}  // namespace hermite
