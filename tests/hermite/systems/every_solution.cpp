// Plane waves and pulses of every system between walls of every kind: they satisfy the equations and
// have the parities of the walls.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/systems/waves.hpp"
#include "tests/hermite/systems/samples.hpp"

using namespace hermite;

namespace {

constexpr double eps = 2.3e-16;
using Point = std::array<double, 3>;

Domain box(int dimension) {
  Domain domain;
  domain.dimension = dimension;
  domain.lower = {-0.5, 0, 0.25};
  domain.upper = {1, 1.25, 1.25};
  return domain;
}

/// The box with every choice of periodic axes and of walls, equal and opposite, where there are
/// mirrors.
std::vector<Domain> boxes(const Sample& s) {
  std::vector<Domain> all = {box(s.dimension)};
  for (int axis = 0; axis < s.dimension; ++axis) {
    if (s.system->parity(0, axis, s.dimension) == 0) continue;
    const std::size_t count = all.size();
    for (std::size_t i = 0; i < count; ++i)
      for (const int lower : {-1, 1})
        for (const int upper : {-1, 1}) {
          all.push_back(all[i]);
          all.back().wall[std::size_t(axis)] = {lower, upper};
        }
  }
  return all;
}

Initial wave_of(const std::string& mode) {
  Initial initial;
  initial.kind = "plane-wave";
  initial.waves = {1, 2, -1};
  initial.amplitude = 1.5;
  initial.phase = 0.15;
  initial.mode = mode;
  return initial;
}

std::vector<Series> series_at(const Sample& s, const Domain& domain, const Initial& initial,
                              const Point& at, double t) {
  Series x[3];
  for (int d = 0; d < s.dimension; ++d) x[d] = Series::variable(d, 3, at[std::size_t(d)], 1);
  std::vector<Series> u(std::size_t(s.fields));
  s.system->exact(domain, initial, x, t, u.data());
  return u;
}

std::vector<double> values_at(const Sample& s, const Domain& domain, const Initial& initial,
                              const Point& at, double t) {
  std::vector<double> u(std::size_t(s.fields));
  s.system->exact(domain, initial, at.data(), t, u.data());
  return u;
}

double derivative(const Series& u, int axis) {
  return u.coefficient(axis == 0, axis == 1, axis == 2);
}

/// The largest of the coefficients that a mirror about the wall forbids: of an odd field the even
/// powers of the distance, of an even field the odd ones.
double forbidden(const Series& u, int axis, int parity) {
  double largest = 0;
  Series::Index i;
  for (i[2] = 0; i[2] < u.extent(2); ++i[2])
    for (i[1] = 0; i[1] < u.extent(1); ++i[1])
      for (i[0] = 0; i[0] < u.extent(0); ++i[0])
        if ((i[std::size_t(axis)] % 2 == 0) == (parity < 0))
          grow(largest, std::abs(u.coefficients()[u.position(i)]));
  return largest;
}

/// The largest forbidden coefficient of any field at the walls of the box, beside the point `at`.
double forbidden_at_walls(const Sample& s, const Domain& domain, const Initial& initial, Point at,
                          double t) {
  double largest = 0;
  for (int axis = 0; axis < s.dimension; ++axis) {
    if (domain.periodic(axis)) continue;
    for (const int side : {0, 1}) {
      Point wall = at;
      wall[std::size_t(axis)] =
          side == 0 ? domain.lower[std::size_t(axis)] : domain.upper[std::size_t(axis)];
      const auto u = series_at(s, domain, initial, wall, t);
      for (int f = 0; f < s.fields; ++f) {
        const int parity = domain.wall[std::size_t(axis)][std::size_t(side)] *
                           s.system->parity(f, axis, s.dimension);
        grow(largest, forbidden(u[std::size_t(f)], axis, parity));
      }
    }
  }
  return largest;
}

const Point inside{0.3, 0.9, 0.6};

}  // namespace

