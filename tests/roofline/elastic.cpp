// The staggered elastic scheme in the tuner: its space, and verification of every variant and block.
#include "tests/kernels/elastic/elastic.hpp"
#include "hermite/core/error.hpp"
#include "hermite/method/pipelines.hpp"
#include "kernels/fdtd/elastic/block_shape.hpp"
#include "roofline/tune/verify.hpp"
#include "tests/approx.hpp"

using namespace hermite;

namespace {

// Two media and a box of a third below a free surface, layers at the other faces.
ElasticProblem sample(int dimension) {
  ElasticProblem p = elastic_box(dimension, {19, 15, 16}, {1, 0.8, 0.9}, 1);
  const auto last = static_cast<std::size_t>(dimension) - 1;
  p.method.scene.media = {ElasticMedium::of_speeds(1.3, 2, 1.1),
                          ElasticMedium::of_speeds(2.1, 1.4, 0.9)};
  p.method.scene.places.bodies = {{{0.4, 0.2, 0.3}, {0.7, 0.5, 0.65}, 1}};
  p.method.cpml = {2, 1, 0.8, 3, 0.4, {}};
  for (std::size_t axis = 0; axis <= last; ++axis) p.method.cpml.layers[axis] = {3, 2};
  p.method.cpml.layers[last][1] = 0;
  p.method.free = {false, true};
  PointSource push;
  push.point = {0.3, 0.4, 0.4};
  push.force = {1, 0, 0};
  push.waveform = {"ricker", 0.1, 1, 5};
  p.method.sources = {push};
  p.complete(Precision::single);
  return p;
}

TuneSubject subject_of(const System& system, const ElasticProblem& problem) {
  TuneSubject subject{&system, problem.grid, {}};
  subject.method.precision = problem.method.precision;
  subject.method.dt = problem.method.dt;
  subject.method.kernel.pipeline = staggered_pipeline();
  subject.method.order = 0;
  subject.elastic = problem.method;
  return subject;
}

TuneSetting setting_of(int dimension) {
  TuneSetting setting;
  setting.dimension = dimension;
  setting.cuda = true;
  setting.cells = {64, 64, 64};
  return setting;
}

// How many values the tuner tries along an axis.
std::size_t values_along(const std::string& key, int dimension, const std::string& variant) {
  Case::Kernel kernel;
  kernel.pipeline = staggered_pipeline();
  kernel.variant = variant;
  for (const TuneAxis& axis : tune_axes())
    if (key == axis.key) return along(axis, setting_of(dimension), kernel).size();
  FAIL("no axis " << key);
  return 0;
}

}  // namespace

TEST_CASE("elastic fdtd: every variant and block passes, and one of another dt does not") {
  for (const int dimension : {2, 3}) {
    const ElasticProblem problem = sample(dimension);
    const Elastic system = problem.system();
    const TuneSubject subject = subject_of(system, problem);
    Verifier verifier(subject, 5);
    for (const char* variant : {"literal", "march", "tile"})
      for (const std::array<int, 3> block : {std::array<int, 3>{0, 0, 0}, {8, 4, 2}, {16, 4, 7}}) {
        if (dimension == 2 && std::string(variant) != "literal") continue;
        Case::Kernel kernel = subject.method.kernel;
        kernel.variant = variant;
        kernel.cells_per_block = block[0];
        kernel.rows_per_block = block[1];
        kernel.planes_per_block = block[2];
        CAPTURE(text_of(kernel));
        const Verification verdict = verifier.check(kernel, one_thread());
        CAPTURE(verdict.text());
        CHECK(verdict.passed());
      }
    const Case::Kernel kernel = subject.method.kernel;
    TuneSubject other = subject;
    other.grid = verifier.grid_for(kernel);
    other.method.dt *= 1 + 1e-4;
    other.elastic->sources.clear();
    CHECK_FALSE(
        verifier.check(other.grid, solver_of(other, kernel, one_thread()), one_thread()).passed());
  }
}

TEST_CASE("elastic fdtd: the tuner tries the blocks that a variant has, and literal alone in 2-D") {
  CHECK(values_along("variant", 3, "auto") == 3);
  CHECK(values_along("variant", 2, "auto") == 1);
  CHECK(values_along("cells_per_block", 3, "march") > 0);
  CHECK(values_along("rows_per_block", 3, "literal") > 0);
  CHECK(values_along("rows_per_block", 3, "march") > 0);
  CHECK(values_along("planes_per_block", 3, "march") > 0);
  CHECK(values_along("min_blocks", 3, "march") == 0);
  CHECK(values_along("cpml_kernels", 3, "march") == 0);
}

