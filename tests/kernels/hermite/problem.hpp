// What the tests of the Hermite kernels run: a problem (periodic advection if nothing else is said),
// smooth random data for it, and a simulation of it on any device with any pipeline.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "hermite/systems/advection.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

// Where a sanitizer slows everything down: studies of errors, which touch no memory that smaller tests
// do not touch, are left to the other builds.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

// One thread: the grids are small, and threads that wait for each other would only slow down tests
// that run side by side. threads.cpp compares with more.
inline Device host() { return Device("host", 1); }

struct Problem {
  int dimension = 1;
  int order = 1;
  std::array<long, 3> cells{1, 1, 1};
  std::array<double, 3> sides{1, 1, 1};      // of the box, lower corner at 0
  std::array<double, 3> velocity{0, 0, 0};   // u_t + velocity . grad u = 0
  std::shared_ptr<const System> other;       // another system than that
  std::array<std::array<int, 2>, 3> wall{};  // as Domain::wall
  double courant = 0.9;
  int q = 0;  // Taylor stages, 0: full
  int steps = 3;

  double h(int d) const { return sides[std::size_t(d)] / double(cells[std::size_t(d)]); }
  std::shared_ptr<const System> system() const {
    if (other) return other;
    return std::make_shared<Advection>(std::vector<double>(velocity.begin(), velocity.end()));
  }
  int fields() const { return int(system()->fields(dimension).size()); }
  double dt() const {
    const double rate = courant_rate(grid(), system()->speeds(dimension));
    return rate > 0 ? courant / rate : courant;
  }
  double lam(int d) const { return -velocity[std::size_t(d)] * dt() / h(d); }  // of u_t = +a u_x
  int stages() const { return q > 0 ? q : dimension * (2 * order + 1); }
  int entries() const {
    int count = 1;
    for (int d = 0; d < dimension; ++d) count *= order + 1;
    return count;
  }
  // Of the primal grid.
  long nodes() const { return grid().nodes(Stagger::primal); }
  std::size_t size() const {
    return std::size_t(fields()) * std::size_t(nodes()) * std::size_t(entries());
  }
  Grid grid() const {
    Grid grid;
    grid.dimension = dimension;
    grid.cells = cells;
    grid.upper = sides;
    grid.wall = wall;
    return grid;
  }
};

inline std::string text_of(const Problem& p) {
  std::string text = std::to_string(p.dimension) + "-D, N = " + std::to_string(p.order) +
                     ", q = " + std::to_string(p.stages()) + ", cells";
  for (int d = 0; d < p.dimension; ++d) text += " " + std::to_string(p.cells[std::size_t(d)]);
  if (p.other) {
    text += ", " + p.other->name() + ", walls";
    for (int d = 0; d < p.dimension; ++d)
      for (const int wall : p.wall[std::size_t(d)]) text += " " + std::to_string(wall);
    return text;
  }
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

// Scaled derivatives of a sum of three products of sine waves with random phases and amplitudes for
// each field: [field][m3][m2][m1][i3][i2][i1].
inline std::vector<double> smooth_data(const Problem& p, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  const double pi = std::acos(-1.0);
  const int n = p.order + 1;
  const auto wave = [&](int d) {  // factors [m][i] of axis d
    const auto nodes = std::size_t(p.grid().extents(Stagger::primal)[std::size_t(d)]);
    if (d >= p.dimension) return std::vector<std::vector<double>>(1, {1.0});
    const double k = 2 * pi * std::floor(1 + 2 * uniform(random)) / p.sides[std::size_t(d)];
    const double phase = 2 * pi * uniform(random);
    std::vector<std::vector<double>> factors(nodes, std::vector<double>(std::size_t(n)));
    for (std::size_t m = 0; m < nodes; ++m) {
      double scale = 1;  // (k h)^i / i!
      for (int i = 0; i < n; ++i, scale *= k * p.h(d) / i)
        factors[m][std::size_t(i)] = scale * std::sin(k * p.h(d) * double(m) + phase + i * pi / 2);
    }
    return factors;
  };
  std::vector<double> data(p.size(), 0.0);
  const std::size_t per_field = data.size() / std::size_t(p.fields());
  for (int term = 0; term < 3 * p.fields(); ++term) {
    const double amplitude = 0.3 + 0.7 * uniform(random);
    const auto x1 = wave(0), x2 = wave(1), x3 = wave(2);
    std::size_t at = std::size_t(term / 3) * per_field;
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

// A simulation of the problem, and its state in one piece: [field][m3][m2][m1][i3][i2][i1].
class Run {
 public:
  Run(const Device& device, const Problem& p, Precision precision, const Case::Kernel& kernel)
      : simulation_(hermite_solver(*p.system(), p.grid(),
                                   {p.order, p.dt(), p.stages(), precision, kernel}, device),
                    device),
        fields_(std::size_t(p.fields())),
        size_(p.size()) {}

  void set(const std::vector<double>& data) {
    simulation_.write([&](long slice, double* values) {
      for (std::size_t f = 0; f < fields_; ++f)
        std::copy_n(data.data() + place(f, slice), per_slice(), values + f * per_slice());
    });
  }
  std::vector<double> get() const {
    std::vector<double> data(size_);
    simulation_.read([&](long slice, const double* values) {
      for (std::size_t f = 0; f < fields_; ++f)
        std::copy_n(values + f * per_slice(), per_slice(), data.data() + place(f, slice));
    });
    return data;
  }
  void steps(int count) {
    while (count > 0) count -= simulation_.advance(count);
  }
  Simulation& simulation() { return simulation_; }

 private:
  // Values of one field in a slice, and where they lie in the data.
  std::size_t per_slice() const { return simulation_.slice_size() / fields_; }
  std::size_t place(std::size_t field, long slice) const {
    return field * (size_ / fields_) + std::size_t(slice) * per_slice();
  }

  Simulation simulation_;
  std::size_t fields_, size_;
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
// Of full-step, with two steps in a sweep.
inline Case::Kernel two_steps_of(const std::string& variant = "auto") {
  Case::Kernel kernel = kernel_of("full-step", variant);
  kernel.steps_per_sweep = 2;
  return kernel;
}

}  // namespace hermite
