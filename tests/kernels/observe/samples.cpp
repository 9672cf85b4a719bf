// Samples of a simulation's array against the same sums over its nodal data, for all dimensions,
// layouts and precisions; that they do not depend on the halos; and that those of several states at once
// are those of each alone.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "hermite/core/grow.hpp"
#include "hermite/method/stability.hpp"
#include "hermite/output/stencil.hpp"
#include "hermite/systems/advection.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/observe/point_sampler.hpp"
#include "kernels/stage/simulation.hpp"

using namespace hermite;

namespace {

const double velocity[] = {-1, -0.5, 0.25};
constexpr int order = 2;

Grid make_test_grid(int dimension, long more = 0) {
  Grid grid;
  grid.dimension = dimension;
  const long cells[] = {7, 5, 4};
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a)
    grid.cells[a] = cells[a] + more;
  return grid;
}

Simulation make_simulation(const Grid& grid, const Device& device, Precision precision,
                           const char* layout) {
  const Advection advection(std::vector<double>(velocity, velocity + grid.dimension));
  Case::Kernel kernel;
  kernel.layout = layout;
  const HermiteMethod method{order, 0.01, full_stages(grid.dimension, order), precision, kernel};
  Simulation simulation(hermite_solver(advection, grid, method, device), device);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const std::size_t size = simulation.slice_size();
  simulation.write([&](long, double* values) {
    for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<float>(uniform(random));
  });
  return simulation;
}

NodalState state_of(const Grid& grid, const Simulation& simulation) {
  NodalState state;
  state.dimension = grid.dimension;
  state.order = order;
  state.fields = {"u"};
  state.nodes = simulation.state(0).nodes;
  for (int a = 0; a < grid.dimension; ++a) state.h[static_cast<std::size_t>(a)] = grid.h(a);
  return state;
}

// The sum of samples.hpp over nodal data [m3][m2][m1][i3][i2][i1].
double direct(const NodalState& s, const PointSample& p, const std::vector<double>& data) {
  const int n = s.n(), columns = 2 * n;
  const auto weight = [&](int axis, int c) {
    return axis < s.dimension ? p.weights[axis][static_cast<std::size_t>(c)] : c == 0 ? 1.0 : 0.0;
  };
  double sum = 0;
  for (int c3 = 0; c3 < (s.dimension > 2 ? columns : 1); ++c3)
    for (int c2 = 0; c2 < (s.dimension > 1 ? columns : 1); ++c2)
      for (int c1 = 0; c1 < columns; ++c1) {
        const long node =
            (p.place.node[2][c3 / n] * s.nodes[1] + p.place.node[1][c2 / n]) * s.nodes[0] +
            p.place.node[0][c1 / n];
        const long entry = (c3 % n * n + c2 % n) * (s.dimension > 1 ? n : 1) + c1 % n;
        sum += weight(2, c3) * weight(1, c2) * weight(0, c1) *
               data[static_cast<std::size_t>(node * s.entries() + entry)];
      }
  return sum;
}

constexpr int per_state = 21;

// The i-th of a state that has this number among those sampled.
PointSample sample_of(const NodalState& state, int number, int i) {
  PointSample sample{{{{0, 0}, {0, 0}, {0, 0}}, number, 0}, {}};
  for (int a = 0; a < state.dimension; ++a) {
    const AxisStencil s = AxisCells(state, a).at(std::fmod(i * (0.05 + 0.13 * a), 1.01));
    sample.place.node[a][0] = s.left;
    sample.place.node[a][1] = s.right;
    sample.weights[a] = s.weights;
  }
  return sample;
}

