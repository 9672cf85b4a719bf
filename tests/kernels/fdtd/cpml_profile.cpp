// The numbers of the absorbing layers, by formulas of their own: what the references of the kernels take from
// cpml_at as well is checked here.
#include "hermite/media/cpml.hpp"
#include "hermite/media/medium.hpp"
#include "tests/approx.hpp"
#include "tests/kernels/fdtd/yee.hpp"

using namespace hermite;

namespace {

constexpr double eps0 = 8.8541878128e-12, eta0 = 376.730313668;

// c's factor b - 1 is about -0.1, so that it has ten times the roundings of b: 1e-15 was seen.
constexpr double c_rounding = 1e-14;

struct Layer {
  double sigma, kappa, alpha, b, c;
};
// Roden and Gedney at a depth of so many of 10 cells, with m = 3, sigma_max = 0.75 sigma_opt, kappa_max = 15,
// ma = 1, alpha_max = 0.24 S/m.
Layer formulas(double depth, double h, double dt, double eps_r, double mu_r) {
  const double r = depth / 10, sigma_opt = 0.8 * (3 + 1) / (eta0 * h * std::sqrt(eps_r * mu_r));
  const double sigma = 0.75 * sigma_opt * r * r * r, kappa = 1 + (15 - 1) * r * r * r;
  const double alpha = 0.24 * (1 - r), b = std::exp(-(sigma / kappa + alpha) * dt / eps0);
  return {sigma, kappa, alpha, b, sigma * (b - 1) / ((sigma + kappa * alpha) * kappa)};
}

}  // namespace

TEST_CASE("Layers in a background of eps_r = 4: the formulas' numbers at whole and half depths") {
  const double h = 1e-3, dt = 3.8e-12;
  Grid grid;
  grid.dimension = 3;
  grid.cells = {50, 40, 30};
  grid.upper = {50 * h, 40 * h, 30 * h};
  CpmlProfile profile{3, 1, 0.75, 15, 0.24, {}};
  for (auto& layers : profile.layers) layers = {10, 10};
  const Medium background{4 * eps0, eta0 * eta0 * eps0, 0, 0, false};
  for (int axis = 0; axis < 3; ++axis)
    for (int half = 1; half <= 20; ++half) {
      CAPTURE(half);
      const Layer wanted = formulas(0.5 * half, h, dt, 4, 1);
      // Whole depths are nodes of E's differences, half ones of H's.
      const Stagger stagger = half % 2 == 0 ? Stagger::primal : Stagger::dual;
      const long cells = grid.cells[std::size_t(axis)], lower = (20 - half) / 2,
                 upper = stagger == Stagger::primal ? cells - lower : cells - 1 - lower;
      for (const long node : {lower, upper}) {
        const CpmlValues v = cpml_at(profile, grid, axis, node, stagger, dt, background);
        CHECK(v.kappa == nearly(wanted.kappa));
        CHECK(v.b == nearly(wanted.b));
        CHECK(v.c == relative(wanted.c, c_rounding));
      }
    }
  // The same once more, worked out by hand at depths of 3 and 7.5 cells, to the digits of a double.
  const CpmlValues three = cpml_at(profile, grid, 0, 7, Stagger::primal, dt, background);
  CHECK(three.kappa == nearly(1.378));
  CHECK(three.b == nearly(0.90584506681639));
  CHECK(three.c == relative(-0.0185077989153910, c_rounding));
  const CpmlValues seven = cpml_at(profile, grid, 0, 2, Stagger::dual, dt, background);
  CHECK(seven.kappa == nearly(6.90625));
  CHECK(seven.b == nearly(0.89649879832150));
  CHECK(seven.c == relative(-0.0114544856783150, c_rounding));
}

TEST_CASE("Layers in units in which vacuum has eps = mu = 1: the same numbers") {
  const double h = 1e-3, dt = 3.8e-12;
  // Lengths stay; times are in metres of light, conductivities in units of 1/(eta0 m).
  const double c = 1 / (eps0 * eta0);
  CpmlProfile si{3, 1, 0.75, 15, 0.24, {}}, natural = si;
  natural.alpha_max *= eta0;
  for (CpmlProfile* profile : {&si, &natural}) profile->layers[0] = {10, 0};
  for (const double eps_r : {1.0, 4.0})
    for (const double position : {0.0, 2.5, 7.0}) {
      const CpmlValues a = cpml_at(si, 0, position, 50, h, dt,
                                   Medium{eps_r * eps0, eta0 * eta0 * eps0, 0, 0, false});
      const CpmlValues b =
          cpml_at(natural, 0, position, 50, h, dt * c, Medium{eps_r, 1, 0, 0, false});
      CHECK(a.kappa == b.kappa);
      CHECK(a.b == nearly(b.b));
      CHECK(a.c == relative(b.c, c_rounding));
    }
}

TEST_CASE("Layers in units of their own, whose permittivity of vacuum is told: the same numbers") {
  const double h = 1e-3, dt = 3.8e-12,
               unit = 1e9;  // times and lengths stay, eps grows and mu falls
  CpmlProfile si{3, 1, 0.75, 15, 0.24, {}};
  si.layers[0] = {10, 0};
  CpmlProfile own = si, told = si;
  own.alpha_max *= unit;
  own.vacuum_permittivity = unit * eps0;
  told.vacuum_permittivity = eps0;
  const double eps = 4 * eps0, mu = eta0 * eta0 * eps0;
  for (const double position : {0.0, 2.5, 7.0}) {
    const CpmlValues a = cpml_at(si, 0, position, 50, h, dt, {eps, mu, 0, 0, false});
    const CpmlValues same = cpml_at(told, 0, position, 50, h, dt, {eps, mu, 0, 0, false});
    const CpmlValues b = cpml_at(own, 0, position, 50, h, dt, {unit * eps, mu / unit, 0, 0, false});
    CHECK(same.b == a.b);
    CHECK(same.c == a.c);
    CHECK(a.kappa == b.kappa);
    CHECK(a.b == nearly(b.b));
    CHECK(a.c == relative(b.c, c_rounding));
  }
}

