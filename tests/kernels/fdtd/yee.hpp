// Problems for Yee's scheme, and a simulation of one of them whose fields a test sets and sees.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <random>

#include "hermite/grid/grading.hpp"
#include "hermite/systems/maxwell.hpp"
#include "kernels/fdtd/rate.hpp"
#include "tests/kernels/staggered_run.hpp"
#include "tests/reference/yee.hpp"

namespace hermite {

struct YeeProblem {
  double eps = 2, mu = 0.5;
  Grid grid;
  FdtdMethod method{};
  double courant = 0.9;

  Maxwell system() const { return Maxwell(eps, mu); }
  double speed() const { return 1 / std::sqrt(eps * mu); }
  // dt of the Courant number; the background becomes the first medium.
  void complete(Precision precision = Precision::double_) {
    method.precision = precision;
    if (method.scene.media.empty()) method.scene.media.push_back({eps, mu, 0, 0, false});
    method.dt = courant / fdtd_rate(grid, method.scene.fastest());
    method.steps = 100000;
  }
};

inline YeeProblem box_of(std::array<long, 3> cells, std::array<double, 3> upper, int wall) {
  YeeProblem p;
  p.grid.dimension = 3;
  p.grid.cells = cells;
  p.grid.upper = upper;
  for (auto& walls : p.grid.wall) walls = {wall, wall};
  return p;
}

// Cells of different sides along all three axes, smoothly and with a step.
inline void grade(Grid& grid) {
  for (std::size_t d = 0; d < 3; ++d) {
    const long half = grid.cells[d] / 2;
    grid.corners[d] = graded_corners({{half, 2, 1}, {grid.cells[d] - half, 1.5, 2.5}},
                                     grid.cells[d], grid.lower[d], grid.upper[d], int(d));
  }
}

class YeeRun : public StaggeredRun {
 public:
  // The device must outlive it.
  YeeRun(const YeeProblem& problem, const Device& device)
      : StaggeredRun(problem.grid,
                     fdtd_maxwell_solver(problem.system(), problem.grid, problem.method, device),
                     device) {}
};

// Every schedule of the fields: each cell by itself (literal: "xyz" of Demir and Elsherbeni), and planes that walk along
// z (march, tile: "xy"). By itself march takes a plane a block on a GPU and 16 on the host: 5 make it walk on both, with
// another block after it in grids as small as those of the tests.
inline std::vector<Case::Kernel> yee_variants() {
  std::vector<Case::Kernel> kernels(4);
  kernels[0].variant = "literal";
  kernels[1].variant = "march";
  kernels[2].variant = "march";
  kernels[2].planes_per_block = 5;
  kernels[3].variant = "tile";
  return kernels;
}
inline std::string variant_name(const Case::Kernel& kernel) {
  const int planes = kernel.planes_per_block;
  return kernel.variant + (planes > 0 ? " over " + std::to_string(planes) + " planes" : "");
}
// Calls check(kernel) for each of them;
template <class Check>
void for_each_variant(Check&& check) {
  for (const Case::Kernel& kernel : yee_variants()) {
    CAPTURE(variant_name(kernel));
    check(kernel);
  }
}
// and where there are layers, with every way to update them: A1, A2, A3, and A3 as first published. The last three are
// kernels of their own, whose planes are no matter of how march walks.
template <class Check>
void for_each_schedule(Check&& check) {
  for_each_variant([&](Case::Kernel kernel) {
    for (const char* layers : {"fused", "regions", "faces", "faces-naive"}) {
      if (kernel.planes_per_block > 0 && layers != std::string("fused")) continue;
      CAPTURE(std::string(layers));
      kernel.cpml = layers;
      check(kernel);
    }
  });
}

// Random fields that the electric walls allow.
inline void set_rough(YeeReference& reference, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int f = 0; f < 6; ++f) {
    const std::array<long, 3>& nodes = reference.nodes(f);
    std::array<long, 3> n;
    for (n[2] = 0; n[2] < nodes[2]; ++n[2])
      for (n[1] = 0; n[1] < nodes[1]; ++n[1])
        for (n[0] = 0; n[0] < nodes[0]; ++n[0])
          // A float's value, so that both precisions begin alike.
          reference.u[f][reference.index(f, n)] =
              reference.held_at_zero(f, n) ? 0 : double(float(uniform(random)));
  }
}