void check_samples(const Device& device) {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (const Precision precision : {Precision::single, Precision::double_})
      for (const char* layout : {"x1-innermost", "node-major"}) {
        const Grid grid = make_test_grid(dimension);
        Simulation simulation = make_simulation(grid, device, precision, layout);
        const NodalState state = state_of(grid, simulation);
        std::vector<PointSample> samples;
        for (int i = 0; i < per_state; ++i) samples.push_back(sample_of(state, 0, i));
        PointSampler sampler(device, precision, dimension, order, samples);
        std::vector<double> data;
        const auto read = [&] {
          data.clear();
          simulation.read([&](long, const double* values) {
            data.insert(data.end(), values, values + simulation.slice_size());
          });
        };
        std::vector<double> wanted;
        for (int record = 0; record < 3; ++record) {
          REQUIRE(sampler.record(simulation.bound_states()));
          read();
          for (const PointSample& sample : samples) wanted.push_back(direct(state, sample, data));
          simulation.step();
        }
        const std::vector<double> have = sampler.take();
        REQUIRE(have.size() == wanted.size());
        double worst = 0;
        for (std::size_t i = 0; i < have.size(); ++i) grow(worst, std::abs(have[i] - wanted[i]));
        // Two orders of summation of at most 6^3 products of size 1, in double for both precisions.
        CHECK(worst < 1e-14 * std::pow(6, dimension));
        CHECK(sampler.take().empty());
      }
}

// As many states as a launch takes, each of other values and extents; samples of them take turns.
void check_states(const Device& device) {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (const Precision precision : {Precision::single, Precision::double_}) {
      std::vector<Simulation> simulations;
      std::vector<NodalState> states;
      for (int k = 0; k < most_states; ++k) {
        const Grid grid = make_test_grid(dimension, k % 5);
        const char* layout = k % 3 == 1 ? "node-major" : "x1-innermost";
        simulations.push_back(make_simulation(grid, device, precision, layout));
        for (int steps = 0; steps < k / 5; ++steps) simulations.back().step();
        states.push_back(state_of(grid, simulations.back()));
      }
      std::vector<PointSample> samples;
      for (int i = 0; i < per_state; ++i)
        for (int k = 0; k < most_states; ++k)
          samples.push_back(sample_of(states[static_cast<std::size_t>(k)], k, i));
      PointSampler together(device, precision, dimension, order, samples);
      for (int record = 0; record < 2; ++record) {
        std::vector<BoundArray> bound;
        for (const Simulation& simulation : simulations)
          bound.push_back(simulation.bound_states()[0]);
        REQUIRE(together.record(bound));
        const std::vector<double> values = together.take();
        REQUIRE(values.size() == samples.size());
        for (std::size_t k = 0; k < states.size(); ++k) {
          std::vector<PointSample> own;
          for (int i = 0; i < per_state; ++i) own.push_back(sample_of(states[k], 0, i));
          PointSampler alone(device, precision, dimension, order, own);
          REQUIRE(alone.record({bound[k]}));
          const std::vector<double> wanted = alone.take();
          REQUIRE(wanted.size() == own.size());
          for (std::size_t i = 0; i < wanted.size(); ++i)
            CHECK(values[i * states.size() + k] == wanted[i]);
          simulations[k].step();
        }
      }
    }
}

}  // namespace

TEST_CASE("samples of a state are sums over its nodal data") { check_samples(Device("host", 2)); }

TEST_CASE("samples of several states at once are those of each alone, bit for bit") {
  check_states(Device("host", 2));
}

TEST_CASE("a sampler that is full says so, and has room again when its records are taken") {
  const Device device("host", 1);
  const Grid grid = make_test_grid(1);
  Simulation simulation = make_simulation(grid, device, Precision::double_, "x1-innermost");
  const AxisStencil s = AxisCells(state_of(grid, simulation), 0).at(0.3);
  const PointSample sample{{{{s.left, s.right}, {0, 0}, {0, 0}}, 0, 0}, {s.weights, {}, {}}};
  PointSampler sampler(device, Precision::double_, 1, order, {sample});
  std::size_t records = 0;
  while (sampler.record(simulation.bound_states())) ++records;
  CHECK(records > 0);
  CHECK(sampler.take().size() == records);
  CHECK(sampler.record(simulation.bound_states()));
  PointSampler none(device, Precision::double_, 1, order, {});
  CHECK(none.record(simulation.bound_states()));
  CHECK(none.take().empty());
}

TEST_SUITE("gpu-sanitize") {
  TEST_CASE("samples on the GPU") { check_samples(Device("cuda")); }
}

TEST_SUITE("gpu") {
  TEST_CASE("samples of several states at once on the GPU") { check_states(Device("cuda")); }
}
