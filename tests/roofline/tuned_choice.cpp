// What a run takes of a tuned table: tuned, near, default, stale and foreign; that what the case says wins.
#include "hermite/method/pipelines.hpp"
#include "tests/roofline/tuned_table.hpp"

using namespace hermite;

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
