// Yee's scheme in the tuner: its space, what cannot be launched, verification of every variant, block and
// way to update the layers; and its rows in a roofline study.
#include "tests/roofline/fdtd.hpp"
#include "hermite/core/error.hpp"
#include "hermite/method/pipelines.hpp"
#include "hermite/systems/maxwell.hpp"
#include "kernels/fdtd/rate.hpp"
#include "roofline/kernel_times.hpp"
#include "roofline/tune/tuner.hpp"
#include "roofline/tune/verify.hpp"
#include "tests/approx.hpp"
#include "tests/roofline/subject.hpp"

using namespace hermite;
using nlohmann::json;

namespace {

// A box between walls with layers at some faces and two media.
struct SmallYee {
  Maxwell system{2, 0.5};
  TuneSubject subject;

  explicit SmallYee(Precision precision) {
    subject.system = &system;
    Grid& grid = subject.grid;
    grid.dimension = 3;
    grid.cells = {24, 14, 13};
    grid.upper = {1.2, 0.7, 0.8};
    grid.wall = {{{1, 1}, {1, -1}, {1, 1}}};
    FdtdMethod fdtd{};
    fdtd.scene.media = {{2, 0.5, 0.1, 0.2, false}, {5, 0.8, 0, 0.3, false}};
    fdtd.scene.bodies = {{{0.2, 0.1, 0.1}, {0.5, 0.4, 0.3}, 1}};
    fdtd.cpml = {3, 1, 0.8, 5, 0.1, {}};
    fdtd.cpml.layers = {{{4, 3}, {2, 0}, {3, 4}}};
    fdtd.sources = {{2, {3, 2, 1}, 0.7, {"gaussian", 1, 0.3, 1}}};
    subject.method.precision = precision;
    subject.method.dt = 0.9 / fdtd_rate(grid, fdtd.scene.fastest());
    subject.method.kernel.pipeline = yee_pipeline();
    subject.method.order = 0;
    subject.fdtd = fdtd;
  }
  TuneSetting setting(bool cuda) const {
    TuneSetting setting;
    setting.dimension = 3;
    setting.cuda = cuda;
    setting.cells = {64, 64, 64};
    setting.layers = true;
    return setting;
  }
};

}  // namespace

namespace hermite {

void check_pair_row(const Device& device) {
  SmallYee small(Precision::single);
  Grid& grid = small.subject.grid;
  grid.cells = {150, 30, 40};
  // One more source, in the core: the sweep asks for what drives both of its steps.
  small.subject.fdtd->sources.push_back({2, {75, 15, 20}, 0.5, {"gaussian", 1, 0.3, 1}});
  small.subject.method.kernel.steps_per_sweep = 2;
  Simulation simulation(solver_of(small.subject, small.subject.method.kernel, device), device);
  const std::vector<StageRecord> records = time_stages(simulation, {1e-4, 3, 1});
  REQUIRE(records.size() == 3);  // those of single steps first
  const StageRecord& sweep = records.back();
  CHECK(sweep.stage == "two steps");
  CHECK(sweep.kernels.front().name == "yee_pairs");
  CHECK(sweep.timing.median > 0);
  CHECK(sweep.kernels.front().facts.has_value() == device.cuda());
  if (const auto& facts = sweep.kernels.front().facts) {
    CHECK(facts->shared_bytes > 0);
    CHECK(facts->shared_bytes <= device.scratch_limit());
    CHECK(facts->blocks_per_multiprocessor > 0);
  }
  CHECK(std::isfinite(simulation.largest().value));
  CHECK(sweep.cells > 0);
  CHECK(sweep.cells < 150 * 30 * 40);
  const auto cells = static_cast<double>(sweep.cells);
  // Six fields read and written, two media's indices of three components each; and the clock, as a source is near.
  CHECK(sweep.work.compulsory_bytes() == nearly(cells * (12 * 4 + 6) + 4));
  CHECK(sweep.work.block_bytes > sweep.work.compulsory_bytes());
  CHECK(sweep.work.requested_bytes > sweep.work.compulsory_bytes());
  CHECK(sweep.work.floor_flops < sweep.work.flops);
  // Two steps have the operations of each half step twice, but for those of layers, which single steps have as well.
  const auto per_cell = [](const StageRecord& r) { return r.work.floor_flops / double(r.cells); };
  CHECK(per_cell(sweep) > 1.5 * (per_cell(records[0]) + per_cell(records[1])));
}

}  // namespace hermite

TEST_CASE("fdtd: every variant, block and CPML kernel passes, and one of another dt does not") {
  for (const Precision precision : {Precision::single, Precision::double_}) {
    const SmallYee small(precision);
    Verifier verifier(small.subject, 5);
    for (const char* variant : {"literal", "march", "tile"})
      for (const char* cpml : {"auto", "fused", "regions", "faces", "faces-naive"})
        for (const std::array<int, 3> block :
             {std::array<int, 3>{0, 0, 0}, {8, 4, 2}, {16, 7, 16}}) {
          Case::Kernel kernel = small.subject.method.kernel;
          kernel.variant = variant;
          kernel.cpml = cpml;
          kernel.cells_per_block = block[0];
          kernel.rows_per_block = block[1];
          kernel.planes_per_block = block[2];
          CAPTURE(text_of(kernel));
          const Verification verdict = verifier.check(kernel, Device());
          CAPTURE(verdict.text());
          CHECK(verdict.passed());
        }
    const Case::Kernel kernel = small.subject.method.kernel;
    TuneSubject other = small.subject;
    other.grid = verifier.grid_for(kernel);
    other.method.dt *= 1 + 1e-4;
    other.fdtd->sources.clear();
    CHECK_FALSE(verifier.check(other.grid, solver_of(other, kernel, Device()), Device()).passed());
  }
}

