// Advection: its coupling, and its exact solutions as solutions of the equation.
#include <doctest/doctest.h>

#include <cmath>

#include "hermite/core/error.hpp"
#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/systems/advection.hpp"
#include "hermite/systems/table.hpp"

using namespace hermite;

namespace {

const Domain box{3, {-1, 0, 0.5}, {1, 1.5, 1.25}};
const std::vector<double> velocity{0.7, -1.3, 0.4};

Initial initial_of(const std::string& kind) {
  Initial initial;
  initial.kind = kind;
  initial.waves = {1, 2, -1};
  initial.amplitude = 1.5;
  initial.center = {0.2, 0.4, 1};
  initial.width = 0.3;
  return initial;
}

double value_at(const Initial& initial, double x, double y, double z, double t) {
  const double point[3] = {x, y, z};
  double u = 0;
  Advection(velocity).exact(box, initial, point, t, &u);
  return u;
}

Series series_at(const Initial& initial, int n, const double* x, double h, double t) {
  Series point[3], u;
  for (int d = 0; d < 3; ++d) point[d] = Series::variable(d, n, x[d], h);
  Advection(velocity).exact(box, initial, point, t, &u);
  return u;
}

}  // namespace

TEST_CASE("the host's terms follow the coupling that kernels read") {
  static_assert(AdvectionCoupling<3>::terms == 3 && AdvectionCoupling<3>::fields == 1);
  const Advection advection(velocity);
  const auto terms = advection.terms(3);
  REQUIRE(int(terms.size()) == AdvectionCoupling<3>::terms);
  for (int t = 0; t < 3; ++t) {
    const Term term = AdvectionCoupling<3>::term(t);
    CHECK(terms[t].out == term.out);
    CHECK(terms[t].in == term.in);
    CHECK(terms[t].axis == term.axis);
    CHECK(terms[t].coefficient == -velocity[t]);
  }
  CHECK(advection.terms(2).size() == 2);
  CHECK(advection.speeds(2) == std::array<double, 3>{0.7, 1.3, 0});
}

TEST_CASE("exact solutions satisfy u_t + velocity . grad u = 0") {
  const double x[3] = {0.3, 0.9, 0.6}, t = 0.37, h = 1, dt = 1e-4;
  for (const std::string& kind : std::vector<std::string>{"sines", "plane-wave", "gaussian"}) {
    CAPTURE(kind);
    const Initial initial = initial_of(kind);
    const Series u = series_at(initial, 2, x, h, t);
    const double advected = velocity[0] * u.coefficient(1) + velocity[1] * u.coefficient(0, 1) +
                            velocity[2] * u.coefficient(0, 0, 1);
    const double rate = (value_at(initial, x[0], x[1], x[2], t + dt) -
                         value_at(initial, x[0], x[1], x[2], t - dt)) /
                        (2 * dt);
    // Central difference: dt^2/6 u_ttt, with |u_ttt| below 1e5 for these waves.
    CHECK(std::abs(rate + advected) < dt * dt / 6 * 1e5);
  }
}

TEST_CASE("series and doubles agree, and the series is the Taylor polynomial") {
  const double x[3] = {0.3, 0.9, 0.6}, t = 2.6, h = 0.05;
  for (const std::string& kind : std::vector<std::string>{"sines", "plane-wave", "gaussian"}) {
    CAPTURE(kind);
    const Initial initial = initial_of(kind);
    const Series u = series_at(initial, 11, x, h, t);
    // The same operations, but a compiler may contract products and sums of one of them: rounding
    // of arguments up to 2 pi * 3 and of three factors.
    CHECK(std::abs(u.value() - value_at(initial, x[0], x[1], x[2], t)) < 64 * 2.3e-16);
    double sum = 0;
    for (double c : u.coefficients()) sum += c;  // at x + h (1, 1, 1)
    // The first terms left out: (k h)^11/11! with k = 17 at most for the waves; the Gaussian's are
    // (h/width)^11 sqrt(2^11/11!).
    CHECK(std::abs(sum - value_at(initial, x[0] + h, x[1] + h, x[2] + h, t)) < 1e-8);
  }
}

TEST_CASE("solutions are periodic in space, through the edges of the box and at any time") {
  for (const std::string& kind : std::vector<std::string>{"sines", "plane-wave", "gaussian"}) {
    CAPTURE(kind);
    const Initial initial = initial_of(kind);
    for (double t : {0.0, 0.8, 1e3}) {
      const double lower[3] = {box.lower[0], 0.9, 0.6}, upper[3] = {box.upper[0], 0.9, 0.6};
      const Series a = series_at(initial, 6, lower, 0.1, t),
                   b = series_at(initial, 6, upper, 0.1, t);
      for (std::size_t i = 0; i < a.coefficients().size(); ++i)
        // Rounding of the phase (20 eps) times amplitude and the number of waves.
        CHECK(std::abs(a.coefficients()[i] - b.coefficients()[i]) < 1e-13);
    }
  }
}

