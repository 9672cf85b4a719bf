// A strip of a slice is the slice without its other nodes, value by value.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "hermite/method/stability.hpp"
#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/advection.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/stage/simulation.hpp"

using namespace hermite;

namespace {

constexpr int order = 1;

Simulation random_simulation(int dimension, const Device& device, Precision precision,
                             const char* layout) {
  Grid grid;
  grid.dimension = dimension;
  const long cells[] = {7, 5, 4};
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a) grid.cells[a] = cells[a];
  Case::Kernel kernel;
  kernel.layout = layout;
  const HermiteMethod method{order, 0.01, full_stages(dimension, order), precision, kernel};
  // Several fields where the layout has kernels for them.
  const bool several = std::string(layout) == "x1-innermost";
  Simulation simulation(
      several
          ? hermite_solver(Acoustics(), grid, method, device)
          : hermite_solver(Advection(std::vector<double>(static_cast<std::size_t>(dimension), -1)),
                           grid, method, device),
      device);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const std::size_t size = simulation.slice_size();
  simulation.write([&](long, double* values) {
    std::generate_n(values, size, [&] { return static_cast<float>(uniform(random)); });
  });
  return simulation;
}

void check_strip(const Simulation& simulation, const Strip& strip) {
  const ArraySpec& state = simulation.state(0);
  const long columns = state.nodes[0],
             rows = simulation.solver().dimension == 3 ? state.nodes[1] : 1;
  const long kept_columns = strip.axis == 0 ? 2 : columns, kept_rows = strip.axis == 1 ? 2 : rows;
  std::vector<double> whole(simulation.slice_size()), some(simulation.slice_size(0, strip));
  REQUIRE(some.size() ==
          static_cast<std::size_t>(state.fields * kept_rows * kept_columns * state.entries));
  for (long slice = 0; slice < simulation.slices(); ++slice) {
    simulation.read_slice(slice, whole.data());
    simulation.read_slice(slice, some.data(), 0, strip);
    const double* value = some.data();
    bool same = true;
    for (long f = 0; f < state.fields; ++f)
      for (long j = 0; j < kept_rows; ++j)
        for (long i = 0; i < kept_columns; ++i)
          for (long e = 0; e < state.entries; ++e) {
            const long m2 = strip.axis == 1 ? strip.nodes[j] : j;
            const long m1 = strip.axis == 0 ? strip.nodes[i] : i;
            const long at = ((f * rows + m2) * columns + m1) * state.entries + e;
            same = same && *value++ == whole[static_cast<std::size_t>(at)];
          }
    CHECK(same);
  }
}

void check_strips(const Device& device) {
  for (const int dimension : {2, 3})
    for (const Precision precision : {Precision::single, Precision::double_})
      for (const char* layout : {"x1-innermost", "node-major"}) {
        const Simulation simulation = random_simulation(dimension, device, precision, layout);
        for (int axis = 0; axis + 1 < dimension; ++axis) {
          // Neighbours, those on either side of a periodic end, and one node alone.
          const long last = simulation.state(0).nodes[static_cast<std::size_t>(axis)] - 1;
          check_strip(simulation, {axis, {2, 3}});
          check_strip(simulation, {axis, {last, 0}});
          check_strip(simulation, {axis, {1, 1}});
        }
      }
}

}  // namespace

TEST_CASE("strips of slices") { check_strips(Device("host", 2)); }

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: strips of slices") { check_strips(Device("cuda")); }
}