TEST_CASE("every system: waves between walls satisfy the equations and the walls") {
  const double t = 0.37, dt = 1e-4;
  for (const Sample& s : samples())
    for (const std::string& mode : s.system->modes(s.dimension))
      for (const Domain& domain : boxes(s)) {
        CAPTURE(s.title());
        CAPTURE(mode);
        CAPTURE(domain.wall);
        const Initial initial = wave_of(mode);
        const PlaneWave wave = named_wave(*s.system, domain, initial);
        double size = 0;
        for (const double entry : wave.amplitude) grow(size, initial.amplitude * std::abs(entry));
        const double k = length(wave_vector(domain, initial));

        const auto u = series_at(s, domain, initial, inside, t);
        const auto now = values_at(s, domain, initial, inside, t);
        const auto before = values_at(s, domain, initial, inside, t - dt);
        const auto after = values_at(s, domain, initial, inside, t + dt);
        std::vector<double> rate(std::size_t(s.fields), 0.0);
        double scale = 0;
        for (const CoupledTerm& term : s.system->terms(s.dimension)) {
          rate[std::size_t(term.out)] +=
              term.coefficient * derivative(u[std::size_t(term.in)], term.axis);
          grow(scale, std::abs(term.coefficient) * k * size);
        }
        for (std::size_t f = 0; f < rate.size(); ++f) {
          // Phases below 40, each rounded to eps: 40 eps of the amplitude.
          CHECK(std::abs(u[f].value() - now[f]) <= 64 * eps * size);
          // Central difference: dt^2/6 u_ttt, rounding of the values over dt, and of the terms.
          const double w = std::abs(wave.frequency);
          const double bound =
              dt * dt / 6 * w * w * w * size + 128 * eps * size / dt + 64 * eps * scale;
          CHECK(std::abs((after[f] - before[f]) / (2 * dt) - rate[f]) <= bound);
        }
        // Second Taylor coefficients in each direction, k^6/8 of phases rounded to 40 eps.
        const double rounding = 40 * eps * size * std::max(1.0, std::pow(k, 2 * s.dimension));
        CHECK(forbidden_at_walls(s, domain, initial, inside, t) <= rounding);
      }
}

TEST_CASE("every system: with walls all round a wave stands, with none it travels") {
  for (const Sample& s : samples()) {
    if (s.dimension != 2) continue;
    for (const Domain& domain : boxes(s)) {
      CAPTURE(s.title());
      CAPTURE(domain.wall);
      const Initial initial = wave_of("");
      const double w = named_wave(*s.system, domain, initial).frequency;
      const bool stands = !domain.periodic(0) && !domain.periodic(1);
      // u(t) + u(t + half a period) = 0 always; a wave that stands is space times time, so that the
      // values at two points keep their ratio.
      const Point other{0.8, 0.2, 0};
      const auto a = values_at(s, domain, initial, inside, 0),
                 b = values_at(s, domain, initial, inside, pi / w),
                 c = values_at(s, domain, initial, other, 0),
                 p = values_at(s, domain, initial, inside, 0.4 / w),
                 q = values_at(s, domain, initial, other, 0.4 / w);
      double turned = 0, mismatch = 0;
      for (std::size_t f = 0; f < a.size(); ++f) {
        grow(turned, std::abs(a[f] + b[f]));
        grow(mismatch, std::abs(a[f] * q[f] - c[f] * p[f]));
      }
      CHECK(turned < 1e-13);  // phases below 40 rounded to eps
      CHECK((mismatch < 1e-13) == stands);
    }
  }
}

TEST_CASE("every system: a pulse has its images at the walls") {
  for (const Sample& s : samples())
    for (const std::string& field : s.system->fields(s.dimension))
      for (const Domain& domain : boxes(s)) {
        CAPTURE(s.title());
        CAPTURE(field);
        CAPTURE(domain.wall);
        Initial initial;
        initial.kind = "gaussian";
        initial.field = field;
        initial.center = {0.2, 0.5, 0.8};
        initial.width = 0.3;
        // 1e-13: sums of images, each at most 1, over 0.3^2 in each direction.
        CHECK(forbidden_at_walls(s, domain, initial, inside, 0) < 1e-13);
        // At its centre the pulse is there, in this field alone.
        const auto u = values_at(s, domain, initial, {0.2, 0.5, 0.8}, 0);
        const auto names = s.system->fields(s.dimension);
        for (std::size_t f = 0; f < names.size(); ++f)
          if (names[f] == field)
            CHECK(std::abs(u[f]) > 0.5);
          else
            CHECK(u[f] == 0);
        for (int axis = 0; axis < s.dimension; ++axis) {
          if (!domain.periodic(axis)) continue;
          Point lower = inside, upper = inside;
          lower[std::size_t(axis)] = domain.lower[std::size_t(axis)];
          upper[std::size_t(axis)] = domain.upper[std::size_t(axis)];
          const auto a = values_at(s, domain, initial, lower, 0),
                     b = values_at(s, domain, initial, upper, 0);
          // Sums of images, each at most 1.
          for (std::size_t f = 0; f < a.size(); ++f) CHECK(std::abs(a[f] - b[f]) < 1e-14);
        }
      }
}

