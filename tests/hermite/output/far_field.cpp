// Far fields by equivalent currents, against those of a dipole; the series for spheres against a book.
#include "hermite/output/far_field.hpp"
#include "hermite/core/pi.hpp"

#include <doctest/doctest.h>

#include "hermite/core/case.hpp"
#include "hermite/core/grow.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/yee.hpp"
#include "hermite/media/cpml.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/sources/incident_wave.hpp"
#include "tests/approx.hpp"
#include "tests/reference/mie.hpp"

using namespace hermite;

namespace {

using Complex = std::complex<double>;
using Vector = std::array<Complex, 3>;
using Point = std::array<double, 3>;

// A current moment (A m) at a place, in a medium of impedance eta; exp(+i w t).
struct Dipole {
  Point place, moment;
  double k, eta;

  // E or H at x.
  Vector field(const Point& x, bool electric) const {
    Point d{};
    double r = 0, along = 0;
    for (std::size_t i = 0; i < 3; ++i) r += (d[i] = x[i] - place[i]) * d[i];
    r = std::sqrt(r);
    for (std::size_t i = 0; i < 3; ++i) along += (d[i] /= r) * moment[i];
    const Complex i(0, 1), wave = std::exp(-i * k * r) / (4 * pi * r), near = 1.0 / (i * k * r);
    Vector f;
    for (std::size_t a = 0; a < 3; ++a) {
      const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
      const Complex across = moment[a] - along * d[a], lengthways = along * d[a];
      f[a] =
          electric
              ? -i * k * eta * wave *
                    (across * (1.0 + near + near * near) - 2.0 * lengthways * (near + near * near))
              : i * k * wave * (1.0 + near) * (moment[b] * d[c] - moment[c] * d[b]);
    }
    return f;
  }
  // r exp(ikr) E far away, phases from the origin.
  Vector far(const Point& direction) const {
    double along = 0, way = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      along += direction[i] * moment[i];
      way += direction[i] * place[i];
    }
    Vector f;
    for (std::size_t i = 0; i < 3; ++i)
      f[i] = Complex(0, -k * eta / (4 * pi)) * std::polar(1.0, k * way) *
             (moment[i] - along * direction[i]);
    return f;
  }
};

// The largest error of the far field, over the largest far field, and the power.
std::pair<double, double> far_error(const Dipole& dipole, long cells, bool within) {
  const Medium background{2, 0.5, 0, 0, false};
  Grid grid;
  grid.dimension = 3;
  grid.cells = {5 * cells, 4 * cells, 6 * cells};
  grid.lower = {-2.5, -2, -3};
  grid.upper = {2.5, 2, 3};
  FarField box;
  for (std::size_t d = 0; d < 3; ++d) {
    box.lower[d] = grid.cells[d] / 2 - cells;
    box.upper[d] = grid.cells[d] / 2 + cells;
  }
  box.spectrum.regions = far_field_regions(box.lower, box.upper);
  FaceSpectra faces;
  for (const SpectrumRegion& region : box.spectrum.regions) {
    faces.emplace_back();
    const Staggering stagger = yee_staggering(region.field);
    for (long n = 0; n < region.size(); ++n) {
      const Point x = {
          grid.node(0, region.lower[0] + n % region.nodes[0], stagger[0]),
          grid.node(1, region.lower[1] + n / region.nodes[0] % region.nodes[1], stagger[1]),
          grid.node(2, region.lower[2] + n / region.nodes[0] / region.nodes[1], stagger[2])};
      faces.back().push_back(dipole.field(x, region.field < 3)[std::size_t(region.field % 3)]);
    }
  }
  const FarFieldTransform transform(grid, box, background, dipole.k / (2 * pi), faces);
  double worst = 0, most = 0;
  for (double theta = 0.1; theta < pi; theta += 0.5)
    for (double phi = 0; phi < 2 * pi; phi += 0.7) {
      const Point r = {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                       std::cos(theta)};
      const Vector exact = dipole.far(r), found = transform.along(r);
      const auto polar = transform.at(theta, phi);
      // It has no part along r: the same vector, to some ten roundings.
      CHECK(std::norm(polar.theta) + std::norm(polar.phi) ==
            relative(std::norm(found[0]) + std::norm(found[1]) + std::norm(found[2]), 1e-14));
      for (std::size_t i = 0; i < 3; ++i) {
        grow(worst, std::abs(found[i] - (within ? exact[i] : 0)));
        grow(most, std::abs(exact[i]));
      }
    }
  return {worst / most, transform.power()};
}

}  // namespace

TEST_CASE("The far field of a dipole in a box converges at order 2, and so does its power") {
  // c = 1, eta = 1/2.
  const Dipole dipole{{0.2, -0.1, 0.3}, {0.5, -1, 0.7}, 3, 0.5};
  const double moment = 0.25 + 1 + 0.49, power = dipole.eta * 9 * moment / (12 * pi);
  const auto coarse = far_error(dipole, 10, true), fine = far_error(dipole, 20, true);
  // Sums at midpoints, kh = 0.15: (kh)^2/24 is 0.1 %, and so it was. The next terms are of its square: of kh = 0.3, and
  // more of the power, of whose errors 0.02 % are left.
  CHECK(fine.first < 0.0025);
  CHECK(coarse.first / fine.first == relative(4, 0.02));
  CHECK(std::abs(fine.second / power - 1) < 0.001);
  CHECK(std::abs(coarse.second / power - 1) / std::abs(fine.second / power - 1) ==
        relative(4, 0.15));
}

