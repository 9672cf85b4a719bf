// Floors of kernels: known numbers, and no schedule below its floor; what a stage moves.
#include <doctest/doctest.h>

#include <cmath>

#include "hermite/method/operators.hpp"
#include "hermite/method/pipelines.hpp"
#include "hermite/method/stability.hpp"
#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/advection.hpp"
#include "kernels/hermite/floor_flops.hpp"
#include "kernels/hermite/stages.hpp"
#include "roofline/kernel_times.hpp"
#include "tests/approx.hpp"

using namespace hermite;

namespace {

const Device& host() {
  static const Device device("host", 1);
  return device;
}

Solver make(const System& system, int dimension, int order, const std::string& pipeline,
            const std::string& variant, long cells = 8) {
  Grid grid;
  grid.dimension = dimension;
  for (int axis = 0; axis < dimension; ++axis) grid.cells[static_cast<std::size_t>(axis)] = cells;
  HermiteMethod method{order,
                       0.5 / static_cast<double>(cells),
                       full_stages(dimension, order),
                       Precision::double_,
                       {}};
  method.kernel.pipeline = pipeline;
  method.kernel.variant = variant;
  return hermite_solver(system, grid, method, host());
}

double floor_of(const Solver& solver) {
  double flops = 0;
  for (const Stage& stage : solver.stages)
    for (const KernelUse& kernel : stage.kernels) flops += kernel.floor_flops();
  return flops;
}

}  // namespace

TEST_CASE("floors of advection's exact steps are the known multiply-adds") {
  const Advection advection({-1, -1, -1});
  for (int order = 1; order <= 3; ++order) {
    const double n = order + 1;
    // 6 n^4 multiply-adds a half step, 9 n^4 a full step, less the first sum of each result.
    const double half = floor_of(make(advection, 3, order, "shift", "march")) / 2;
    CHECK(half == 12 * std::pow(n, 4) - 3 * std::pow(n, 3));
    const double full = floor_of(make(advection, 3, order, "full-step", "literal"));
    CHECK(full == 18 * std::pow(n, 4) - 3 * std::pow(n, 3));
  }
}

TEST_CASE("the floor of an interpolation is that of its even and odd halves, shared") {
  // N = 1 in 1-D: four sums and differences, two 2 x 2 matrices of six operations each.
  CHECK(interpolation_floor(1, 2) == 16);
  // Pencils per cell: n + 2n in 2-D, n^2 + 2n^2 + 4n^2 in 3-D.
  CHECK(interpolation_floor(2, 2) == 6 * 16);
  CHECK(interpolation_floor(3, 2) == 28 * 16);
  CHECK(interpolation_floor(3, 4) == 112 * 64);
}

TEST_CASE("two kernels have the floor of one that does both, whichever schedule they follow") {
  const Advection advection({-1, -1, -1});
  const Acoustics acoustics;
  const System* systems[] = {&advection, &acoustics};
  for (const System* system : systems)
    for (int dimension = 1; dimension <= 3; ++dimension)
      for (int order = 0; order <= 2; ++order) {
        CAPTURE(dimension);
        CAPTURE(order);
        const double one = floor_of(make(*system, dimension, order, "monolithic", "literal"));
        CHECK(floor_of(make(*system, dimension, order, "two-kernel", "literal")) == nearly(one));
        if (dimension == 1) continue;
        CHECK(floor_of(make(*system, dimension, order, "monolithic", "march")) == nearly(one));
      }
}

TEST_CASE("the monolithic schedules have one floor, those of CUDA too") {
  const Eigen::MatrixXd matrix = interpolation(2);
  std::vector<double> op;  // row-major
  for (Eigen::Index i = 0; i < matrix.size(); ++i)
    op.push_back(matrix(i / matrix.cols(), i % matrix.cols()));
  StepArguments a;
  a.order = 2;
  a.stages = 7;
  for (const double*& axis : a.operators) axis = op.data();
  KernelKey key{KernelId::monolithic_literal, "advection",  3, 2, Precision::single,
                Layout::x1_innermost,         Backend::cuda};
  const double literal = floor_flops(key, a);
  CHECK(literal > interpolation_floor(3, 3));
  for (const KernelId id : {KernelId::monolithic_march, KernelId::monolithic_registers}) {
    key.id = id;
    CHECK(floor_flops(key, a) == literal);
  }
}

TEST_CASE("no schedule computes less than its floor, and none moves less than it must") {
  const Advection advection({-1, -1, -1});
  const Acoustics acoustics;
  const System* systems[] = {&advection, &acoustics};
  for (const System* system : systems)
    for (int dimension = 1; dimension <= 3; ++dimension)
      for (const std::string& pipeline : pipelines_of(system->name()))
        for (const std::string& variant : variants_of(pipeline)) {
          if (is_of_gpus(variant) || (dimension == 1 && variant == "march")) continue;
          const Solver solver = make(*system, dimension, 2, pipeline, variant);
          for (const Stage& stage : solver.stages) {
            CAPTURE(pipeline);
            CAPTURE(variant);
            CAPTURE(stage.name);
            const Work work = work_of(solver, stage);
            CHECK(work.floor_flops > 0);
            CHECK(work.flops >= work.floor_flops);
            CHECK(work.block_bytes >= work.compulsory_bytes());
            CHECK(work.requested_bytes >= work.compulsory_bytes());
          }
        }
}

TEST_CASE("the bytes of a stage: its arrays once, and a block's neighbours") {
  const Advection advection({-1, -1, -1});
  const Solver solver = make(advection, 3, 1, "monolithic", "literal", 8);
  const Work work = work_of(solver, solver.stages.front());
  const double array = 8 * 8 * 8 * 8 * 8;  // cells, values of a node, bytes
  CHECK(work.read_bytes == array);
  CHECK(work.written_bytes == array);
  // A block owns a row of cells and reads one node more, of 2 x 2 rows; each cell reads its 8
  // corners.
  const double row = solver.stages.front().kernels.front().cells[0];
  CHECK(work.block_bytes == nearly(array * (1 + 4 * (row + 1) / row)));
  CHECK(work.requested_bytes == 9 * array);
}

TEST_CASE(
    "of a kernel that only GPUs have no scratch is claimed: another form is what was counted") {
  const Acoustics acoustics;
  const Solver solver = make(acoustics, 3, 1, "monolithic", "march");
  Stage stage = solver.stages.front();
  const Work known = work_of(solver, stage);
  CHECK(known.scratch_bytes > 0);
  stage.kernels.front().name = "monolithic_registers";
  const Work unknown = work_of(solver, stage);
  CHECK(unknown.scratch_bytes == 0);
  CHECK(unknown.flops == known.flops);
  CHECK(unknown.requested_bytes == known.requested_bytes);
}

TEST_CASE("stages are timed one by one, on data that are not zero") {
  const Acoustics acoustics;
  Simulation simulation(make(acoustics, 2, 1, "leapfrog", "march", 16), host());
  const std::vector<StageRecord> records = time_stages(simulation, {1e-4, 3, 1});
  REQUIRE(records.size() == 2);
  CHECK(records[0].stage == "v");
  CHECK(records[1].stage == "p");
  for (const StageRecord& record : records) {
    CHECK(record.timing.median > 0);
    CHECK(record.cells == 16 * 16);
    CHECK_FALSE(record.kernels.front().facts.has_value());
  }
  double largest = 0;
  simulation.read([&](long, const double* values) { largest += std::abs(values[0]); });
  CHECK(largest > 0);
}
