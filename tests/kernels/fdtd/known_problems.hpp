// Problems with known answers that data/cases has as well: the tests run them, and compare the files with them.
#pragma once

#include "hermite/core/pi.hpp"
#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

struct KnownProblem {
  YeeProblem yee;
  double final = 0;  // time at the end
  // What is recorded, every step.
  int field = 0;
  std::array<long, 3> node{};
};

// Vacuum in SI units, cells of a millimetre, layers of 10 of them on all sides.
inline YeeProblem layered_vacuum(const std::array<long, 3>& cells, const CpmlProfile& profile) {
  const double eps0 = 8.8541878128e-12, c = 299792458.0, h = 1e-3;
  YeeProblem p =
      box_of(cells, {h * double(cells[0]), h * double(cells[1]), h * double(cells[2])}, 1);
  p.eps = eps0;
  p.mu = 1 / (eps0 * c * c);
  p.courant = 0.99;
  p.method.cpml = profile;
  for (auto& layers : p.method.cpml.layers) layers = {10, 10};
  p.method.scene.media = {{p.eps, p.mu, 0, 0, false}};
  return p;
}

// cpml-benchmark, that of Taflove and Hagness, 3rd edition, section 7.11.2: a pulsed edge at the corner of a conducting
// plate of 25 x 100 mm, layers 3 cells away from it on all sides. `more`: cells by which the domain is larger everywhere.
inline const CpmlProfile plate_layers{3, 1, 0.75, 15, 0.24, {}};
inline KnownProblem plate_problem(Precision precision = Precision::double_, long more = 0,
                                  const CpmlProfile& profile = plate_layers) {
  const double h = 1e-3, a = double(more);
  KnownProblem known;
  YeeProblem& p = known.yee;
  p = layered_vacuum({50 + 2 * more, 125 + 2 * more, 25 + 2 * more}, profile);
  p.method.scene.media.push_back({p.eps, p.mu, 0, 0, true});
  p.method.scene.bodies = {{{(a + 13) * h, (a + 13) * h, (a + 11.75) * h},
                            {(a + 38) * h, (a + 113) * h, (a + 12.25) * h},
                            1}};
  p.complete(precision);
  // Its waveform is taken at the end of each step, ours in the middle.
  const double width = 53e-12, delay = 4 * width - p.method.dt / 2;
  p.method.sources = {
      {2, {more + 13, more + 13, more + 12}, h * h, {"differentiated-gaussian", delay, width, 1}}};
  known.final = 2100 * p.method.dt;
  known.field = 1;  // at the opposite corner
  known.node = {more + 37, more + 113, more + 12};
  return known;
}

// dipole: I dl along z at the origin in free space, I = d/dt exp(-u^2), u = (t - 1/f)/width, dl one edge.
constexpr double dipole_frequency = 1e9;
inline const double dipole_width = 1 / (std::sqrt(2.0) * pi * dipole_frequency);
inline KnownProblem dipole_problem(Precision precision = Precision::single) {
  KnownProblem known;
  YeeProblem& p = known.yee;
  p = layered_vacuum({100, 100, 100}, {3, 1, 0.75, 15, 0.05, {}});
  p.grid.lower = {-0.05, -0.05, -0.05};
  p.grid.upper = {0.05, 0.05, 0.05};
  p.method.sources = {
      {2,
       {50, 50, 50},
       1 / dipole_width,
       {"differentiated-gaussian", 1 / dipole_frequency, dipole_width, dipole_frequency}}};
  p.complete(precision);
  known.final = 3e-9;
  known.field = 2;
  known.node = {70, 70, 70};
  return known;
}

// cavity: half waves along each axis of a box with electric walls.
constexpr std::array<int, 3> cavity_waves = {1, 2, 3};

}  // namespace hermite