TEST_CASE("What comes from outside the box has no far field") {
  const Dipole dipole{{0.2, -0.1, 1.8}, {0.5, -1, 0.7}, 3, 0.5};
  const auto coarse = far_error(dipole, 10, false), fine = far_error(dipole, 20, false);
  // As above: 0.08 %, and 2e-5 of the power of a dipole within.
  CHECK(fine.first < 0.0025);
  CHECK(coarse.first / fine.first == relative(4, 0.04));
  CHECK(std::abs(fine.second) < 1e-4 * dipole.eta * 9 / (12 * pi));
}

TEST_CASE(
    "The incident wave at a far field's centre: a node on, the phase of the grid's own wave") {
  // sin(w dt/2)/(c dt) = sqrt(n) sin(q/2)/h where the wave goes by one cell along n axes, of equal sides.
  const Medium background{2, 0.5, 0, 0, false};  // c = 1
  Grid grid;
  grid.dimension = 3;
  grid.cells = {20, 20, 20};
  grid.upper = {10, 10, 10};
  const double dt = 0.25, frequency = 0.3, h = 0.5;
  for (const std::array<int, 3> step : {std::array<int, 3>{0, -1, 0}, {1, 1, 0}, {1, -1, -1}}) {
    IncidentWave wave;
    wave.step = step;
    wave.upper = {20, 20, 20};
    wave.waveform = {"gaussian", 4, 1, 1};
    FarField box;
    box.spectrum = {"far_field", {frequency}, 1, 1, 40, dt, {}};
    box.lower = {4, 4, 4};
    box.upper = {8, 8, 8};
    int axes = 0;
    for (const int p : step) axes += std::abs(p);
    const double q = 2 * std::asin(std::sin(pi * frequency * dt) * h / (dt * std::sqrt(axes)));
    const Complex here = incident_spectrum(wave, grid, box, background, frequency);
    for (std::size_t d = 0; d < 3; ++d) {
      box.lower[d] += 1;
      box.upper[d] += 1;
      const Complex there = incident_spectrum(wave, grid, box, background, frequency);
      box.lower[d] -= 1;
      box.upper[d] -= 1;
      // Phases of some tens, rounded.
      CHECK(std::abs(there / here - std::polar(1.0, -q * step[d])) < 1e-13);
    }
  }
}

TEST_CASE("Mie's series: the example of Bohren and Huffman, small and large spheres") {
  const Mie<double> sphere(5.21281, 1.55);
  // To the digits that the book gives.
  CHECK(std::abs(sphere.scattering() - 3.10545) < 0.5e-5);
  CHECK(std::abs(sphere.radar(pi, 0) - 2.92540) < 0.5e-5);
  CHECK(sphere.extinction() == nearly(sphere.scattering()));
  // Rayleigh: 8/3 x^4 |(m^2-1)/(m^2+2)|^2, and 10/3 x^4 of a conductor; both to order x^2, 0.4 and 0.24 of it.
  const double x = 1e-2;
  CHECK(Mie<double>(x, 2).scattering() == relative(8 / 3. * std::pow(x, 4) * 0.25, x * x));
  CHECK(Mie<double>(x).scattering() == relative(10 / 3. * std::pow(x, 4), x * x));
  // Backwards a large conductor is as large as it looks, but for less than 1/x: 0.001 here.
  CHECK(Mie<double>(100.).radar(pi, 0.3) == relative(1, 0.01));
  // An absorbing sphere takes more than it scatters.
  CHECK(Mie<double>(2., {1.5, 0.1}).extinction() > Mie<double>(2., {1.5, 0.1}).scattering());
  // The power of all directions is that which is scattered: midpoints in theta, phi exact.
  for (const Mie<double>& s : {Mie<double>(1.7, 2), Mie<double>(2.5)}) {
    double sum = 0;
    for (int i = 0; i < 2000; ++i) {
      const double theta = (i + 0.5) * pi / 2000;
      sum += (s.radar(theta, 0) + s.radar(theta, pi / 2)) / 4 * std::sin(theta) * pi / 2000;
    }
    CHECK(sum == relative(s.scattering(), 1e-6));  // (pi/2000)^2/24 = 1e-7 of second derivatives
  }
}

TEST_CASE("Where none are given far fields are along every fifth angle, at two azimuths") {
  Case input;
  input.dimension = 3;
  input.far_field.frequencies = {0.01};
  input.far_field.lower = {2, 2, 2};
  input.far_field.upper = {5, 5, 5};
  Grid grid;
  grid.dimension = 3;
  grid.cells = {8, 8, 8};
  grid.upper = {8, 8, 8};
  for (auto& wall : grid.wall) wall = {1, 1};
  Scene scene;
  scene.media = {Medium{1, 1, 0, 0, false}};
  const FarField far = make_far_field(input, grid, {}, scene, {}, {100, 0.5, 1}, {});
  REQUIRE(far.theta.size() == 37);
  for (std::size_t i = 0; i < 37; ++i) CHECK(far.theta[i] == 5.0 * static_cast<double>(i));
  CHECK(far.phi == std::vector<double>{0, 90});
  input.far_field.theta = {180};
  input.far_field.phi = {45};
  const FarField one = make_far_field(input, grid, {}, scene, {}, {100, 0.5, 1}, {});
  CHECK(one.theta == std::vector<double>{180});
  CHECK(one.phi == std::vector<double>{45});
}
