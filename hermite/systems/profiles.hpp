// Scalar profiles for initial data and exact solutions, periodic over the box:
//   sines       a prod_d sin(2 pi m_d (x_d - lower_d)/L_d)
//   plane-wave  a sin(2 pi sum_d m_d (x_d - lower_d)/L_d)
//   gaussian    a prod_d sum_images exp(-((x_d - center_d)/width)^2)
// Templated on the scalar: double gives values, Series gives nodal data of any order.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "hermite/core/error.hpp"
#include "hermite/core/problem.hpp"
#include "hermite/method/taylor.hpp"

namespace hermite {

/// The profiles that are formulas; "file" (nodal data from a .npy) is read by output/npy.hpp.
inline std::vector<std::string> profile_names() { return {"sines", "plane-wave", "gaussian"}; }

/// x moved by whole periods to lower <= x < lower + length.
template <class Scalar>
Scalar wrap(const Scalar& x, double lower, double length) {
  return x - length * std::floor((value(x) - lower) / length);
}

/// 2 pi m (x - lower)/L along one axis.
template <class Scalar>
Scalar wave_phase(const Domain& domain, const Initial& initial, const Scalar* x, int axis) {
  const double two_pi = 6.283185307179586476925286766559;
  return (x[axis] - domain.lower[axis]) * (two_pi * initial.waves[axis] / domain.length(axis));
}

template <class Scalar>
Scalar sines_profile(const Domain& domain, const Initial& initial, const Scalar* x) {
  using std::sin;
  Scalar u = initial.amplitude * sin(wave_phase(domain, initial, x, 0));
  for (int d = 1; d < domain.dimension; ++d) u = u * sin(wave_phase(domain, initial, x, d));
  return u;
}

template <class Scalar>
Scalar plane_wave_profile(const Domain& domain, const Initial& initial, const Scalar* x) {
  using std::sin;
  Scalar phase = wave_phase(domain, initial, x, 0);
  for (int d = 1; d < domain.dimension; ++d) phase += wave_phase(domain, initial, x, d);
  return initial.amplitude * sin(phase);
}

/// One factor of the Gaussian with its periodic images. Images farther than 8 widths are left out:
/// they are below exp(-64) = 1.6e-28, so the jump of the sum at the box's edge is below round-off,
/// in the derivatives too.
template <class Scalar>
Scalar periodic_gaussian(const Scalar& x, double center, double width, double length) {
  using std::exp;
  const Scalar nearest = wrap(x - center, -length / 2, length);
  const int images = int(std::ceil(8 * width / length + 0.5));
  Scalar sum = 0;
  for (int image = -images; image <= images; ++image) {
    const Scalar z = (nearest + image * length) / width;
    sum += exp(-(z * z));
  }
  return sum;
}

template <class Scalar>
Scalar gaussian_profile(const Domain& domain, const Initial& initial, const Scalar* x) {
  Scalar u = initial.amplitude;
  for (int d = 0; d < domain.dimension; ++d)
    u = u * periodic_gaussian(x[d], initial.center[d], initial.width, domain.length(d));
  return u;
}

/// The profile that `initial` names, at x.
template <class Scalar>
Scalar profile(const Domain& domain, const Initial& initial, const Scalar* x) {
  if (initial.kind == "sines") return sines_profile(domain, initial, x);
  if (initial.kind == "plane-wave") return plane_wave_profile(domain, initial, x);
  if (initial.kind == "gaussian") return gaussian_profile(domain, initial, x);
  throw Error(Exit::bad_case, "initial.kind: \"" + initial.kind +
                                  "\" has no formula; exact solutions exist for sines, plane-wave "
                                  "and gaussian (set exact.kind to \"none\")");
}

}  // namespace hermite
