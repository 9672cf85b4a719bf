// What is derived from a solver's arrays and stages: halos, memory, cost, the watch for growth.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "hermite/core/error.hpp"
#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/advection.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/stage/time_loop.hpp"
#include "tests/kernels/step_cost.hpp"

using namespace hermite;

namespace {

Grid cube(int dimension, long cells) {
  Grid grid;
  grid.dimension = dimension;
  for (int axis = 0; axis < dimension; ++axis) grid.cells[static_cast<std::size_t>(axis)] = cells;
  return grid;
}

HermiteMethod method_of(const char* pipeline, int dimension, int order, double lam, double h) {
  HermiteMethod method;
  method.order = order;
  method.dt = lam * h;
  method.stages = dimension * (2 * order + 1);
  method.precision = Precision::double_;
  method.kernel.pipeline = pipeline;
  return method;
}

Solver solver_of(const char* pipeline, int dimension, int order, long cells, int slab = 0) {
  const Grid grid = cube(dimension, cells);
  HermiteMethod method = method_of(pipeline, dimension, order, 0.8, grid.h(0));
  method.kernel.slab = slab;
  return hermite_solver(Advection({-1, -1, -1}), grid, method, Device("host"));
}

double copies_of_state(const Solver& solver, long cells) {
  const double state = static_cast<double>(cells * cells * cells) * solver.arrays[0].entries * 8;
  return static_cast<double>(total_bytes(solver)) / state;
}

}  // namespace

TEST_CASE("Halos are as wide as the stages reach, and no wider") {
  const Solver half = solver_of("monolithic", 2, 1, 8);
  const NodeExtents u = extents_of(half, 0), dual = extents_of(half, 1);
  for (int axis = 0; axis < 3; ++axis) {
    CHECK(u.above[axis] == (axis < 2 ? 1 : 0));
    CHECK(u.below[axis] == 0);
    CHECK(dual.below[axis] == (axis < 2 ? 1 : 0));
    CHECK(dual.above[axis] == 0);
  }
  // Arrays that change places are alike.
  const Solver full = solver_of("full-step", 3, 1, 8);
  for (int array : {0, 1}) {
    const NodeExtents x = extents_of(full, array);
    for (int axis = 0; axis < 3; ++axis) CHECK((x.below[axis] == 1 && x.above[axis] == 1));
  }
}

TEST_CASE("Memory: two copies of the state, and what the coefficients add") {
  const long cells = 64;
  // Rows of 64 values and their halos are padded to whole lines of 16: 80 / 64; x2 and x3 have
  // halos of 1, or of 1 on both sides in the full step. 2 / 64: a slice in doubles, packed and not; 0.01: the watch's columns
  // and the ends of the arrays.
  const double one = 80.0 / 64 * (65.0 / 64) * (65.0 / 64),
               both = 80.0 / 64 * (66.0 / 64) * (66.0 / 64);
  const double rest = 2.0 / 64 + 0.01;
  CHECK(copies_of_state(solver_of("monolithic", 3, 2, cells), cells) <= 2 * one + rest);
  CHECK(copies_of_state(solver_of("shift", 3, 2, cells), cells) <= 2 * one + rest);
  CHECK(copies_of_state(solver_of("full-step", 3, 2, cells), cells) <= 2 * both + rest);
  // Coefficients: 2^3 copies for the whole grid, or a slab of them.
  const double whole = copies_of_state(solver_of("two-kernel", 3, 2, cells), cells);
  CHECK(whole > 2 + 8);
  CHECK(whole <= 2 * one + 8 + rest);
  CHECK(copies_of_state(solver_of("two-kernel", 3, 2, cells, 4), cells) <=
        2 * one + 8 * 4.0 / 64 + rest);
}

