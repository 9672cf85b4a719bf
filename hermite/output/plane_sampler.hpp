// Values of a state's interpolant on a tensor of points, plane by plane along the last axis, with
// two slices of nodal data in memory: the axes are contracted one after the other,
//   [i3][i2][i1] at m3, m2, m1  ->  [i2][i1] at x3, m2, m1  ->  [i1] at x3, x2, m1  ->  x3, x2, x1.
#pragma once

#include <vector>

#include "hermite/output/stencil.hpp"

namespace hermite {

class PlaneSampler {
 public:
  /// The state must outlive it.
  explicit PlaneSampler(const NodalState& state) : state_(state) {}

  long planes(const Stencils& stencils) const;
  /// Points of a plane, per field.
  long points(const Stencils& stencils) const;
  /// Values [field][s2][s1] of plane `plane`. Fastest when planes are asked for in order.
  void sample(const Stencils& stencils, long plane, double* values);
  /// Forgets the slices: the state has moved on.
  void clear() { held_[0].index = held_[1].index = -1; }

 private:
  struct Slice {
    long index = -1;
    std::vector<double> values;
  };

  const NodalState& state_;
  Slice held_[2];
  std::vector<double> face_;  // [field][m2][m1][i2][i1], the last axis contracted

  const Slice& slice(long index, long keep);
  void contract_last(const AxisStencil& last);
};

}  // namespace hermite
