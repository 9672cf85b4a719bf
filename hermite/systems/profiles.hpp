// Scalar profiles for initial data and exact solutions:
//   sines       a prod_d sin(2 pi m_d (x_d - lower_d)/L_d)
//   gaussian    a prod_d sum_images exp(-((x_d - center_d)/width)^2), the images periodic or mirrored
// Templated on the scalar: double gives values, Series gives nodal data of any order.
#pragma once

#include <array>
#include <cmath>

#include "hermite/core/pi.hpp"
#include "hermite/core/problem.hpp"
#include "hermite/method/taylor.hpp"

namespace hermite {

/// x moved by whole periods to lower <= x < lower + length.
template <class Scalar>
Scalar wrap(const Scalar& x, double lower, double length) {
  return x - length * std::floor((value(x) - lower) / length);
}

template <class Scalar>
Scalar sines_profile(const Domain& domain, const Initial& initial, const Scalar* x) {
  using std::sin;
  Scalar u = initial.amplitude;
  for (int d = 0; d < domain.dimension; ++d)
    u = u * sin((x[d] - domain.lower[d]) * (two_pi * initial.waves[d] / domain.length(d)));
  return u;
}

/// One factor of the Gaussian with its images. On a periodic axis they are L apart. Between walls the
/// pulse and its image about the lower wall repeat every 2L: `lower` and `upper` are the parities of the
/// field there, 0 on a periodic axis. Images 9 widths away and farther are left out: they are below
/// exp(-81) = 7e-36, so the jump of the sum there is below round-off, in the derivatives too. The images of
/// a pulse 6 periods wide add up to its integral over one period, sqrt(pi) width/period: what varies is smaller by
/// exp(-(6 pi)^2), and exp(-(3 pi)^2) = 3e-39 where signs alternate, which cancel.
template <class Scalar>
Scalar gaussian_factor(const Scalar& x, double center, double width, double begin, double length,
                       int lower, int upper) {
  using std::exp;
  const bool walls = lower != 0;
  const double period = walls ? 2 * length : length;
  if (width > 6 * period) {
    const double integral = std::sqrt(pi) * width / period;
    return Scalar(walls ? (lower == upper ? (1 + lower) * integral : 0) : integral);
  }
  const Scalar nearest = walls ? x : begin + wrap(x - begin, 0, length);
  const int images = int(std::ceil(9 * width / period + 1));
  Scalar sum = 0;
  const auto add = [&](double sign, const Scalar& z) {
    if (std::abs(value(z)) < 9) sum += sign * exp(-(z * z));
  };
  for (int image = -images; image <= images; ++image) {
    const double shift = image * period;
    const double turn = walls && lower != upper && image % 2 != 0 ? -1 : 1;
    add(turn, (nearest - center - shift) / width);
    if (walls) add(turn * lower, (nearest - (2 * begin - center) - shift) / width);
  }
  return sum;
}

/// `parity`: of the field, about each axis (System::parity); not read where the axis is periodic.
template <class Scalar>
Scalar gaussian_profile(const Domain& domain, const Initial& initial,
                        const std::array<int, 3>& parity, const Scalar* x) {
  Scalar u = initial.amplitude;
  for (int d = 0; d < domain.dimension; ++d)
    u = u * gaussian_factor(x[d], initial.center[d], initial.width, domain.lower[d],
                            domain.length(d), domain.wall[d][0] * parity[d],
                            domain.wall[d][1] * parity[d]);
  return u;
}

}  // namespace hermite
