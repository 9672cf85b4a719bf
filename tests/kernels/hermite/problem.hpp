// What the tests of the Hermite kernels run: a periodic advection problem, smooth random data for
// it, and a simulation of it on any device with any pipeline.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "hermite/systems/advection.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

// One thread: the grids are small, and threads that wait for each other would only slow down tests
// that run side by side. threads.cpp compares with more.
inline Device host() { return Device("host", 1); }

struct Problem {
  int dimension = 1;
  int order = 1;
  std::array<long, 3> cells{1, 1, 1};
  std::array<double, 3> sides{1, 1, 1};     // of the box, lower corner at 0
  std::array<double, 3> velocity{0, 0, 0};  // u_t + velocity . grad u = 0
  double courant = 0.9;
  int q = 0;  // Taylor stages, 0: full
  int steps = 3;

  double h(int d) const { return sides[std::size_t(d)] / double(cells[std::size_t(d)]); }
  double dt() const {
    double rate = 0;
    for (int d = 0; d < dimension; ++d)
      rate = std::max(rate, std::abs(velocity[std::size_t(d)]) / h(d));
    return rate > 0 ? courant / rate : courant;
  }
  double lam(int d) const { return -velocity[std::size_t(d)] * dt() / h(d); }  // of u_t = +a u_x
  int stages() const { return q > 0 ? q : dimension * (2 * order + 1); }
  int entries() const {
    int count = 1;
    for (int d = 0; d < dimension; ++d) count *= order + 1;
    return count;
  }
  long nodes() const { return cells[0] * cells[1] * cells[2]; }
  std::size_t size() const { return std::size_t(nodes()) * std::size_t(entries()); }
  Grid grid() const {
    Grid grid;
    grid.dimension = dimension;
    grid.cells = cells;
    grid.upper = sides;
    return grid;
  }
};

inline std::string text_of(const Problem& p) {
  std::string text = std::to_string(p.dimension) + "-D, N = " + std::to_string(p.order) +
                     ", q = " + std::to_string(p.stages()) + ", cells";
  for (int d = 0; d < p.dimension; ++d) text += " " + std::to_string(p.cells[std::size_t(d)]);
  text += ", velocity";
  for (int d = 0; d < p.dimension; ++d) text += " " + std::to_string(p.velocity[std::size_t(d)]);
  return text;
}

// "march, node-major, truncate, block 3 x 1 x 2, slab 2": what a description leaves out.
inline std::string text_of(const Case::Kernel& k) {
  return k.pipeline + ", " + k.variant + ", " + k.layout + (k.truncate ? ", truncate" : "") +
         ", block " + std::to_string(k.cells_per_block) + " x " + std::to_string(k.rows_per_block) +
         " x " + std::to_string(k.planes_per_block) + ", slab " + std::to_string(k.slab);
}

// Scaled derivatives of a sum of three products of sine waves with random phases and amplitudes, in
// the order of Simulation: [m3][m2][m1][i3][i2][i1].
inline std::vector<double> smooth_data(const Problem& p, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  const double pi = std::acos(-1.0);
  const int n = p.order + 1;
  const auto wave = [&](int d) {  // factors [m][i] of axis d
    const auto cells = std::size_t(p.cells[std::size_t(d)]);
    if (d >= p.dimension) return std::vector<std::vector<double>>(1, {1.0});
    const double k = 2 * pi * std::floor(1 + 2 * uniform(random)) / p.sides[std::size_t(d)];
    const double phase = 2 * pi * uniform(random);
    std::vector<std::vector<double>> factors(cells, std::vector<double>(std::size_t(n)));
    for (std::size_t m = 0; m < cells; ++m) {
      double scale = 1;  // (k h)^i / i!
      for (int i = 0; i < n; ++i, scale *= k * p.h(d) / i)
        factors[m][std::size_t(i)] = scale * std::sin(k * p.h(d) * double(m) + phase + i * pi / 2);
    }
    return factors;
  };
  std::vector<double> data(p.size(), 0.0);
  for (int term = 0; term < 3; ++term) {
    const double amplitude = 0.3 + 0.7 * uniform(random);
    const auto x1 = wave(0), x2 = wave(1), x3 = wave(2);
    std::size_t at = 0;
    for (const auto& p3 : x3)
      for (const auto& p2 : x2)
        for (const auto& p1 : x1)
          for (double i3 : p3)
            for (double i2 : p2)
              for (double i1 : p1) data[at++] += amplitude * i3 * i2 * i1;
  }
  return data;
}

// Independent numbers in -1..1: no smoothness at all.
inline std::vector<double> rough_data(const Problem& p, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> data(p.size());
  for (double& value : data) value = uniform(random);
  return data;
}

// A simulation of the problem, and its state in one piece.
class Run {
 public:
  Run(const Device& device, const Problem& p, Precision precision, const Case::Kernel& kernel)
      : simulation_(hermite_solver(Advection({p.velocity.begin(), p.velocity.end()}), p.grid(),
                                   {p.order, p.dt(), p.stages(), precision, kernel}, device),
                    device),
        size_(p.size()) {}

  void set(const std::vector<double>& data) {
    const std::size_t per_slice = simulation_.slice_size();
    simulation_.write([&](long slice, double* values) {
      std::copy_n(data.data() + std::size_t(slice) * per_slice, per_slice, values);
    });
  }
  std::vector<double> get() const {
    std::vector<double> data(size_);
    const std::size_t per_slice = simulation_.slice_size();
    simulation_.read([&](long slice, const double* values) {
      std::copy_n(values, per_slice, data.data() + std::size_t(slice) * per_slice);
    });
    return data;
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) simulation_.step();
  }
  Simulation& simulation() { return simulation_; }

 private:
  Simulation simulation_;
  std::size_t size_;
};

// The state after the problem's steps.
inline std::vector<double> advance(const Device& device, const Problem& p, Precision precision,
                                   const Case::Kernel& kernel, const std::vector<double>& initial) {
  Run run(device, p, precision, kernel);
  run.set(initial);
  run.steps(p.steps);
  return run.get();
}

inline Case::Kernel kernel_of(const std::string& pipeline, const std::string& variant = "auto") {
  Case::Kernel kernel;
  kernel.pipeline = pipeline;
  kernel.variant = variant;
  return kernel;
}

}  // namespace hermite
