// Verification passes what is right and finds what is wrong: another number of Taylor stages, another
// dt, a plane that nobody writes, a value next to the right place.
#include <cmath>

#include "roofline/random_data.hpp"
#include "roofline/tune/verify.hpp"
#include "tests/approx.hpp"
#include "tests/roofline/subject.hpp"

using namespace hermite;

namespace {

struct Broken {
  Grid grid;
  Solver solver;
};

// The subject's solver on the verifier's grid, with a method of one's own.
Broken altered(const Small& small, const Verifier& verifier, const HermiteMethod& method) {
  TuneSubject other = small.subject;
  other.method = method;
  other.grid = verifier.grid_for(method.kernel);
  return {other.grid, solver_of(other, method.kernel, Device())};
}

// A stage that leaves out the last plane, or line, or node.
Solver without_last_plane(Solver solver) {
  Stage& stage = solver.stages.back();
  const int last = solver.dimension - 1;
  const auto whole = stage.launch;
  stage.launch = [whole, last](const std::vector<BoundArray>& arrays, const CellBox& box,
                               const LaunchTarget& target) {
    CellBox less = box;
    --less.upper[last];
    whole(arrays, less, target);
  };
  return solver;
}

}  // namespace

TEST_CASE("every pipeline and variant passes, on random data of any seed") {
  const Device host;
  for (const char* const name : {"advection", "acoustics"})
    for (const char* const pipeline :
         {"monolithic", "two-kernel", "parity", "shift", "full-step", "conservative", "leapfrog"}) {
      const bool of_advection =
          std::string(pipeline) == "shift" || std::string(pipeline) == "full-step";
      const bool of_acoustics = std::string(pipeline) == "conservative" ||
                                std::string(pipeline) == "leapfrog" ||
                                std::string(pipeline) == "parity";
      if (of_advection && std::string(name) != "advection") continue;
      if (of_acoustics && std::string(name) != "acoustics") continue;
      for (const int dimension : {1, 2, 3})
        for (const Precision precision : {Precision::single, Precision::double_}) {
          const Small small(name, dimension, pipeline, dimension == 3 ? 1 : 2, precision);
          Verifier verifier(small.subject, 11);
          for (const char* const variant : {"literal", "march"}) {
            if (std::string(variant) == "march" &&
                (dimension == 1 || std::string(pipeline) == "parity"))
              continue;
            Case::Kernel kernel = small.subject.method.kernel;
            kernel.variant = variant;
            kernel.cells_per_block = 10;
            kernel.rows_per_block = 2;
            kernel.planes_per_block = 3;
            CAPTURE(std::string(name));
            CAPTURE(dimension);
            CAPTURE(std::string(name_of(precision)));
            CAPTURE(text_of(kernel));
            CAPTURE(std::string(pipeline));
            const Verification verdict = verifier.check(kernel, host);
            CAPTURE(verdict.text());
            CHECK(verdict.passed());
          }
        }
    }
}

TEST_CASE("a sweep of two steps is verified as two steps") {
  const Device host;
  for (const int dimension : {1, 2, 3})
    for (const Precision precision : {Precision::single, Precision::double_}) {
      Small small("advection", dimension, "full-step", dimension == 3 ? 1 : 2, precision);
      Case::Kernel single = small.subject.method.kernel;
      small.subject.method.kernel.steps_per_sweep = 2;
      Verifier verifier(small.subject, 11);
      for (const char* const variant : {"literal", "march"}) {
        if (std::string(variant) == "march" && dimension == 1) continue;
        Case::Kernel kernel = small.subject.method.kernel;
        kernel.variant = single.variant = variant;
        CAPTURE(dimension);
        CAPTURE(text_of(kernel));
        const Verification verdict = verifier.check(kernel, host);
        CAPTURE(verdict.text());
        CHECK(verdict.passed());
        TuneSubject once = small.subject;
        once.grid = verifier.grid_for(single);
        CHECK_FALSE(verifier.check(once.grid, solver_of(once, single, host), host).passed());
      }
    }
}

