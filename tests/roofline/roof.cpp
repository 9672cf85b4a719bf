// The arithmetic of the roofs on round numbers, the harness's own checks, and what cannot be.
#include "roofline/roof.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "hermite/core/error.hpp"
#include "roofline/checks.hpp"
#include "roofline/report.hpp"
#include "tests/approx.hpp"
#include "tests/roofline/round_numbers.hpp"

using namespace hermite;

namespace {

Timing seconds(double median) { return timing_of({median, median, median}, 1); }

Work moves(double read, double written) {
  Work w;
  w.read_bytes = read;
  w.written_bytes = written;
  w.block_bytes = read + written;
  w.requested_bytes = read + written;
  return w;
}

double roof(const Judgement& j, const std::string& name) {
  for (const Roof& r : j.roofs)
    if (r.name == name) return r.seconds;
  return std::nan("");
}

bool flagged(const Judgement& j, const std::string& words) {
  for (const std::string& flag : j.flags)
    if (flag.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE(
    "a copy by its size: between measured sizes on a line, beyond them at the rate of memory") {
  const Ceilings c = round_numbers();
  CHECK(c.copy_seconds(4) == 1);
  CHECK(c.copy_seconds(10) == 1);
  CHECK(c.copy_seconds(15) == nearly(1.1));
  CHECK(c.copy_seconds(60) == nearly(1.6));
  CHECK(c.copy_seconds(100) == 1);  // 100 B at 100 B/s
  CHECK(c.copy_seconds(1000) == 10);
}

TEST_CASE("what is read and not copied goes at the rate of reading") {
  const Ceilings c = round_numbers();
  CHECK(memory_seconds(c, 0, 0) == 0);
  CHECK(memory_seconds(c, 500, 500) == nearly(10));
  CHECK(memory_seconds(c, 500, 0) == nearly(4));
  CHECK(memory_seconds(c, 750, 250) == nearly(5 + 4));
  CHECK(memory_seconds(c, 250, 750) == nearly(10));  // no rate of writing alone is known
}

TEST_CASE("the largest roof binds, and share and gap are those of it") {
  const Ceilings c = round_numbers();
  Work w = moves(500, 500);
  w.flops = 50;
  w.floor_flops = 20;
  w.scratch_bytes = 3000;
  w.launches = 2;
  const Judgement j = judge(w, Precision::double_, c, seconds(20));
  CHECK(roof(j, "memory") == nearly(10));
  CHECK(roof(j, "cache") == nearly(5));
  CHECK(roof(j, "scratch") == nearly(4));
  CHECK(roof(j, "flops") == nearly(5));
  CHECK(roof(j, "launch") == nearly(0.2));
  CHECK(j.bound == "memory");
  CHECK(j.attainable == nearly(10));
  CHECK(j.share == nearly(0.5));
  CHECK(j.gap == nearly(10));
  CHECK(j.floor_share == nearly(0.5));
  CHECK(j.flags.empty());

  w.flops = 180;
  const Judgement computes = judge(w, Precision::double_, c, seconds(20));
  CHECK(computes.bound == "flops");
  CHECK(computes.share == nearly(0.9));
  CHECK(computes.floor_share == nearly(0.5));                            // the floor's are 20
  CHECK(judge(w, Precision::single, c, seconds(20)).bound == "memory");  // 9 s at 20 flop/s

  w.floor_flops = 165;
  w.matrix_units = true;
  const Judgement multiplies = judge(w, Precision::double_, c, seconds(20));
  CHECK(roof(multiplies, "flops") == nearly(12));
  CHECK(multiplies.floor == nearly(11));
}

TEST_CASE("what cannot be is flagged, and not clipped") {
  const Ceilings c = round_numbers();
  const Judgement fast = judge(moves(500, 500), Precision::double_, c, seconds(8));
  CHECK(fast.share == nearly(1.25));
  CHECK(fast.gap == nearly(-2));
  CHECK(flagged(fast, "impossible: 125 % of the roof \"memory\""));
  CHECK_FALSE(flagged(judge(moves(500, 500), Precision::double_, c, seconds(9.6)), "impossible"));
  for (const double time : {0.0, -1.0, std::nan("")})
    CHECK(flagged(judge(moves(500, 500), Precision::double_, c, seconds(time)), "impossible"));
  const Judgement noisy =
      judge(moves(500, 500), Precision::double_, c, timing_of({10, 12, 14, 18, 20}, 1));
  CHECK(flagged(noisy, "spread"));
}

TEST_CASE("counters that disagree with the model are flagged") {
  const Ceilings c = round_numbers();
  Work w = moves(500, 500);
  w.flops = 40;
  Counters counters;
  counters.memory_bytes = 1010;
  counters.flops_double = 41;
  CHECK(judge(w, Precision::double_, c, seconds(20), counters).flags.empty());
  counters.flops_double = 50;
  CHECK(flagged(judge(w, Precision::double_, c, seconds(20), counters), "125 % of the modelled"));
  counters.memory_bytes = 500;
  CHECK(flagged(judge(w, Precision::double_, c, seconds(20), counters), "50 % of the compulsory"));
  w.matrix_units = true;  // whose operations no counter has
  CHECK_FALSE(flagged(judge(w, Precision::double_, c, seconds(20), counters), "of the modelled"));
}

TEST_CASE("the harness's own checks: bytes of a copy, operations of multiply-adds") {
  const std::vector<Check> checks = count_checks();
  CHECK(checks.size() == 7);
  for (const Check& check : checks) {
    CAPTURE(check.what);
    CHECK(check.expected == check.found);
    CHECK(check.passed);
  }
}

TEST_CASE("ceilings in an order that cannot be are found out") {
  const auto failed = [](const Ceilings& c) {
    int count = 0;
    for (const Check& check : ceiling_checks(c)) count += check.passed ? 0 : 1;
    return count;
  };
  CHECK(failed(round_numbers()) == 0);
  Ceilings slow_cache = round_numbers(), none = round_numbers();
  slow_cache.list[4].value = 60;
  CHECK(failed(slow_cache) == 1);
  none.list[6].value = std::nan("");
  CHECK(failed(none) == 2);  // no number, and not the faster of the two precisions
  Ceilings slow = round_numbers();
  slow.list[0].timing = timing_of({1}, 1, {2e9});
  slow.list[6].timing = timing_of({1}, 1, {1.95e9});
  slow.list[7].timing = timing_of({1}, 1, {1.8e9});
  CHECK(failed(slow) == 1);
}

TEST_CASE("a clock below the one of the peak is flagged, where both are known") {
  Ceilings c = round_numbers();
  const auto at = [](double clock) { return timing_of({20, 20, 20}, 1, {clock, clock, clock}); };
  const auto slow = [&](const Timing& timing, Precision precision) {
    return flagged(judge(moves(500, 500), precision, c, timing), "at 1.5 GHz, at 2 where");
  };
  CHECK_FALSE(slow(at(1.5e9), Precision::double_));  // that of the peak is not known
  c.list[7].timing = timing_of({1}, 1, {2e9});       // fma_double
  CHECK(slow(at(1.5e9), Precision::double_));
  CHECK_FALSE(slow(at(1.5e9), Precision::single));
  CHECK_FALSE(slow(seconds(20), Precision::double_));
  CHECK(judge(moves(500, 500), Precision::double_, c, at(1.95e9)).flags.empty());
}

TEST_CASE("ceilings come back from their file") {
  Ceilings before = round_numbers();
  before.list[6].timing = timing_of({1, 2, 3}, 1, {1.9e9, 1.8e9, 1.7e9});
  const Ceilings after = ceilings_from(to_json(before));
  CHECK(to_json(before) == to_json(after));
  CHECK(after.at("read") == 125);
  CHECK(after.get("fma_single").timing.clock == 1.8e9);
  CHECK_THROWS_WITH_AS(after.at("matrix_tf32"), doctest::Contains("matrix_tf32"), Error);
}