TEST_CASE("elastic fdtd: of 16 x 8 points a tile reads 1.75 values for each, as the paper counts") {
  ElasticProblem p = sample(3);
  p.method.kernel.variant = "tile";
  p.method.kernel.cells_per_block = 16;
  p.method.kernel.rows_per_block = 8;
  const Elastic system = p.system();
  const Solver solver = fdtd_elastic_solver(system, p.grid, p.method, one_thread());
  CHECK(solver.description == "staggered: tile 16x8x17 points per block");
  // Two values beyond either end of 8 rows, of 16 columns; three planes before the first, of three fields.
  const double x = 4.0 * 8 / 128, y = 4.0 * 16 / 128, pipelines = 3 * 3 / 17.0;
  const auto loads = [&](const char* name) {
    for (const Stage& stage : solver.stages)
      if (stage.name == name) return stage.cost_per_cell().loads;
    return 0.0;
  };
  // 1.75 of each velocity; of sxx sxy syy sxz syz szz as far as x and y go. And what is written.
  CHECK(1 + x + y == 1.75);
  CHECK(loads("stress") == nearly(6 + 3 * 1.75 + pipelines));
  CHECK(loads("velocity") == nearly(3 + 6 + 3 * x + 3 * y + pipelines));
}

TEST_CASE(
    "elastic fdtd: the tuner's boxes of threads are what a GPU takes, or are refused by name") {
  Case::Kernel open;
  open.pipeline = staggered_pipeline();
  open.variant = "march";
  const auto threads = [](const FdtdBlock& block, int pack) {
    return block.lanes / pack * block.rows * block.planes;
  };
  for (const long cells : {8, 64, 128, 200, 320, 800}) {
    const Grid grid = elastic_box(3, {cells, 16, 16}, {1, 1, 1}, 1).grid;
    TuneSetting setting = setting_of(3);
    setting.cells = {cells, 16, 16};
    for (const Precision precision : {Precision::single, Precision::double_}) {
      const int pack = 16 / bytes_of(precision);
      const auto block_of = [&](const Case::Kernel& kernel) {
        return chosen_elastic_block(kernel, FdtdSchedule::march, true, precision, grid);
      };
      const FdtdBlock chosen = block_of(open);
      CHECK(threads(chosen, pack) <= 256);
      // All of a row that is no longer than a warp; else a warp, or half of one where fewer lanes are then idle.
      const auto idle = [&](long lanes) { return divide_up(cells + 1, lanes) * lanes; };
      const long warp = 32L * pack;
      const bool is_short = cells + 1 <= warp;
      CHECK(chosen.lanes == (is_short                      ? divide_up(cells + 1, long{pack}) * pack
                             : idle(warp / 2) < idle(warp) ? warp / 2
                                                           : warp));
      int taken = 0;
      for (const Case::Kernel& crossed_one : crossed(setting, open))
        for (const TuneAxis& axis : tune_axes()) {
          if (std::string(axis.key) != "planes_per_block") continue;
          for (const Case::Kernel& kernel : along(axis, setting, crossed_one)) {
            CAPTURE(text_of(kernel));
            CHECK(kernel.cells_per_block % 4 == 0);
            try {
              const FdtdBlock block = block_of(kernel);
              const auto kept = [](int asked, int has) { return asked == 0 || has == asked; };
              CHECK(kept(kernel.cells_per_block, block.lanes));
              CHECK(kept(kernel.rows_per_block, block.rows));
              CHECK(kept(kernel.planes_per_block, block.planes));
              CHECK(block.lanes % pack == 0);
              const int found = threads(block, pack);
              CHECK(found >= 1);
              CHECK(found <= most_elastic_threads);
              ++taken;
            } catch (const Error& error) {
              CHECK(std::string(error.what()).find("per_block: found ") != std::string::npos);
              CHECK(std::string(error.what()).find("at most ") != std::string::npos);
            }
          }
        }
      CHECK(taken > 30);
    }
  }
  // As measured.
  const FdtdBlock measured =
      chosen_elastic_block(open, FdtdSchedule::march, true, Precision::single,
                           elastic_box(3, {539, 16, 16}, {1, 1, 1}, 1).grid);
  CHECK(measured.lanes == 64);
  CHECK(measured.rows == 16);
  CHECK(measured.planes == 1);
}

TEST_CASE("elastic fdtd: a row of a GPU's tile has the threads that load what lies beside it") {
  const Grid grid = elastic_box(3, {16, 16, 16}, {1, 1, 1}, 1).grid;
  const auto block_of = [&](int lanes, int rows, bool cuda) {
    Case::Kernel kernel;
    kernel.variant = "tile";
    kernel.cells_per_block = lanes;
    kernel.rows_per_block = rows;
    return chosen_elastic_block(kernel, FdtdSchedule::tile, cuda, Precision::single, grid);
  };
  CHECK_THROWS_WITH(block_of(1, 0, true),
                    doctest::Contains("kernel.cells_per_block: found 1, allowed at least 2"));
  CHECK_THROWS_WITH(block_of(0, 129, true),
                    doctest::Contains("kernel.rows_per_block: found 129, allowed at most 128"));
  CHECK_THROWS_WITH(block_of(3, 86, true),
                    doctest::Contains("kernel.rows_per_block: found 86, allowed at most 85"));
  for (int rows = 0; rows <= 128; ++rows) {
    const FdtdBlock block = block_of(0, rows, true);
    CHECK(block.lanes >= 2);
    CHECK(block.lanes * block.rows <= 256);
    CHECK((rows == 0 || block.rows == rows));
  }
  // The host's have no threads.
  CHECK(block_of(1, 0, false).lanes == 1);
  CHECK(block_of(0, 129, false).rows == 129);
}
