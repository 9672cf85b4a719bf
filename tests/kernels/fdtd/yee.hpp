// Problems for Yee's scheme, and a simulation of one of them whose fields a test sets and sees.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "hermite/grid/grading.hpp"
#include "hermite/systems/maxwell.hpp"
#include "kernels/stage/simulation.hpp"
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

// A thread of the host: these grids are too small for more. A simulation holds on to its device.
inline const Device& yee_host() {
  static const Device device("host", 1);
  return device;
}

class YeeRun {
 public:
  // The device must outlive it.
  YeeRun(const YeeProblem& problem, const Device& device)
      : grid_(problem.grid),
        simulation_(fdtd_maxwell_solver(problem.system(), problem.grid, problem.method, device),
                    device) {}

  Simulation& simulation() { return simulation_; }
  void step(long count = 1) {
    for (long i = 0; i < count; ++i) simulation_.step();
  }
  // value(x) at the component's own places.
  template <class F>
  void set(int field, F&& value) {
    const auto& nodes = simulation_.state(field).nodes;
    const Staggering stagger = yee_staggering(field);
    simulation_.write(
        [&](long k, double* values) {
          for (long j = 0; j < nodes[1]; ++j)
            for (long i = 0; i < nodes[0]; ++i)
              values[j * nodes[0] + i] = value(std::array<double, 3>{grid_.node(0, i, stagger[0]),
                                                                     grid_.node(1, j, stagger[1]),
                                                                     grid_.node(2, k, stagger[2])});
        },
        field);
  }
  void set_values(int field, const std::vector<double>& all) {
    const std::size_t slice = simulation_.slice_size(field);
    simulation_.write(
        [&](long k, double* values) {
          std::copy_n(all.begin() + k * static_cast<long>(slice), slice, values);
        },
        field);
  }
  // [k][j][i]
  std::vector<double> values(int field) const {
    std::vector<double> all;
    const std::size_t slice = simulation_.slice_size(field);
    simulation_.read([&](long, const double* v) { all.insert(all.end(), v, v + slice); }, field);
    return all;
  }

 private:
  Grid grid_;
  Simulation simulation_;
};

inline double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}
inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
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

// The kernels against the reference, `steps` steps from rough fields.
void check_reference(const Device& device, const YeeProblem& problem, long steps, double epsilon);
// The same for every schedule, precision and sample problem.
void check_references(const Device& device);
// Problems with walls and periodic axes, layers, media and sources of all kinds.
std::vector<YeeProblem> sample_yee_problems(Precision precision);
// Running Fourier transforms against sums over the fields of every step.
void check_spectra(const Device& device);
// A mode of a cavity against its exact discrete solution; the error over the amplitude.
double cavity_error(const Device& device, Precision precision, std::array<long, 3> cells,
                    std::array<double, 3> upper, long steps);

}  // namespace hermite