TEST_CASE("after whole periods the initial data come back exactly") {
  Initial initial = initial_of("sines");
  const Advection advection({-1, -1, -1});
  const Domain cube{3, {0, 0, 0}, {1, 1, 1}};
  const double x[3] = {0.125, 0.5, 0.75};
  double start = 0, end = 0;
  advection.exact(cube, initial, x, 0, &start);
  for (double t : {1.0, 7.0, 1e6}) {
    advection.exact(cube, initial, x, t, &end);
    CHECK(end == start);
  }
}

TEST_CASE("a narrow and a wide Gaussian are smooth through the edge opposite their centre") {
  Initial initial = initial_of("gaussian");
  for (double width : {0.05, 0.4, 2.0}) {
    CAPTURE(width);
    initial.width = width;
    const double edge = initial.center[0] + 1;  // half the box of length 2 away
    const double below[3] = {edge - 1e-12, 0.4, 1}, above[3] = {edge + 1e-12, 0.4, 1};
    const Series a = series_at(initial, 4, below, 0.1, 0), b = series_at(initial, 4, above, 0.1, 0);
    for (std::size_t i = 0; i < a.coefficients().size(); ++i)
      // The two points are 2e-12 apart: next coefficients times 2e-12/h, and round-off.
      CHECK(std::abs(a.coefficients()[i] - b.coefficients()[i]) < 1e-8);
  }
}

TEST_CASE(
    "a Gaussian's images are added up where they are few, and are their integral where they are "
    "many") {
  // In widths, on both sides of where the one becomes the other; u/width is the same there.
  const auto factor = [](double width, double length, int lower, int upper) {
    return gaussian_factor(0.3, 0.45, width, 0.1, length, lower, upper) / width;
  };
  for (const double length : {0.5, 2.0}) {
    CHECK(factor(6.001 * length, length, 0, 0) ==
          doctest::Approx(factor(5.999 * length, length, 0, 0)).epsilon(1e-14));
    CHECK(factor(6.001 * length, length, 0, 0) ==
          doctest::Approx(std::sqrt(pi) / length).epsilon(1e-14));
    const double many = 6.001 * 2 * length, few = 5.999 * 2 * length;
    CHECK(factor(many, length, 1, 1) == doctest::Approx(factor(few, length, 1, 1)).epsilon(1e-14));
    for (const auto& [lower, upper] : {std::pair(-1, -1), {1, -1}, {-1, 1}}) {
      CHECK(factor(many, length, lower, upper) == 0);
      // A sum of some hundred terms of either sign.
      CHECK(std::abs(factor(few, length, lower, upper)) < 100 * 1e-16 / few);
    }
  }
}

TEST_CASE("the table makes systems by name, and names those there are") {
  for (const std::string& name : system_names()) CHECK(make_system(name)->name() == name);
  const std::string message =
      "there is no system \"advectoin\"; did you mean 'advection'? there are: " +
      join(system_names());
  CHECK_THROWS_WITH_AS(make_system("advectoin"), message.c_str(), Error);
}

TEST_CASE("a profile without a formula is refused") {
  CHECK_THROWS_AS(value_at(initial_of("file"), 0, 0, 1, 0), Error);
}

TEST_CASE("stability is sampled over media whose fastest speed is 1") {
  for (int dimension : {1, 2, 3})
    for (const auto& terms : Advection().sampled_media(dimension)) {
      double fastest = 0;
      for (const CoupledTerm& term : terms) {
        CHECK(term.axis < dimension);
        grow(fastest, std::abs(term.coefficient));
      }
      CHECK(fastest == 1);
    }
}

TEST_CASE("sines are 0 at the lower corner, and largest a quarter of a wave from there") {
  const Initial initial = initial_of("sines");
  const double quarter[3] = {-1 + 2.0 / 4, 1.5 / 8, 0.5 + 0.75 / 4};
  // Roundings of the sines' arguments.
  CHECK(std::abs(value_at(initial, quarter[0], quarter[1], quarter[2], 0) + 1.5) < 1e-14);
  CHECK(std::abs(value_at(initial, -1, quarter[1], quarter[2], 0)) < 1e-14);
  CHECK(std::abs(value_at(initial, quarter[0], 0, quarter[2], 0)) < 1e-14);
  CHECK(std::abs(value_at(initial, quarter[0], quarter[1], 0.5, 0)) < 1e-14);
}

TEST_CASE("long times cost no digits") {
  for (const std::string& kind : std::vector<std::string>{"sines", "gaussian"})
    for (const double x : {-0.9, -0.2, 0.35}) {
      const double point[3] = {x, 0.7, 1.1};
      // Once round the box along each axis in each second.
      const Advection round({2, -1.5, 0.75});
      double first = 0, last = 0;
      round.exact(box, initial_of(kind), point, 0, &first);
      round.exact(box, initial_of(kind), point, 1e9, &last);
      CHECK(first != 0);
      CHECK(last == first);
    }
}
