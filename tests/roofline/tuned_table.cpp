// The tuned table: the choice of tuned, near, default, stale and foreign; damaged lines; that what the
// case says wins.
#include "roofline/tune/tuned_table.hpp"

#include <nlohmann/json.hpp>
#include <thread>

#include "hermite/method/pipelines.hpp"
#include "tests/roofline/subject.hpp"

using namespace hermite;
using nlohmann::json;

namespace {

const TunedMachine here = {"NVIDIA H200", "CUDA 13.0", "nvcc 13.0", "0123456789abcdef"};

TunedEntry entry(int order, int cells, double seconds, const std::string& variant = "march") {
  TunedEntry e;
  e.machine = here;
  e.system = "acoustics";
  e.dimension = 3;
  e.cells = {150, 150, 150};
  e.configuration.order = order;
  e.configuration.precision = Precision::single;
  e.configuration.kernel.variant = variant;
  e.configuration.kernel.cells_per_block = cells;
  e.configuration.kernel.planes_per_block = 25;
  e.seconds = seconds;
  e.date = "2026-11-21";
  e.measured = json::object();
  return e;
}

TunedQuery query(int order) {
  TunedQuery q;
  q.system = "acoustics";
  q.dimension = 3;
  q.cells = {150, 150, 150};
  q.wanted.order = order;
  q.wanted.precision = Precision::single;
  return q;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Written {
  Folder folder;
  std::string file = folder / "nvidia-h200.jsonl";

  explicit Written(const std::vector<TunedEntry>& entries) { TunedTable(file).merge(entries); }
  TunedChoice choose(const TunedQuery& q, const TunedMachine& machine = here) const {
    return TunedTable(file).choose(q, machine);
  }
};

}  // namespace

TEST_CASE("the order's own entry, then the nearest order's, then the default") {
  const Written table({entry(1, 32, 1), entry(3, 8, 3), entry(5, 2, 5)});
  const TunedChoice exact = table.choose(query(3));
  CHECK(exact.found);
  CHECK(exact.text == "tuned (2026-11-21, NVIDIA H200)");
  CHECK(exact.kernel.cells_per_block == 8);
  CHECK(exact.kernel.variant == "march");
  CHECK(exact.kernel.planes_per_block == 25);
  CHECK(exact.notices.empty());
  // Of two as near the higher, whose blocks are small enough for both.
  CHECK(table.choose(query(2)).text == "near: N=3's (2026-11-21, NVIDIA H200)");
  CHECK(table.choose(query(0)).kernel.cells_per_block == 32);
  CHECK(table.choose(query(9)).kernel.cells_per_block == 2);
}

TEST_CASE(
    "two steps in one sweep take blocks with the CPML in them alone, tables in constant memory "
    "all") {
  TunedEntry apart = entry(3, 8, 3);
  apart.configuration.kernel.pipeline = yee_pipeline();
  apart.configuration.kernel.cpml = "regions";
  const Written table({apart});
  TunedQuery any = query(3);
  any.wanted.kernel.pipeline = yee_pipeline();
  CHECK(table.choose(any).found);
  TunedQuery constant = any, pairs = any;
  constant.wanted.kernel.coefficients = "constant";
  pairs.wanted.kernel.steps_per_sweep = 2;
  CHECK(table.choose(constant).found);
  CHECK_FALSE(table.choose(pairs).found);
}

TEST_CASE("nothing is taken from another system, dimension, pipeline, precision, layout or rows") {
  const Written table({entry(3, 8, 3)});
  for (int what = 0; what < 7; ++what) {
    TunedQuery q = query(3);
    if (what == 0) q.system = "maxwell";
    if (what == 1) q.dimension = 2;
    if (what == 2) q.wanted.kernel.pipeline = "leapfrog";
    if (what == 3) q.wanted.precision = Precision::double_;
    if (what == 4) q.wanted.kernel.layout = "node-major";
    if (what == 5) q.wanted.kernel.truncate = false;
    if (what == 6) q.wanted.kernel.rows = "tight";
    CAPTURE(what);
    const TunedChoice choice = table.choose(q);
    CHECK_FALSE(choice.found);
    CHECK(choice.text == "default");
    CHECK(choice.kernel.cells_per_block == 0);
  }
}

TEST_CASE("blocks of single steps and of sweeps of two are apart, as entries and as choices") {
  TunedEntry once = entry(3, 8, 3), twice = entry(3, 16, 2);
  for (TunedEntry* const one : {&once, &twice}) {
    one->system = "advection";
    one->configuration.kernel.pipeline = "full-step";
  }
  twice.configuration.kernel.steps_per_sweep = 2;
  const Written table({once, twice});
  CHECK(TunedTable(table.file).entries().size() == 2);
  TunedQuery q = query(3);
  q.system = "advection";
  q.wanted.kernel.pipeline = "full-step";
  CHECK(table.choose(q).kernel.cells_per_block == 8);
  q.wanted.kernel.steps_per_sweep = 2;
  CHECK(table.choose(q).kernel.cells_per_block == 16);
  CHECK(table.choose(q).kernel.steps_per_sweep == 2);
}

TEST_CASE("the fastest variant, unless the case names one") {
  const Written table({entry(2, 16, 2, "march"), entry(2, 24, 1, "literal")});
  CHECK(table.choose(query(2)).kernel.variant == "literal");
  TunedQuery q = query(2);
  q.wanted.kernel.variant = "march";
  CHECK(table.choose(q).kernel.cells_per_block == 16);
}

TEST_CASE("the grid nearest in size; march length and slab on the same grid alone") {
  TunedEntry small = entry(2, 4, 0.1), large = entry(2, 64, 9);
  small.cells = {20, 20, 20};
  large.cells = {300, 300, 300};
  const Written table({small, large});
  TunedQuery q = query(2);
  CHECK(table.choose(q).kernel.cells_per_block == 64);
  CHECK(table.choose(q).kernel.planes_per_block == 0);
  CHECK(table.choose(q).text == "near: of 300x300x300 cells (2026-11-21, NVIDIA H200)");
  CHECK_FALSE(table.choose(q).of_other_order);
  q.wanted.order = 3;
  CHECK(table.choose(q).text == "near: N=2's of 300x300x300 cells (2026-11-21, NVIDIA H200)");
  CHECK(table.choose(q).of_other_order);
  q = query(2);
  q.cells = {20, 20, 20};
  CHECK(table.choose(q).kernel.cells_per_block == 4);
  CHECK(table.choose(q).kernel.planes_per_block == 25);
  CHECK(table.choose(q).text == "tuned (2026-11-21, NVIDIA H200)");
}

TEST_CASE("sizes that the case gives win") {
  const Written table({entry(2, 16, 2)});
  for (int what = 0; what < 4; ++what) {
    TunedQuery q = query(2);
    if (what == 3) q.wanted.kernel.min_blocks = 5;
    if (what == 0) q.wanted.kernel.cells_per_block = 5;
    if (what == 1) q.wanted.kernel.rows_per_block = 5;
    if (what == 2) q.wanted.kernel.planes_per_block = 5;
    const TunedChoice choice = table.choose(q);
    CHECK(choice.text == "as the case says");
    CHECK(choice.kernel.cells_per_block == q.wanted.kernel.cells_per_block);
    CHECK(choice.kernel.rows_per_block == q.wanted.kernel.rows_per_block);
    CHECK(choice.kernel.planes_per_block == q.wanted.kernel.planes_per_block);
    CHECK(choice.kernel.min_blocks == q.wanted.kernel.min_blocks);
  }
}

TEST_CASE("minimum blocks belong to the registers of an order") {
  TunedEntry with = entry(2, 16, 2);
  with.configuration.kernel.min_blocks = 3;
  const Written table({with});
  CHECK(table.choose(query(2)).kernel.min_blocks == 3);
  CHECK(table.choose(query(3)).kernel.cells_per_block == 16);
  CHECK(table.choose(query(3)).kernel.min_blocks == 0);
}

TEST_CASE("a stale entry is told of and not used, unless it is asked for") {
  for (int what = 0; what < 3; ++what) {
    TunedEntry old = entry(2, 16, 2);
    if (what == 0) old.machine.sources = "fedcba9876543210";
    if (what == 1) old.machine.driver = "CUDA 12.9";
    if (what == 2) old.machine.compiler = "nvcc 12.9";
    const Written table({old});
    TunedQuery q = query(2);
    const TunedChoice without = table.choose(q);
    CHECK_FALSE(without.found);
    CHECK(without.kernel.cells_per_block == 0);
    REQUIRE(without.notices.size() == 1);
    CHECK(contains(without.notices.front(), table.file));
    CHECK(contains(without.notices.front(), what == 0   ? "other kernels"
                                            : what == 1 ? "other drivers"
                                                        : "other compilers"));
    CHECK(contains(without.notices.front(), "--tuned stale"));
    q.stale = true;
    const TunedChoice with = table.choose(q);
    CHECK(with.kernel.cells_per_block == 16);
    CHECK(contains(with.text, "stale"));
  }
}

TEST_CASE("what was tuned on another device is told of and not used") {
  TunedEntry foreign = entry(2, 16, 2);
  foreign.machine.device = "NVIDIA H100";
  const Written table({foreign});
  TunedQuery q = query(2);
  q.stale = true;
  const TunedChoice choice = table.choose(q);
  CHECK_FALSE(choice.found);
  REQUIRE(choice.notices.size() == 1);
  CHECK(contains(choice.notices.front(), "tuned on NVIDIA H100, this is NVIDIA H200"));
}

TEST_CASE("every damaged line is named, and the others serve") {
  json missing = to_json(entry(2, 99, 1)), type = missing, schema = missing, negative = missing,
       variant = missing, time = missing, steps = missing;
  missing["configuration"].erase("cells_per_block");
  type["configuration"]["cells_per_block"] = "many";
  schema["schema"] = "hermite-tuned-9";
  negative["configuration"]["rows_per_block"] = -1;
  variant["configuration"]["variant"] = "dance";
  time["seconds"] = 0;
  steps["configuration"]["steps_per_sweep"] = 2;  // of monolithic
  const std::vector<std::string> damaged = {"{\"schema\": \"hermite-tun",
                                            "nonsense",
                                            "[1, 2]",
                                            "null",
                                            missing.dump(),
                                            type.dump(),
                                            schema.dump(),
                                            negative.dump(),
                                            variant.dump(),
                                            time.dump(),
                                            steps.dump()};
  for (const std::string& line : damaged) {
    CAPTURE(line);
    const Written table({entry(2, 16, 2)});
    std::ofstream(table.file, std::ios::app) << line << "\n\n" << to_json(entry(3, 8, 3)).dump();
    const TunedTable read(table.file);
    REQUIRE(read.problems().size() == 1);
    CHECK(contains(read.problems().front(), table.file + ":2: "));
    CHECK(read.entries().size() == 2);
    const TunedChoice choice = read.choose(query(3), here);
    CHECK(choice.kernel.cells_per_block == 8);
    CHECK(choice.notices == read.problems());
    // Written again, what could not be read is kept as it is.
    TunedTable(table.file).merge({entry(2, 17, 1)});
    CHECK(contains(text_in(table.file), line + "\n"));
    CHECK(table.choose(query(2)).kernel.cells_per_block == 17);
  }
}

TEST_CASE("a new entry takes the place of the old one, and no other's") {
  TunedEntry other_grid = entry(2, 3, 1);
  other_grid.cells = {20, 20, 20};
  const Written table({entry(1, 32, 1), entry(2, 16, 2), entry(2, 24, 3, "literal"), other_grid});
  TunedEntry again = entry(2, 12, 2);
  again.machine.sources = "fedcba9876543210";
  TunedTable(table.file).merge({again});
  const std::vector<TunedEntry> entries = TunedTable(table.file).entries();
  REQUIRE(entries.size() == 4);
  CHECK(entries[1].configuration.kernel.cells_per_block == 12);
  CHECK(entries[2].configuration.kernel.cells_per_block == 24);
}

TEST_CASE(
    "what was found in a whole search stays, unless it is stale or less of a search beats it") {
  TunedEntry whole = entry(2, 16, 2), part = entry(2, 12, 3);
  whole.measured["complete"] = true;
  part.measured["complete"] = false;
  const auto left = [&](const TunedEntry& old, const TunedEntry& found) {
    const Written table({old});
    const std::vector<std::string> kept = TunedTable(table.file).merge({found});
    const std::vector<TunedEntry> entries = TunedTable(table.file).entries();
    REQUIRE(entries.size() == 1);
    const bool stays = to_json(entries.front()) == to_json(old);
    CHECK(stays != (to_json(entries.front()) == to_json(found)));
    REQUIRE(kept.size() == (stays ? 1 : 0));
    if (stays) CHECK(contains(kept.front(), "march, stays as of 2026-11-21"));
    return stays;
  };
  CHECK(left(whole, part));
  TunedEntry faster = part, again = whole, stale = whole;
  faster.seconds = 1;
  again.seconds = 4;
  stale.machine.driver = "CUDA 12.9";
  CHECK_FALSE(left(whole, faster));
  CHECK_FALSE(left(whole, again));
  CHECK_FALSE(left(part, again));
  CHECK_FALSE(left(stale, part));
}

TEST_CASE("two tunes at a time lose nothing of one table") {
  const Written table({entry(1, 32, 1)});
  TunedTable one(table.file), other(table.file);
  one.merge({entry(2, 16, 2)});
  other.merge({entry(3, 8, 3)});
  CHECK(TunedTable(table.file).entries().size() == 3);
  std::vector<std::thread> tunes;
  for (int t = 0; t < 4; ++t)
    tunes.emplace_back([&table, t] {
      for (int order = 1; order <= 5; ++order) {
        TunedEntry mine = entry(order, 4, 2);
        mine.cells = {30 + t, 30, 30};
        TunedTable(table.file).merge({mine});
      }
    });
  for (std::thread& tune : tunes) tune.join();
  CHECK(TunedTable(table.file).entries().size() == 23);
}

TEST_CASE("a file that is not there is an empty table, and devices have file names") {
  const Folder folder;
  const TunedTable none(folder / "none.jsonl");
  TunedQuery asked = query(1);
  CHECK(none.choose(asked, here).text == "default");
  CHECK(none.choose(asked, here).notices.empty());
  asked.asked_for = true;
  REQUIRE(none.choose(asked, here).notices.size() == 1);
  CHECK(contains(none.choose(asked, here).notices.front(), "none.jsonl, a file that is not there"));
  CHECK(here.file_name() == "nvidia-h200.jsonl");
  TunedMachine host;
  host.device = "AMD EPYC 9B45 (R), 2 threads";
  CHECK(host.file_name() == "amd-epyc-9b45-r-2-threads.jsonl");
  const TunedMachine real = this_machine(Device("host", 1), "monolithic");
  CHECK(contains(real.device, "1 threads"));
  CHECK(real.sources.size() == 16);
  // Each solver's kernels have their own, whatever its pipeline.
  const auto sources = [](const char* pipeline) {
    return this_machine(Device("host", 1), pipeline).sources;
  };
  CHECK(sources("full-step") == real.sources);
  CHECK(sources("yee") != real.sources);
  CHECK(sources("staggered") != real.sources);
  CHECK(sources("staggered") != sources("yee"));
}