TEST_CASE("Layers of equal cells in a graded grid: the numbers of such cells in a uniform one") {
  Grid grid;
  grid.dimension = 3;
  grid.cells = {12, 1, 1};
  grid.wall[0] = {1, 1};
  // Five of 1/2, three others, four of 2: as exact as places in a uniform grid are.
  grid.corners[0] = {0, 0.5, 1, 1.5, 2, 2.5, 3.25, 4, 5.5, 7.5, 9.5, 11.5, 13.5};
  grid.upper = {13.5, 1, 1};
  CpmlProfile profile{3, 1, 0.75, 15, 0.24, {}};
  profile.layers[0] = {5, 4};
  const Medium background{2, 0.5, 0, 0, false};
  for (const double reflection : {0.0, 1e-4}) {
    profile.reflection = reflection;
    for (const Stagger stagger : {Stagger::primal, Stagger::dual})
      for (long node = 0; node < (stagger == Stagger::primal ? 13 : 12); ++node) {
        CAPTURE(node);
        const double position = double(node) + (stagger == Stagger::dual ? 0.5 : 0);
        const CpmlValues graded = cpml_at(profile, grid, 0, node, stagger, 0.1, background),
                         even = cpml_at(profile, 0, position, 12, position < 6 ? 0.5 : 2, 0.1,
                                        background);
        CHECK(graded.kappa == nearly(even.kappa));
        CHECK(graded.b == nearly(even.b));
        CHECK(std::abs(graded.c - even.c) <= c_rounding);
      }
  }
}

TEST_CASE("Layers by what they reflect: each, as thick as it is, sends back that part head on") {
  CpmlProfile profile{3, 1, 1, 1, 0, {}};
  profile.reflection = 1e-3;
  profile.layers = {{{10, 4}, {0, 6}, {5, 0}}};
  const double h = 0.1, dt = 1e-3, eps_r = 4, mu_r = 3;
  const Medium background{eps_r, mu_r, 0, 0, false};
  for (int axis = 0; axis < 3; ++axis)
    for (const std::size_t side : {0, 1}) {
      const double cells = double(profile.layers[std::size_t(axis)][side]);
      if (cells == 0) continue;
      CAPTURE(axis);
      CAPTURE(side);
      // b = exp(-sigma dt) at a part of the way into the layer.
      const auto sigma = [&](double part) {
        const double position = side == 0 ? cells * (1 - part) : 30 - cells * (1 - part);
        return -std::log(cpml_at(profile, axis, position, 30, h, dt, background).b) / dt;
      };
      // Simpson's rule, exact for cubes; the wave goes there and back.
      const double mean = (4 * sigma(0.5) + sigma(1)) / 6,
                   way = 2 * mean * cells * h * std::sqrt(eps_r * mu_r);
      // A rounding of b over sigma dt, which is 0.004 and more.
      CHECK(std::exp(-way) == relative(1e-3, 1e-11));
    }
}

TEST_CASE("Layers in a background with directions: the numbers of the middle of its constants") {
  CpmlProfile profile{3, 1, 0.75, 15, 0.24, {}};
  for (auto& layers : profile.layers) layers = {10, 10};
  const Medium medium{Diagonal(1, 2, 5), Diagonal(2, 0.5, 1), 0, 0, false};
  for (int axis = 0; axis < 3; ++axis)
    for (const double position : {0.0, 2.5, 43.0}) {
      const CpmlValues a = cpml_at(profile, axis, position, 50, 0.1, 0.05, medium),
                       b = cpml_at(profile, axis, position, 50, 0.1, 0.05, {3, 1.25, 0, 0, false});
      CHECK(a.b == b.b);
      CHECK(a.c == b.c);
    }
}

TEST_CASE("In a grid that is its own mirror image so are its layers, graded or not") {
  const double dt = 3.8e-12;
  const Medium background{eps0, eta0 * eta0 * eps0, 0, 0, false};
  for (const bool graded : {false, true}) {
    Grid grid;
    grid.dimension = 3;
    grid.cells = {8, 1, 1};
    grid.upper = {8e-3, 1e-3, 1e-3};
    // Sides of 4, 3, 2, 1, 1, 2, 3, 4 parts of 20: whole lengths from the lower end.
    if (graded)
      for (const int parts : {0, 4, 7, 9, 10, 11, 13, 16, 20})
        grid.corners[0].push_back(4e-4 * parts);
    CpmlProfile profile{3, 1, 0.75, 15, 0.24, {}};
    profile.layers[0] = {3, 3};
    for (const Stagger stagger : {Stagger::primal, Stagger::dual})
      for (long node = 0; node < 3; ++node) {
        const long other = (stagger == Stagger::primal ? 8 : 7) - node;
        const CpmlValues a = cpml_at(profile, grid, 0, node, stagger, dt, background),
                         b = cpml_at(profile, grid, 0, other, stagger, dt, background);
        CAPTURE(node);
        CHECK(a.kappa == nearly(b.kappa));
        CHECK(a.b == nearly(b.b));
        CHECK(a.c == relative(b.c, c_rounding));
      }
  }
}
