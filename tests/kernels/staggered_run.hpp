// A simulation of staggered fields, one array each, that a test sets and sees; and how far such fields are apart.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "hermite/core/grow.hpp"
#include "hermite/grid/grid.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

// A thread of the host: for grids too small for more. A simulation holds on to its device.
inline const Device& one_thread() {
  static const Device device("host", 1);
  return device;
}

class StaggeredRun {
 public:
  // The device must outlive it.
  StaggeredRun(const Grid& grid, Solver solver, const Device& device)
      : grid_(grid), simulation_(std::move(solver), device) {}

  Simulation& simulation() { return simulation_; }
  int fields() const { return simulation_.states(); }
  void step(long count = 1) {
    for (long i = 0; i < count; ++i) simulation_.step();
  }
  // value(x) at the field's own places.
  template <class F>
  void set(int field, F&& value) {
    const std::array<long, 3>& nodes = simulation_.state(field).nodes;
    const Staggering& stagger = simulation_.state(field).stagger;
    std::vector<double> all;
    for (long k = 0; k < nodes[2]; ++k)
      for (long j = 0; j < nodes[1]; ++j)
        for (long i = 0; i < nodes[0]; ++i)
          all.push_back(value(std::array<double, 3>{grid_.node(0, i, stagger[0]),
                                                    grid_.node(1, j, stagger[1]),
                                                    grid_.node(2, k, stagger[2])}));
    set_values(field, all);
  }
  void set_values(int field, const std::vector<double>& all) {
    const std::size_t slice = simulation_.slice_size(field);
    simulation_.write(
        [&](long k, double* values) {
          std::copy_n(all.begin() + k * static_cast<long>(slice), slice, values);
        },
        field);
  }
  // Of all fields, a list of each.
  template <class Fields>
  void set_values(const Fields& all) {
    REQUIRE(all.size() == std::size_t(fields()));
    for (int f = 0; f < fields(); ++f) set_values(f, all[std::size_t(f)]);
  }
  // [k][j][i]
  std::vector<double> values(int field) const {
    std::vector<double> all;
    const std::size_t slice = simulation_.slice_size(field);
    simulation_.read([&](long, const double* v) { all.insert(all.end(), v, v + slice); }, field);
    return all;
  }
  // Those of all fields, one after the other.
  std::vector<double> values() const {
    std::vector<double> all;
    for (int f = 0; f < fields(); ++f)
      for (const double v : values(f)) all.push_back(v);
    return all;
  }
  double at(int field, const std::array<long, 3>& node) const {
    const auto& nodes = simulation_.state(field).nodes;
    const bool flat = grid_.dimension == 2;
    std::vector<double> slice(simulation_.slice_size(field));
    simulation_.read_slice(flat ? node[1] : node[2], slice.data(), field);
    return slice[static_cast<std::size_t>(flat ? node[0] : node[1] * nodes[0] + node[0])];
  }

 private:
  Grid grid_;
  Simulation simulation_;
};

// Twice what a rounding is off by at most, of 1.
inline double epsilon_of(Precision precision) {
  return precision == Precision::single ? 1.2e-7 : 2.3e-16;
}

inline double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double v : values) grow(most, std::abs(v));
  return most;
}
inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) grow(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace hermite