TEST_CASE("Cost: every stage reads its input and writes its output once") {
  for (int order = 1; order <= 3; ++order) {
    const double node = (order + 1) * (order + 1) * (order + 1) * 8.0;
    CHECK(moved_bytes(solver_of("shift", 3, order, 16)) == 4 * node);
    CHECK(moved_bytes(solver_of("full-step", 3, order, 16)) == 2 * node);
    CHECK(moved_bytes(solver_of("two-kernel", 3, order, 16)) == 4 * node + 32 * node);
  }
}

TEST_CASE("Growth past the bound stops the run with step, field and place") {
  const Device host("host");
  const Advection system({-1, -1, -1});
  const Grid grid = cube(2, 12);
  // Twice the stable limit, which the command refuses and a caller of the library may ask for.
  const HermiteMethod method = method_of("monolithic", 2, 1, 2.0, grid.h(0));
  Simulation simulation(hermite_solver(system, grid, method, host), host);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  simulation.write([&](long, double* values) {
    std::generate_n(values, simulation.slice_size(), [&] { return uniform(random); });
  });
  TimeLoop loop(simulation, 1000, 1);
  std::string message;
  try {
    loop.run(1000);
  } catch (const RunError& error) {
    message = error.what();
  }
  CAPTURE(message);
  CHECK(loop.step() == TimeLoop::watch_interval);
  CHECK(message.find("step 50 of 1000: field u at node (") == 0);
  CHECK(message.find("has grown to") != std::string::npos);
  // The last step is looked at too, between two looks.
  Simulation shorter(hermite_solver(system, grid, method, host), host);
  shorter.write([&](long, double* values) {
    std::generate_n(values, shorter.slice_size(), [&] { return uniform(random); });
  });
  TimeLoop few(shorter, 49, 1);
  CHECK_THROWS_AS(few.run(49), RunError);
  CHECK(few.step() == 49);
}

TEST_CASE("A run that is resumed between two looks is held to what was seen before") {
  const Device host("host");
  const Grid grid = cube(2, 12);
  const HermiteMethod method = method_of("monolithic", 2, 1, 0.9, grid.h(0));
  Simulation simulation(hermite_solver(Acoustics(1, 1), grid, method, host), host);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  simulation.write([&](long, double* values) {
    std::generate_n(values, simulation.slice_size(), [&] { return uniform(random); });
  });
  const long stop = 5 * TimeLoop::watch_interval + 7;
  TimeLoop loop(simulation, 10 * stop, 1);
  loop.run(stop);
  const TimeLoop::State stopped = loop.state();
  CHECK(stopped.growth.reference > 0);
  CHECK(stopped.growth.peak >= stopped.growth.reference);
  TimeLoop resumed(simulation, 10 * stop, 1);
  resumed.resume(stopped);
  resumed.run(stop + 1);
  CHECK(resumed.state().growth.reference == stopped.growth.reference);
  CHECK(resumed.state().growth.peak == stopped.growth.peak);
  // Of what it would not have come to by itself no step is taken.
  std::vector<double> slices;
  simulation.read([&](long, const double* values) {
    slices.insert(slices.end(), values, values + simulation.slice_size());
  });
  simulation.write([&](long slice, double* values) {
    const double* from = slices.data() + slice * simulation.slice_size();
    std::transform(from, from + simulation.slice_size(), values, [](double v) { return 1e6 * v; });
  });
  TimeLoop blown(simulation, 10 * stop, 1);
  blown.resume(stopped);
  CHECK_THROWS_AS(blown.run(stop + 1), RunError);
  CHECK(blown.step() == stop);
}

TEST_CASE(
    "Derivatives that fit no polynomial grow in the first steps, and that is no instability") {
  const Device host("host");
  for (const int dimension : {1, 2})
    for (const int order : {9, 10}) {
      CAPTURE(dimension);
      CAPTURE(order);
      const Grid grid = cube(dimension, 8);
      Simulation simulation(
          hermite_solver(Acoustics(1, 1), grid,
                         method_of("monolithic", dimension, order, 0.5, grid.h(0)), host),
          host);
      std::mt19937_64 random(5);
      std::uniform_real_distribution<double> uniform(-1, 1);
      simulation.write([&](long, double* values) {
        std::generate_n(values, simulation.slice_size(), [&] { return uniform(random); });
      });
      TimeLoop loop(simulation, 8 * TimeLoop::watch_interval, 1);
      loop.run(8 * TimeLoop::watch_interval);
      CHECK(loop.state().growth.peak > 1e3);  // of data up to 1
    }
}

