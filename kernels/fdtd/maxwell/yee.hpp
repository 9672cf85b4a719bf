#pragma once
// The physics of one cell, stated once for both fields, both devices and all schedules.
//
// Yee 1966. With (a, b, c) cyclic, E at integer and H at half-integer time,
//   E_a <- Ca E_a + Cb (d_b H_c - d_c H_b)        differences backward
//   H_a <- Da H_a + Db (d_b E_c - d_c E_b)        differences forward, Db < 0
// so that one statement serves both: `keep` is Ca or Da, `gain` is Cb or Db.
// In a layer (kernels/fdtd/cpml.hpp) u <- u +- gain psi follows. Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

// keep u + gain (r_b d_b - r_c d_c), r = 1/(kappa h).
template <class V, class K, class G, class Rb, class Rc>
HERMITE_DEVICE V yee(K keep, V u, G gain, Rb r_b, V d_b, Rc r_c, V d_c) {
  return keep * u + gain * (r_b * d_b - r_c * d_c);
}

// What a medium makes of a half step of length dt: p is eps or mu, s the conductivity that belongs to
// it. `sign` is -1 for H.
struct MediumFactors {
  double keep, gain;
};
constexpr MediumFactors medium_factors(double p, double s, double dt, double sign) {
  const double loss = s * dt / (2 * p);
  return {(1 - loss) / (1 + loss), sign * (dt / p) / (1 + loss)};
}

}  // namespace hermite
