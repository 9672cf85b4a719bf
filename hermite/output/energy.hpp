// The energy of a state,  1/2 integral sum_fg E_fg u_f u_g,  u the interpolants of its cells: by
// Gauss quadrature with 2N+2 points per cell and direction, exact for their squares.
#pragma once

#include <array>
#include <vector>

#include "hermite/output/plane_sampler.hpp"

namespace hermite {

class StateEnergy {
 public:
  /// `matrix` is E for the state's own fields, row-major. The state must outlive it.
  StateEnergy(const NodalState& state, std::vector<double> matrix);

  /// The same to the last bit for any number of threads.
  double value();

 private:
  const NodalState& state_;
  std::vector<double> matrix_;
  Stencils stencils_;
  std::array<std::vector<double>, 3> weights_;  // of the samples, widths included
  PlaneSampler sampler_;

  double row(const double* values, long row, long rows) const;
};

}  // namespace hermite
