// Elastic media: averages at interfaces, layers, and the moment tensors of slip.
#include <doctest/doctest.h>

#include <cmath>

#include "hermite/grid/grid.hpp"
#include "hermite/media/cpml.hpp"
#include "hermite/media/elastic_medium.hpp"
#include "hermite/sources/elastic_sources.hpp"
#include "tests/approx.hpp"

using namespace hermite;

namespace {

ElasticScene two_layers(double interface) {
  ElasticScene scene;
  scene.media = {ElasticMedium::of_speeds(2600, 4000, 2000),
                 ElasticMedium::of_speeds(2700, 6000, 3464)};
  scene.places.bodies = {{{-1e300, -1e300, interface}, {1e300, 1e300, 1e300}, 1}};
  return scene;
}

Grid rock() {
  Grid grid;
  grid.dimension = 3;
  grid.cells = {10, 10, 20};
  grid.upper = {1000, 1000, 2000};
  for (auto& wall : grid.wall) wall = {1, 1};
  return grid;
}

}  // namespace

TEST_CASE("A node on an interface: harmonic lambda and mu, the mean density") {
  const ElasticScene scene = two_layers(1000);
  const ElasticMedium on = scene.at_node(rock(), {500, 500, 1000});
  // The values of the layer over a half-space of LOH.1, to the digits that are given.
  CHECK(std::abs(on.p_speed() - 4630.81) < 0.005);
  CHECK(std::abs(on.s_speed() - 2437.57) < 0.005);
  CHECK(on.density == nearly(2650));
  for (const double z : {900.0, 1100.0}) {
    const ElasticMedium &found = scene.at_node(rock(), {500, 500, z}),
                        &given = scene.media[z > 1000];
    CHECK(found.density == given.density);
    CHECK(found.lambda == given.lambda);
    CHECK(found.mu == given.mu);
  }
}

TEST_CASE("A node at a wall has the medium inside, one at a periodic end that of both ends") {
  ElasticScene scene = two_layers(1000);
  scene.places.bodies = {{{500, -1e300, -1e300}, {1e300, 1e300, 1e300}, 1}};
  Grid grid = rock();
  CHECK(scene.at_node(grid, {0, 0, 0}).mu == scene.media[0].mu);
  CHECK(scene.at_node(grid, {1000, 0, 0}).mu == scene.media[1].mu);
  grid.wall[0] = {0, 0};
  const double harmonic = 2 / (1 / scene.media[0].mu + 1 / scene.media[1].mu);
  for (const double end : {0.0, 1000.0})
    CHECK(scene.at_node(grid, {end, 0, 0}).mu == nearly(harmonic));
}

TEST_CASE("Averages of a modulus that is 0 are 0, of a negative one arithmetic") {
  ElasticScene scene;
  const double fluid[4] = {0, 1, 2, 3}, odd[4] = {-1, 1, 2, 4}, plain[4] = {1, 1, 2, 2};
  CHECK(scene.mean(fluid, 4) == 0);
  CHECK(scene.mean(odd, 4) == 1.5);
  CHECK(scene.mean(plain, 4) == nearly(4 / 3.0));
  scene.arithmetic = true;
  CHECK(scene.mean(plain, 4) == 1.5);
}

TEST_CASE(
    "Slip on a fault: a tensor without trace, of the right size, and of the faults one knows") {
  for (const double strike : {0.0, 37.0, 210.0})
    for (const double dip : {10.0, 45.0, 90.0})
      for (const double rake : {-90.0, 0.0, 62.0}) {
        const std::array<double, 6> m = double_couple(3, strike, dip, rake);
        CHECK(std::abs(m[0] + m[1] + m[2]) < 1e-14);  // roundings of terms of up to 3
        const double norm =
            m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + 2 * (m[3] * m[3] + m[4] * m[4] + m[5] * m[5]);
        CHECK(norm == nearly(2 * 9));
      }
  // Left-lateral slip on a vertical plane along north: Mxy.
  CHECK(double_couple(1, 0, 90, 0)[3] == nearly(1));
  // Thrust on a plane of 45 degrees along north: east is pushed together, the vertical apart.
  const std::array<double, 6> thrust = double_couple(1, 0, 45, 90);
  CHECK(thrust[1] == nearly(-1));
  CHECK(thrust[2] == nearly(1));
  CHECK(std::abs(thrust[0]) < 1e-15);  // the cosine of 90 degrees is 6e-17
  const std::array<double, 6> turned = east_north_up({1, 2, 3, 4, 5, 6});
  CHECK(turned == std::array<double, 6>{2, 1, 3, 4, -6, -5});
}

TEST_CASE("Slip on a fault: the closed formulas, at strikes that are not north") {
  struct Known {
    double strike, dip, rake;
    std::array<double, 6> moment;  // xx yy zz xy xz yz, by hand
  };
  const double root = std::sqrt(3.0);
  const Known all[] = {
      // sin d = sin 2d = sqrt3/2, cos 2d = -1/2, sin f = 1/2, all terms of cos l are 0
      {30, 60, 90, {-root / 8, -3 * root / 8, root / 2, 3.0 / 8, 1.0 / 4, -root / 4}},
      // sin 2f = cos f = 0, all terms of sin l are 0
      {90, 30, 0, {0, 0, 0, -1.0 / 2, 0, -root / 2}},
      // the same terms, where cos l = -1, cos f = -sqrt3/2, sin f = -1/2
      {210, 60, 180, {3.0 / 4, -3.0 / 4, 0, -root / 4, -root / 4, -1.0 / 4}},
      // cos d = 0, cos 2d = -1, f as above with sin f > 0
      {150, 90, -90, {0, 0, 0, 0, -1.0 / 2, -root / 2}}};
  for (const Known& known : all) {
    const std::array<double, 6> m = double_couple(2, known.strike, known.dip, known.rake);
    for (std::size_t c = 0; c < 6; ++c) {
      CAPTURE(known.strike);
      CAPTURE(c);
      // Sines of angles up to 7 that are rounded to 4e-16, in terms up to 2.
      CHECK(std::abs(m[c] - 2 * known.moment[c]) < 1e-14);
    }
  }
}

