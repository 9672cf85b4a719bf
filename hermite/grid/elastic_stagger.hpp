// Where the components of the staggered elastic grid lie, as on a crystal whose normal stresses sit at the
// corners: v_a half a cell off along a, sigma_ab half a cell off along a and b.
//
//   y   vy  . sxy . vy        in a plane normal to z
//   ^   |            |
//   |   s  . vx  .  s         s: sxx, syy, szz
//   +-> x
#pragma once

#include "hermite/grid/grid.hpp"
#include "hermite/systems/elastic_index.hpp"

namespace hermite {

/// Of v_a, then sigma_ab in the order of the system's fields (P-SV in 2-D).
inline Staggering elastic_staggering(int dimension, int field) {
  const StressIndex ab =
      field < dimension ? StressIndex{field, -1} : stress_index(dimension, field);
  Staggering s;
  if (ab.a == ab.b) return s;
  for (const int axis : {ab.a, ab.b})
    if (axis >= 0) s.along[std::size_t(axis)] = Stagger::dual;
  return s;
}

}  // namespace hermite