TEST_CASE("Growth in units of another field is no instability") {
  const Device host("host");
  const double density = 1000, speed = 1500;  // water, which a velocity of 1 m/s sets under 1.5 MPa
  const Grid grid = cube(2, 12);
  Simulation simulation(hermite_solver(Acoustics(density, speed), grid,
                                       method_of("monolithic", 2, 2, 0.8 / speed, grid.h(0)), host),
                        host);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const long state = simulation.slice_size();
  const long pressure = state / 3;  // the first of three fields
  simulation.write([&](long, double* values) {
    std::fill_n(values, pressure, 0.0);
    std::generate_n(values + pressure, state - pressure, [&] { return uniform(random); });
  });
  TimeLoop loop(simulation, 3 * TimeLoop::watch_interval, 1);
  loop.run(3 * TimeLoop::watch_interval);
  CHECK(simulation.largest().value > 0.01 * density * speed);
}

TEST_CASE("The bound of growth is in the units of the fields that feed each other") {
  const Device host("host");
  const Grid grid = cube(2, 12);
  const auto bound = [&](double density, double speed) {
    return hermite_solver(Acoustics(density, speed), grid,
                          method_of("monolithic", 2, 2, 0.8 / speed, grid.h(0)), host)
        .growth_bound;
  };
  // 1 m/s of a plane wave is density times speed of pressure.
  CHECK(bound(1000, 1500) / bound(1, 1) == doctest::Approx(1.5e6).epsilon(1e-14));
}

TEST_CASE("The largest value is found wherever it is, and a value that is none is larger") {
  const Device host("host");
  for (const int dimension : {1, 2, 3}) {
    Grid grid = cube(dimension, 3);
    grid.cells[0] = 5;
    HermiteMethod method = method_of("leapfrog", dimension, 1, 0.8, grid.h(0));
    Simulation simulation(hermite_solver(Acoustics(1, 1), grid, method, host), host);
    // Of the two states p and v every value by turns, in the order of slices, fields, nodes, entries.
    long number = 0;
    for (int state = 0; state < simulation.states(); ++state) {
      const long size = static_cast<long>(simulation.slice_size(state)),
                 slices = simulation.slices(state);
      const long fields = simulation.state(state).fields, entries = simulation.state(state).entries;
      for (long at = 0; at < size * slices; at += dimension == 3 ? 5 : 1, ++number) {
        const double value = number % 3 == 0 ? std::nan("") : number % 3 == 1 ? -2.0 : 1.0 / 3;
        for (int other = 0; other < simulation.states(); ++other)
          simulation.write(
              [&](long slice, double* values) {
                std::fill_n(values, simulation.slice_size(other), 1e-3);
                if (other == state && slice == at / size) values[at % size] = value;
              },
              other);
        const LargestValue found = simulation.largest();
        const long node = at % size % (size / fields) / entries;
        const long m1 = node % 5, m2 = dimension == 2 ? at / size : node / 5;
        std::string place = std::to_string(m1);
        if (dimension > 1) place += ", " + std::to_string(m2);
        if (dimension > 2) place += ", " + std::to_string(at / size);
        const long field = state + at % size / (size / fields);
        const std::string name = field == 0 ? "p" : std::string("v") + "xyz"[field - 1];
        CHECK(found.value == (std::isnan(value) ? HUGE_VAL : std::abs(value)));
        CHECK(simulation.place_of(found) == "field " + name + " at node (" + place + ")");
      }
    }
  }
}