TEST_CASE("Slip on a fault: slip along one vector, a plane across another, no volume") {
  // M = M0 (s n' + n s') of the plane's normal and the slip's direction, x north, y east, z down.
  const double degree = std::acos(-1.0) / 180;
  for (const double strike : {37.0, 115.0, 210.0, 301.0})
    for (const double dip : {10.0, 53.0, 90.0})
      for (const double rake : {-90.0, -31.0, 62.0, 155.0}) {
        CAPTURE(strike);
        CAPTURE(dip);
        CAPTURE(rake);
        const double sf = std::sin(strike * degree), cf = std::cos(strike * degree),
                     sd = std::sin(dip * degree), cd = std::cos(dip * degree),
                     sl = std::sin(rake * degree), cl = std::cos(rake * degree);
        const double n[3] = {-sd * sf, sd * cf, -cd},
                     s[3] = {cl * cf + cd * sl * sf, cl * sf - cd * sl * cf, -sd * sl};
        const std::array<double, 6> m = double_couple(1, strike, dip, rake);
        const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
        for (std::size_t c = 0; c < 6; ++c) {
          CAPTURE(c);
          const int i = pairs[c][0], j = pairs[c][1];
          // Sums of products of sines, each a few roundings of 1.
          CHECK(std::abs(m[c] - (s[i] * n[j] + n[i] * s[j])) < 1e-14);
        }
        // Of rank two: the determinant is 0, to the roundings of sums of products of three.
        const double determinant = m[0] * (m[1] * m[2] - m[5] * m[5]) -
                                   m[3] * (m[3] * m[2] - m[5] * m[4]) +
                                   m[4] * (m[3] * m[5] - m[1] * m[4]);
        CHECK(std::abs(determinant) < 1e-14);
      }
}

TEST_CASE(
    "Layers of elastic waves: d0 = -(NPOWER + 1) vp ln R / (2 L), at nodes and between them") {
  // vp = 6 km/s, R = .001; along x L = 10 cells of 100 m, along z 5 of them: d0 in 1/s by hand, with
  // ln 1000 = 6.907755279.
  CpmlProfile profile{2, 1, 1, 1.5, 7, {{{10, 10}, {0, 0}, {0, 5}}}};
  profile.reflection = 1e-3;
  const double dt = 0.008, d0_x = 62.16979751, d0_z = 124.33959502;
  // The solver's background of such a speed, in which sigma is in 1/s.
  const Medium background{1, 1 / (6000.0 * 6000.0), 0, 0, false};
  Grid grid = rock();
  grid.cells = {40, 10, 20};
  grid.upper = {4000, 1000, 2000};
  struct Place {
    int axis;
    long node;
    Stagger stagger;
    double d0, xi;  // xi: its depth in the layer over L
  };
  using S = Stagger;
  for (const Place& at : {Place{0, 2, S::primal, d0_x, 0.8},
                          {0, 38, S::primal, d0_x, 0.8},
                          {0, 2, S::dual, d0_x, 0.75},
                          {0, 37, S::dual, d0_x, 0.75},
                          {0, 7, S::primal, d0_x, 0.3},
                          {0, 7, S::dual, d0_x, 0.25},
                          {2, 19, S::primal, d0_z, 0.8},
                          {2, 19, S::dual, d0_z, 0.9}}) {
    CAPTURE(at.axis);
    CAPTURE(at.node);
    CAPTURE(at.xi);
    const CpmlValues v = cpml_at(profile, grid, at.axis, at.node, at.stagger, dt, background);
    const double d = at.d0 * at.xi * at.xi, kappa = 1 + 0.5 * at.xi * at.xi;
    const double alpha = 7 * (1 - at.xi);
    // The ten digits of d0, and d dt below 1.
    CHECK(v.kappa == nearly(kappa));
    CHECK(-std::log(v.b) / dt == doctest::Approx(d / kappa + alpha).epsilon(1e-9));
    CHECK(v.c == doctest::Approx(d * (std::exp(-(d / kappa + alpha) * dt) - 1) /
                                 (kappa * (d + kappa * alpha)))
                     .epsilon(1e-9));
  }
  // Where the layer begins, and before it, nothing is stretched.
  for (const long node : {10L, 30L}) {
    const CpmlValues v = cpml_at(profile, grid, 0, node, S::primal, dt, background);
    CHECK(v.kappa == 1);
    CHECK(v.c == 0);
  }
}

TEST_CASE("The slowest wave is that of shear, in a fluid that of pressure") {
  ElasticScene scene = two_layers(1000);
  CHECK(scene.slowest() == nearly(2000));
  CHECK(scene.fastest() == nearly(6000));
  scene.media[0] = ElasticMedium::of_speeds(1000, 1500, 0);
  CHECK(scene.slowest() == nearly(1500));
  scene.media = {scene.media[0]};
  scene.places.bodies.clear();
  CHECK(scene.slowest() == nearly(1500));
}
