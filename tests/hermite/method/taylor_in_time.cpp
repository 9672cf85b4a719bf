// The Taylor series in time of data in space against exact solutions.
#include "hermite/method/taylor_in_time.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "hermite/core/grow.hpp"
#include "hermite/systems/acoustics.hpp"
#include "tests/approx.hpp"

using namespace hermite;

namespace {

constexpr double density = 1.3, speed = 0.8;

// p and v of the plane wave sin(k . x - w t) about the point x0.
std::vector<Series> wave_at(int dimension, int extent, const Vector3& h, double t) {
  const Acoustics acoustics(density, speed);
  Domain domain;
  domain.dimension = dimension;
  domain.upper = {1, 0.7, 1.2};
  Initial wave;
  wave.kind = "plane-wave";
  wave.waves = {1, dimension > 1 ? 2 : 0, dimension > 2 ? -1 : 0};
  Series x[3];
  for (int d = 0; d < dimension; ++d) x[d] = Series::variable(d, extent, 0.1 + 0.2 * d, h[d]);
  std::vector<Series> u(std::size_t(1 + dimension));
  acoustics.exact(domain, wave, x, t, u.data());
  return u;
}

}  // namespace

TEST_CASE("taylor_in_time is the translation of polynomials and goes back to where it came from") {
  // u_t = a u_x of a cubic: u(x + a t).
  const double a = -0.7, t = 0.3, h = 0.5;
  const auto cubic = [](const Series& x) { return 1 - 2 * x + 3 * (x * x) - x * x * x; };
  Series u = cubic(Series::variable(0, 4, 0.2, h));
  taylor_in_time({{0, 0, 0, a}}, {h, 1, 1}, t, 1, &u);
  const Series moved = cubic(Series::variable(0, 4, 0.2 + a * t, h));
  for (int i = 0; i < 4; ++i) {
    CAPTURE(i);
    // Some ten operations on numbers below 4.
    CHECK(std::abs(u.coefficient(i) - moved.coefficient(i)) < 1e-14);
  }
  taylor_in_time({{0, 0, 0, a}}, {h, 1, 1}, -t, 1, &u);
  const Series back = cubic(Series::variable(0, 4, 0.2, h));
  // There and back, twenty operations.
  for (int i = 0; i < 4; ++i) CHECK(std::abs(u.coefficient(i) - back.coefficient(i)) < 1e-14);
}

TEST_CASE("a field without an axis joins one that has it") {
  // p = x, v = 0 in 1-D: v = -t / density exactly, p stays.
  Series u[2] = {Series::variable(0, 2, 0, 1), Series(0)};
  taylor_in_time(Acoustics(density, speed).terms(1), {1, 1, 1}, 0.5, 2, u);
  CHECK(u[0].coefficient(1) == 1);
  CHECK(u[1].coefficient(0) == nearly(-0.5 / density));
}

TEST_CASE("taylor_in_time starts order N from 2N+2 coefficients with an error of order 2N+2") {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int order = 1; order <= (dimension == 3 ? 2 : 3); ++order) {
      CAPTURE(dimension);
      CAPTURE(order);
      double error[2] = {0, 0};
      for (int level = 0; level < 2; ++level) {
        const double cell = 0.04 / (1 + level);
        const Vector3 h{cell, cell, cell};
        const double t = -0.45 * cell / speed;  // half a step of lam = .9
        auto u = wave_at(dimension, 2 * order + 2, h, 0);
        const auto exact = wave_at(dimension, order + 1, h, t);
        taylor_in_time(Acoustics(density, speed).terms(dimension), h, t, 1 + dimension, u.data());
        for (int f = 0; f <= dimension; ++f)
          for (int i3 = 0; i3 <= (dimension > 2 ? order : 0); ++i3)
            for (int i2 = 0; i2 <= (dimension > 1 ? order : 0); ++i2)
              for (int i1 = 0; i1 <= order; ++i1)
                grow(error[level], std::abs(u[std::size_t(f)].coefficient(i1, i2, i3) -
                                            exact[std::size_t(f)].coefficient(i1, i2, i3)));
      }
      // The first power that is missing is h^(2N+2); the next one, with k h <= .6, bends the line
      // by less than half an order. Round-off, eps times the data, is far below.
      CHECK(error[1] > 1e-15);
      CHECK(std::log2(error[0] / error[1]) > 2 * order + 1.5);
    }
}