TEST_CASE("fdtd: on a GPU variants, cells and rows are crossed, planes and CPML refined") {
  const SmallYee small(Precision::single);
  Case::Kernel base = small.subject.method.kernel;
  bool tile_of_the_paper = false;
  for (const Case::Kernel& kernel : crossed(small.setting(true), base))
    tile_of_the_paper =
        tile_of_the_paper ||
        (kernel.variant == "tile" && kernel.cells_per_block == 32 && kernel.rows_per_block == 16);
  CHECK(tile_of_the_paper);
  for (const Case::Kernel& kernel : crossed(small.setting(false), base))
    CHECK(kernel.rows_per_block == 0);
  for (const TuneAxis& axis : tune_axes()) {
    const std::string key = axis.key;
    CAPTURE(key);
    const std::size_t values = along(axis, small.setting(true), base).size();
    CHECK((values > 0) == (key != "slab" && key != "min_blocks"));
    TuneSetting without = small.setting(true);
    without.layers = false;
    Case::Kernel constant = base;
    constant.coefficients = "constant";
    if (key == "cpml_kernels") {
      CHECK(along(axis, without, base).empty());
      CHECK(along(axis, small.setting(true), constant).size() == values);
    }
  }
}

TEST_CASE("fdtd: a configuration goes to JSON and back; Hermite's have no CPML in them") {
  Configuration c;
  c.precision = Precision::single;
  c.kernel.pipeline = yee_pipeline();
  c.kernel.variant = "tile";
  c.kernel.cells_per_block = 32;
  c.kernel.rows_per_block = 16;
  c.kernel.cpml = "faces";
  CHECK(configuration_from(to_json(c)).kernel.cpml == "faces");
  CHECK(to_json(configuration_from(to_json(c))) == to_json(c));
  c.kernel.pipeline = "monolithic";
  CHECK_FALSE(to_json(c).contains("cpml_kernels"));
}

TEST_CASE("fdtd: a search measures, verifies, and skips what cannot be with its reason") {
  const Folder folder;
  SmallYee small(Precision::single);
  std::vector<std::string> notices;
  TuneJournal journal(folder / "journal.jsonl", json::object(), notices);
  TuneSetting setting = small.setting(false);
  setting.cells = small.subject.grid.cells;
  setting.cells_per_block = {1, 16};  // no cell of a tile
  TuneOptions options;
  options.rounds = 3;
  options.seconds = 60;
  options.sample_seconds = 1e-4;
  const Device host("host", 1);
  const TuneResult result = Tuner(small.subject, setting, host, journal, options).search();
  CHECK(result.complete);
  CHECK(result.best.size() == 3);  // of each variant
  REQUIRE(result.standard);
  CHECK(result.candidates[*result.standard].configuration.kernel.variant == "literal");
  bool skipped = false;
  for (const TuneCandidate& candidate : result.candidates) {
    CAPTURE(text_of(candidate.configuration.kernel));
    CHECK_FALSE(candidate.wrong);
    if (!candidate.samples.empty()) CHECK(candidate.verified);
    skipped = skipped || candidate.skipped.find("allowed at least 2") != std::string::npos;
  }
  CHECK(skipped);
}

TEST_CASE(
    "fdtd: compulsory bytes are those of fields, indices and layers, each as large as it is") {
  const SmallYee small(Precision::single);
  const Solver solver = solver_of(small.subject, small.subject.method.kernel, Device());
  const std::vector<StageRecord> stages = describe_stages(solver);
  REQUIRE(stages.size() == 2);  // not the sources
  for (const StageRecord& record : stages) {
    const double cells = static_cast<double>(record.cells);
    double psi = 0;  // values
    for (const ArraySpec& array : solver.arrays)
      if (array.name.rfind(record.stage == "E" ? "psi_E" : "psi_H", 0) == 0)
        psi += static_cast<double>(array.nodes[0] * array.nodes[1] * array.nodes[2]);
    CHECK(psi > 0);
    CHECK(record.work.compulsory_bytes() == nearly(cells * (9 * 4 + 3) + psi * 2 * 4));
    CHECK(record.work.launches == 1);
    CHECK(record.work.floor_flops > 0);
    CHECK(record.work.floor_flops <= record.work.flops);
  }
}

TEST_CASE("fdtd: two steps in one sweep have a row of their own, of the cells of their core") {
  check_pair_row(Device("host", 1));
}

TEST_CASE("fdtd: the kernels of a half step are timed each by itself, where there are several") {
  SmallYee small(Precision::single);
  const Device host("host", 1);
  for (const char* cpml : {"fused", "regions", "faces", "faces-naive"}) {
    small.subject.method.kernel.cpml = cpml;
    Simulation simulation(solver_of(small.subject, small.subject.method.kernel, host), host);
    const std::string way = cpml;
    for (const StageRecord& record : time_stages(simulation, {1e-4, 3, 1})) {
      REQUIRE(record.kernels.size() == (way == "fused" ? 1 : way == "regions" ? 2 : 6));
      for (const KernelRecord& kernel : record.kernels) {
        CHECK(kernel.timing.has_value() == (way != "fused"));
        if (kernel.timing) CHECK(kernel.timing->median > 0);
      }
      if (record.kernels.size() == 6) CHECK(record.kernels.back().name == "cpml_face_x_upper");
    }
  }
}