// The same of runs, which begin alike.
inline void set_rough(const YeeProblem& p, unsigned seed, std::initializer_list<YeeRun*> runs) {
  const Maxwell system = p.system();
  YeeReference rough(system, p.grid, p.method);
  set_rough(rough, seed);
  for (YeeRun* run : runs) run->set_values(rough.u);
}

// div B over mu of each cell: the flux of H out of it over its volume.
inline std::vector<double> divergence(const YeeRun& run, const YeeProblem& p,
                                      const YeeReference& layout) {
  std::vector<double> div;
  const std::array<std::vector<double>, 3> h = {run.values(3), run.values(4), run.values(5)};
  std::array<long, 3> n;
  for (n[2] = 0; n[2] < p.grid.cells[2]; ++n[2])
    for (n[1] = 0; n[1] < p.grid.cells[1]; ++n[1])
      for (n[0] = 0; n[0] < p.grid.cells[0]; ++n[0]) {
        double sum = 0;
        for (int a = 0; a < 3; ++a) {
          std::array<long, 3> next = n;
          const auto d = std::size_t(a);
          next[d] = p.grid.periodic(a) ? (n[d] + 1) % p.grid.cells[d] : n[d] + 1;
          sum += (h[d][layout.index(3 + a, next)] - h[d][layout.index(3 + a, n)]) /
                 p.grid.spacing(a, n[d], Stagger::dual);
        }
        div.push_back(sum);
      }
  return div;
}
// How far roundings of so many steps may move it, those of one sign no more often than those of the other: as the
// root of the steps. Five a step of each of a cell's six values, over its least side.
inline double divergence_bound(Precision precision, long steps, double least_side) {
  return std::sqrt(double(steps)) * 5 * epsilon_of(precision) * 6 / least_side;
}

// The same of the energy, over 10^4 steps of some 4000 values: roundings are random in sign, of the steps the root, 100,
// and of the values 1/60 of a value's. 2 to 7 eps were seen, with FMA and without; 8 are 1e-6 and 2e-15.
inline double drift_bound(Precision precision) { return 8 * epsilon_of(precision); }

// What central differences of cells h make of a wave number, and the frequency of waves that have it in steps dt.
inline double discrete(double k, double h) { return 2 / h * std::sin(k * h / 2); }
inline double discrete_frequency(double speed, double K, double dt) {
  return 2 / dt * std::asin(speed * dt / 2 * K);
}
// How far a wave is off after so much of phase: dt, h and what is made of them are rounded, ten times or so.
inline double phase_bound(double phase) { return 10 * phase * epsilon_of(Precision::double_) / 2; }

// W = 1/2 eps |E^n|^2 + 1/2 mu H^{n-1/2} . H^{n+1/2}, each value with the volume about it. Takes a step.
inline double energy_of_step(YeeRun& run, const YeeProblem& p, const YeeReference& layout) {
  const auto product = [&](int field, const std::vector<double>& a, const std::vector<double>& b) {
    const Staggering stagger = yee_staggering(field);
    const std::array<long, 3>& nodes = layout.nodes(field);
    double sum = 0;
    std::array<long, 3> n;
    for (n[2] = 0; n[2] < nodes[2]; ++n[2])
      for (n[1] = 0; n[1] < nodes[1]; ++n[1])
        for (n[0] = 0; n[0] < nodes[0]; ++n[0]) {
          double volume = 1;
          for (int d = 0; d < 3; ++d) volume *= p.grid.spacing(d, n[std::size_t(d)], stagger[d]);
          const std::size_t at = layout.index(field, n);
          sum += volume * a[at] * b[at];
        }
    return sum;
  };
  double energy = 0;
  std::array<std::vector<double>, 3> before;
  for (int a = 0; a < 3; ++a) {
    const std::vector<double> e = run.values(a);
    energy += p.eps / 2 * product(a, e, e);
    before[std::size_t(a)] = run.values(3 + a);
  }
  run.step();
  for (int a = 0; a < 3; ++a)
    energy += p.mu / 2 * product(3 + a, before[std::size_t(a)], run.values(3 + a));
  return energy;
}

