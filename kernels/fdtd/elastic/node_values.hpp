#pragma once
// Media whose every node has values of its own: three of them, of which the kernels average the factors of a step.
//
//   inertia    rho/(2 dt)                  v_a lies between two nodes: dt/rho is 1/(their sum)
//   lambda     dt lambda                   at nodes, as normal stresses are
//   rigidity   1/(4 dt mu), or dt mu/4     sigma_ab lies between four nodes: the harmonic mean, dt mu, is 1/(their
//                                          sum), 0 where a fluid's is infinite; the arithmetic one is their sum
// Freestanding.

#include "kernels/device/inverse.hpp"

namespace hermite {

inline double inertia_value(double dt, double density) { return density / (2 * dt); }
inline double rigidity_value(bool harmonic, double dt, double mu) {
  return harmonic ? 1 / (4 * dt * mu) : dt * mu / 4;
}

template <class V>
HERMITE_DEVICE V gain_of_sum(const V& sum) {
  return inverse_of(sum);
}
template <class V>
HERMITE_DEVICE V dt_mu_of_sum(bool harmonic, const V& sum) {
  if (harmonic) return inverse_of(sum);
  return sum;
}
// 2 dt mu at a node is this times what a sum of its rigidity alone gives.
constexpr double two_dt_mu_scale(bool harmonic) { return harmonic ? 0.5 : 8; }
// T: of one lane.
template <class T, class V>
HERMITE_DEVICE V two_dt_mu_of(bool harmonic, const V& rigidity) {
  return T(two_dt_mu_scale(harmonic)) * dt_mu_of_sum(harmonic, rigidity);
}

}  // namespace hermite