TEST_CASE("the boxes of data/cases hold the standing waves that they are known by") {
  const double t = 0.37;
  const Point at{0.3, 0.9, 0.6};
  double sine[3], cosine[3];
  for (int d = 0; d < 3; ++d) {
    sine[d] = std::sin(pi * at[std::size_t(d)]);
    cosine[d] = std::cos(pi * at[std::size_t(d)]);
  }
  Initial initial = wave_of("");
  initial.waves = {1, 1, 1};
  initial.amplitude = 1;
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Domain cube;
    cube.dimension = dimension;
    for (int d = 0; d < dimension; ++d) cube.wall[std::size_t(d)] = {1, 1};
    const double in_time = std::cos(pi * std::sqrt(double(dimension)) * t);
    const double z_sine = dimension == 3 ? sine[2] : 1, z_cosine = dimension == 3 ? cosine[2] : 1;
    double u[9];
    const auto near = [](double a, double b) { return std::abs(a - b) < 1e-14; };  // 8 sines / 8

    initial.phase = 0.25;
    Acoustics().exact(cube, initial, at.data(), t, u);
    CHECK(near(u[0], cosine[0] * cosine[1] * z_cosine * in_time));
    if (dimension == 3) initial.polarization = {1, -1, 0};
    Maxwell().exact(cube, initial, at.data(), t, u);
    if (dimension == 2) {
      CHECK(near(u[0], -sine[0] * sine[1] * in_time));
    } else {
      CHECK(near(u[0], -cosine[0] * sine[1] * z_sine * in_time));
      CHECK(near(u[1], sine[0] * cosine[1] * z_sine * in_time));
      CHECK(near(u[2], 0));
    }
    initial.phase = 0;
    initial.polarization = {};
    Elastic(1, 1, 1 / std::sqrt(3.0)).exact(cube, initial, at.data(), t, u);
    CHECK(near(u[0], sine[0] * cosine[1] * z_cosine * in_time));
    CHECK(near(u[1], cosine[0] * sine[1] * z_cosine * in_time));
  }
}

TEST_CASE(
    "Waves are counted whole on periodic axes, by halves between like walls, else by quarters") {
  const double l = 1.5;  // of the box along x
  for (const auto& [wall, lengths] : {std::pair{std::array<int, 2>{0, 0}, 2 * l / 2},
                                      {{1, 1}, 2 * l},
                                      {{-1, -1}, 2 * l},
                                      {{-1, 1}, 4 * l},
                                      {{1, -1}, 4 * l}}) {
    Domain domain = box(1);
    domain.wall[0] = wall;
    Initial initial = wave_of("");
    initial.waves = {1};
    CHECK(wave_vector(domain, initial)[0] == doctest::Approx(two_pi / lengths).epsilon(1e-14));
  }
}

TEST_CASE("every system: waves have a polarization where they are not all alike without one") {
  for (const Sample& s : samples())
    for (const std::string& mode : s.system->modes(s.dimension)) {
      CAPTURE(s.title());
      CAPTURE(mode);
      const Vector3 k = {1, s.dimension > 1 ? 2.0 : 0.0, s.dimension > 2 ? 3.0 : 0.0};
      const bool alike = s.system->plane_wave(s.dimension, mode, k, {0, 1, 0}).amplitude ==
                         s.system->plane_wave(s.dimension, mode, k, {0, 0, 1}).amplitude;
      CHECK(s.system->has_polarization(s.dimension, mode) == !alike);
    }
}