// Energy and div B after 10^4 steps from rough fields are those of the first one.
inline void check_kept(const Device& device, const YeeProblem& p, Precision precision,
                       double least_side) {
  const Maxwell system = p.system();
  YeeReference rough(system, p.grid, p.method);
  set_rough(rough, 11);
  YeeRun run(p, device);
  run.set_values(rough.u);
  const std::vector<double> div = divergence(run, p, rough);
  const double w = energy_of_step(run, p, rough);
  run.step(9998);
  CHECK(std::abs(energy_of_step(run, p, rough) / w - 1) < drift_bound(precision));
  CHECK(largest_difference(divergence(run, p, rough), div) <
        divergence_bound(precision, 10000, least_side));
}

inline const std::vector<Precision> both_precisions = {Precision::single, Precision::double_};

// The kernels against the reference, `steps` steps from rough fields.
void check_reference(const Device& device, const YeeProblem& problem, long steps, double epsilon);
// The same for every schedule, precision and sample problem.
void check_references(const Device& device);
// Problems with walls and periodic axes, layers, media and sources of all kinds.
std::vector<YeeProblem> sample_yee_problems(Precision precision);
// E at the edges of hard sources, in every schedule.
void check_hard_sources(const Device& device);
// Tables of media in the kernels against tables in memory, in every schedule.
void check_constant_tables(const Device& device);
// Two steps in one sweep against two steps, of problems that have cores.
void check_pairs(const Device& device, const std::vector<Precision>& precisions);
// Running Fourier transforms against sums over the fields of every step.
void check_spectra(const Device& device, const std::vector<Precision>& precisions);
// Every schedule with every CPML kernel and every way to store media, against the reference.
void check_schedules(const Device& device, const std::vector<Precision>& precisions, long steps);
// CPML in the field kernels, over regions and face by face against each other.
void check_cpml_kernels(const Device& device);

// The ends along z of a grid of so many cells against those of a shorter one; values beyond `offset` in an array.
void check_long_grid(const Device& device, const std::array<long, 3>& cells, long offset);

// Known answers. A mode of a cavity against its exact discrete solution, over 10^4 steps:
void check_cavity(const Device& device);
// constant energy and div B; waves at the speed of the scheme's dispersion; growth past the stability limit alone:
void check_energy(const Device& device);
void check_dispersion(const Device& device);
void check_stability_limit(const Device& device);
// graded grids:
void check_graded_energy(const Device& device);
void check_graded_limit(const Device& device);
void check_graded_order(const Device& device);
// a plane wave by total and scattered field, along axes and off them: what leaks, and when it is where:
void check_leakage(const Device& device);
void check_spanning(const Device& device);
void check_arrival(const Device& device);
void check_oblique_leakage(const Device& device);
void check_oblique_arrival(const Device& device);
void check_incident_kernels(const Device& device);
// As few steps as a wave takes to reach its box.
void check_incident_arrival(const Device& device, const std::vector<Precision>& precisions);
// what layers, Mur's walls and conductors, with directions or without, absorb:
void check_layers_absorb(const Device& device);
void check_reflection(const Device& device);
void check_graded_reflection(const Device& device);
void check_mur(const Device& device);
void check_conductor(const Device& device);
// the field of a short dipole in free space, and of an edge at a plate's corner between layers:
void check_dipole(const Device& device);
void check_plate(const Device& device);

}  // namespace hermite
