// The space: which combinations there are, that each is what its name says, and what cannot be.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "hermite/core/error.hpp"
#include "hermite/method/pipelines.hpp"
#include "tests/roofline/subject.hpp"

using namespace hermite;
using nlohmann::json;

namespace {

const TuneAxis& axis_of(const std::string& key) {
  const auto axis = std::find_if(tune_axes().begin(), tune_axes().end(),
                                 [&](const TuneAxis& a) { return a.key == key; });
  REQUIRE(axis != tune_axes().end());
  return *axis;
}

TuneSetting cube_of(long cells, bool cuda) {
  TuneSetting setting;
  setting.dimension = 3;
  setting.cells = {cells, cells, cells};
  setting.cuda = cuda;
  return setting;
}

}  // namespace

TEST_CASE("the crossed axes give every combination once") {
  TuneSetting setting = cube_of(24, false);
  setting.cells_per_block = {8, 16};
  Case::Kernel base;
  std::set<std::string> names;
  for (const Case::Kernel& kernel : crossed(setting, base)) names.insert(text_of(kernel));
  CHECK(names == std::set<std::string>{"march, cells_per_block 8", "march, cells_per_block 16",
                                       "literal, cells_per_block 8",
                                       "literal, cells_per_block 16"});
}

TEST_CASE("cells per block are all that fit the grid, and what the code chooses") {
  TuneSetting setting;
  setting.dimension = 1;
  setting.cells = {20, 1, 1};
  for (const bool cuda : {false, true}) {
    setting.cuda = cuda;
    bool chosen = false;
    for (const Case::Kernel& kernel : crossed(setting, {})) {
      CHECK(kernel.variant == "literal");  // there is no march in 1-D
      CHECK(kernel.cells_per_block <= 20);
      chosen = chosen || kernel.cells_per_block == 0;
    }
    CHECK(chosen);
  }
  // Those that are asked for, too: larger ones are the grid.
  setting.cells_per_block = {8, 4000};
  std::vector<int> asked;
  for (const Case::Kernel& kernel : crossed(setting, {})) asked.push_back(kernel.cells_per_block);
  CHECK(asked == std::vector<int>{8, 20});
}

TEST_CASE("what the case gives is kept on every axis") {
  const TuneSetting setting = cube_of(64, true);
  Case::Kernel given;
  given.pipeline = "two-kernel";
  given.variant = "march";
  given.cells_per_block = 7;
  given.rows_per_block = 3;
  given.planes_per_block = 5;
  given.slab = 4;
  given.min_blocks = 2;
  CHECK(crossed(setting, given).size() == 1);
  for (const TuneAxis& axis : tune_axes()) {
    CAPTURE(std::string(axis.key));
    if (std::string(axis.key) == "cpml_kernels") continue;  // of the solver fdtd (fdtd.cpp)
    CHECK(along(axis, setting, given).empty());
    CHECK_FALSE(along(axis, setting,
                      [] {
                        Case::Kernel open;
                        open.pipeline = "two-kernel";
                        return open;
                      }())
                    .empty());
  }
}

TEST_CASE("minimum blocks are for kernels that NVRTC can make") {
  const TuneAxis& axis = axis_of("min_blocks");
  CHECK(axis.refined);
  CHECK(axis.compiles);
  TuneSetting setting = cube_of(64, false);
  Case::Kernel kernel;
  kernel.variant = "registers";
  CHECK(along(axis, setting, kernel).empty());  // the host
  setting.cuda = true;
  for (const char* const pipeline : {"monolithic", "two-kernel", "parity", "shift", "full-step"}) {
    kernel.pipeline = pipeline;
    CAPTURE(kernel.pipeline);
    CHECK(along(axis, setting, kernel).empty() == is_shift(pipeline));
    for (const Case::Kernel& point : along(axis, setting, kernel)) {
      CHECK(point.min_blocks >= 1);
      CHECK(point.min_blocks <= 6);
    }
  }
}

TEST_CASE("planes of parity's kernels for GPUs: whole cells of a thread, or of a warp") {
  const TuneSetting setting = cube_of(64, true);
  Case::Kernel kernel;
  kernel.pipeline = "parity";
  const TuneAxis& axis = axis_of("planes_per_block");
  for (const auto& [variant, least] : {std::pair("registers", 2), std::pair("matrix", 4)}) {
    kernel.variant = variant;
    const std::vector<Case::Kernel> points = along(axis, setting, kernel);
    CHECK(points.size() > 1);
    for (const Case::Kernel& point : points) CHECK(point.planes_per_block % least == 0);
  }
  kernel.variant = "literal";
  CHECK(along(axis, setting, kernel).empty());
}

TEST_CASE("a configuration goes to JSON and back") {
  Configuration c;
  c.order = 3;
  c.precision = Precision::single;
  c.kernel.pipeline = "two-kernel";
  c.kernel.variant = "march";
  c.kernel.cells_per_block = 24;
  c.kernel.rows_per_block = 2;
  c.kernel.planes_per_block = 16;
  c.kernel.slab = 8;
  c.kernel.min_blocks = 3;
  c.kernel.truncate = false;
  const Configuration back = configuration_from(to_json(c));
  CHECK(to_json(back) == to_json(c));
  CHECK(back.kernel.rows_per_block == 2);
  CHECK(back.kernel.min_blocks == 3);
  CHECK(back.precision == Precision::single);
  CHECK_FALSE(to_json(c).contains("steps_per_sweep"));
  c.kernel.pipeline = "full-step";
  c.kernel.steps_per_sweep = 2;
  CHECK(configuration_from(to_json(c)).kernel.steps_per_sweep == 2);
  c.kernel.pipeline = "yee";  // whose sweeps of two have blocks of their own
  CHECK(configuration_from(to_json(c)).kernel.steps_per_sweep == 1);
  json broken = to_json(c);
  broken.erase("slab");
  CHECK_THROWS_AS(configuration_from(broken), json::exception);
}

TEST_CASE("a step of what is tuned is a sweep") {
  Small small("advection", 3, "full-step");
  Case::Kernel& kernel = small.subject.method.kernel;
  kernel.variant = "march";
  CHECK(label_of(small.subject) == "N=1 single full-step");
  CHECK(solver_of(small.subject, kernel, Device()).stages.front().kernels.front().name ==
        "full_step_march");
  kernel.steps_per_sweep = 2;
  CHECK(label_of(small.subject) == "N=1 single full-step, two steps a sweep");
  CHECK(solver_of(small.subject, kernel, Device()).stages.front().kernels.front().name ==
        "two_steps_march");
}

TEST_CASE("a solver has the blocks of its configuration") {
  const Small small("acoustics", 3, "two-kernel");
  Case::Kernel kernel = small.subject.method.kernel;
  kernel.variant = "march";
  kernel.cells_per_block = 8;
  kernel.rows_per_block = 2;
  kernel.planes_per_block = 4;
  const Solver solver = solver_of(small.subject, kernel, Device());
  const KernelUse& use = solver.stages.front().kernels.front();
  CHECK(use.name == "reconstruct_march");
  CHECK(use.cells == std::array<int, 3>{8, 2, 4});
  CHECK_FALSE(use.facts);  // the host has no registers to tell
}
