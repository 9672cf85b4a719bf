#pragma once
// The physics of one point of the staggered elastic scheme, stated once for both devices, both precisions
// and all schedules. Madariaga 1976, Virieux 1986; 4th order in space by Levander 1988:
//
//   D f = 9/8 (f_{1/2} - f_{-1/2}) - 1/24 (f_{3/2} - f_{-3/2})         in units of h
//   v_a       <- v_a + (dt/rho) sum_b D_b sigma_ab
//   sigma_aa  <- sigma_aa + dt (lambda sum_b D_b v_b + 2 mu D_a v_a)
//   sigma_ab  <- sigma_ab + dt mu (D_a v_b + D_b v_a)
//
// A derivative is D times 1/(kappa h), plus psi in a layer (kernels/fdtd/cpml.hpp). Factors contain dt.
// Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

constexpr double near_weight = 9.0 / 8, far_weight = 1.0 / 24;

// D from the values at -3/2, -1/2, 1/2, 3/2. T: of one lane.
template <class T, class V>
HERMITE_DEVICE V staggered_difference(V f_before, V f_0, V f_1, V f_after) {
  return T(near_weight) * (f_1 - f_0) - T(far_weight) * (f_after - f_before);
}

template <class V, class G>
HERMITE_DEVICE V moved(V v, G gain, V divergence) {
  return v + gain * divergence;
}
template <class V, class L, class M>
HERMITE_DEVICE V stretched_normally(V sigma, L lambda, V divergence, M two_mu, V along) {
  return sigma + (lambda * divergence + two_mu * along);
}
template <class V, class M>
HERMITE_DEVICE V sheared(V sigma, M mu, V a, V b) {
  return sigma + mu * (a + b);
}

// Where a surface is free of normal stress, the derivative of the normal velocity across it, from the
// sum of the others: lambda (e + d) + 2 mu d = 0.
template <class V, class L, class M>
HERMITE_DEVICE V across_free_surface(L lambda, M two_mu, V others) {
  return (lambda / (lambda + two_mu)) * (V{} - others);
}

}  // namespace hermite