TEST_CASE("blocks of the grid that verifies have neighbours and a ragged end") {
  const Small small("acoustics", 3, "monolithic");
  const Verifier verifier(small.subject, 1);
  for (const int cells : {1, 8, 32, 33, 256, 600}) {
    Case::Kernel kernel = small.subject.method.kernel;
    kernel.cells_per_block = cells;
    const Grid grid = verifier.grid_for(kernel);
    CHECK(grid.cells[0] > cells);
    if (cells > 1) CHECK(grid.cells[0] % cells != 0);
    for (int axis = 0; axis < 3; ++axis) CHECK(grid.h(axis) == nearly(small.subject.grid.h(axis)));
  }
}

TEST_CASE("another number of stages, or another dt, is found") {
  const Device host;
  for (const Precision precision : {Precision::single, Precision::double_}) {
    const Small small("acoustics", 2, "monolithic", 2, precision);
    Verifier verifier(small.subject, 3);
    HermiteMethod method = small.subject.method;
    CHECK(
        verifier
            .check(verifier.grid_for(method.kernel), altered(small, verifier, method).solver, host)
            .passed());
    HermiteMethod fewer = method;
    // In single precision the last of 10 terms is below the rounding errors.
    fewer.stages = precision == Precision::single ? 5 : fewer.stages - 1;
    const Broken wrong_q = altered(small, verifier, fewer);
    CHECK_FALSE(verifier.check(wrong_q.grid, wrong_q.solver, host).passed());
    HermiteMethod other = method;
    other.dt *= 1.001;
    const Broken wrong_dt = altered(small, verifier, other);
    CHECK_FALSE(verifier.check(wrong_dt.grid, wrong_dt.solver, host).passed());
  }
}

TEST_CASE("cells that are not written are found and counted") {
  const Device host;
  for (const int dimension : {1, 2, 3}) {
    const Small small("advection", dimension, "monolithic");
    Verifier verifier(small.subject, 5);
    const Broken right = altered(small, verifier, small.subject.method);
    const Verification verdict = verifier.check(right.grid, without_last_plane(right.solver), host);
    CHECK_FALSE(verdict.passed());
    long missing = 1;  // of the last plane, all entries of N = 1
    for (int axis = 0; axis < dimension; ++axis)
      missing *= 2 * (axis == dimension - 1 ? 1 : right.grid.cells[std::size_t(axis)]);
    CHECK(verdict.unwritten == missing);
  }
}

TEST_CASE("a cell that is not updated in place is found, too") {
  const Small small("acoustics", 2, "leapfrog");
  Verifier verifier(small.subject, 5);
  const Broken right = altered(small, verifier, small.subject.method);
  const Verification verdict =
      verifier.check(right.grid, without_last_plane(right.solver), Device());
  CHECK_FALSE(verdict.passed());
  CHECK(verdict.unwritten == 0);  // it holds the old value, which is far from the new one
}

TEST_CASE("the random data are what their seed says, in (-1, 1), and exact in single precision") {
  const Small small("acoustics", 3, "monolithic", 1, Precision::double_);
  const Device host;
  const auto draw = [&](std::uint64_t seed) {
    Simulation simulation(solver_of(small.subject, small.subject.method.kernel, host), host);
    fill_random(simulation, seed);
    std::vector<double> all;
    simulation.read([&](long, const double* values) {
      all.insert(all.end(), values, values + simulation.slice_size());
    });
    return all;
  };
  const std::vector<double> first = draw(1), again = draw(1), other = draw(2);
  CHECK(first == again);
  CHECK(first != other);
  double sum = 0, squares = 0;
  long outside = 0, rounded = 0;
  for (const double value : first) {
    outside += std::abs(value) < 1 ? 0 : 1;
    rounded += double(float(value)) == value ? 0 : 1;
    sum += value;
    squares += value * value;
  }
  CHECK(outside == 0);
  CHECK(rounded == 0);
  const auto n = double(first.size());
  // Uniform: mean 0 with standard deviation 1/sqrt(3 n), mean square 1/3 with sqrt(4/45 / n); five
  // of these.
  CHECK(std::abs(sum / n) < 5 / std::sqrt(3 * n));
  CHECK(std::abs(squares / n - 1. / 3) < 5 * std::sqrt(4. / 45 / n));
}
