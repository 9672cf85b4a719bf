// What counts as growth of an unstable run, and what does not.
#include "kernels/stage/growth_watch.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

using namespace hermite;

namespace {

// The first look at which a run is called unstable, -1 where none is; `seen` are its largest values.
long refused_at(GrowthWatch watch, long steps, const std::function<double(long)>& seen,
                long from = 0) {
  for (long step = from; step <= steps; ++step) {
    if (!GrowthWatch::is_look(step)) continue;
    if (!watch.allows(step, seen(step))) return step;
    watch.see(step, seen(step));
  }
  return -1;
}

}  // namespace

TEST_CASE("Growth in proportion to time, or its square, is allowed; by a factor a step it is not") {
  const GrowthWatch watch(1e3, 0);
  CHECK(refused_at(watch, 2000000, [](long step) { return 1e-9 + double(step); }) == -1);
  CHECK(refused_at(watch, 2000000, [](long step) { return 1 + double(step) * double(step); }) ==
        -1);
  for (const double rate : {1.0, 1e-1, 1e-2, 1e-3, 1e-4}) {
    CAPTURE(rate);
    const long at =
        refused_at(watch, 2000000, [&](long step) { return std::exp(rate * double(step)); });
    CHECK(at > 0);
    CHECK(rate * double(at) < std::max(4 * std::log(1e3), 100 * rate));
  }
}

TEST_CASE("The first steps and what sources drive are allowed anything that is finite") {
  CHECK(refused_at({1e3, 0}, 1000, [](long step) { return step < 2 ? 1.0 : 1e8; }) == -1);
  CHECK(refused_at({1e3, 0}, 1000, [](long step) { return step < 100 ? 1.0 : 1e8; }) == 100);
  // A pulse that lies between two looks, after rounding alone; one before which there was nothing.
  for (const double before : {1e-18, 0.0})
    CHECK(refused_at({1e3, 165}, 5000, [&](long step) { return step < 160 ? before : 1.0; }) == -1);
  CHECK(refused_at({1e3, 165}, 5000, [](long step) { return step < 1000 ? 1.0 : 1e4; }) == 1000);
  CHECK(refused_at({1e3, 165}, 5000, [](long step) { return step < 100 ? 1.0 : HUGE_VAL; }) == 100);
  CHECK_FALSE(GrowthWatch(1e3, 165).allows(0, std::nan("")));
  // Sources that end at step 165 were seen to their end at 200, a whole interval later at 250.
  GrowthWatch late(1e3, 165);
  late.see(150, 1);
  CHECK(late.allows(250, 1e8));
  CHECK_FALSE(late.allows(300, 1e8));
}

TEST_CASE(
    "Looks in between count for nothing, and a run that is resumed goes on from the largest "
    "value") {
  GrowthWatch stopped(1e3, 165);
  stopped.see(150, 1);
  stopped.see(165, 1e6);
  CHECK(stopped.seen().peak == 1);
  GrowthWatch resumed(1e3, 0);
  resumed.resume(stopped.seen());
  CHECK(resumed.allows(500, 1e3));
  CHECK_FALSE(resumed.allows(500, 1.1e3));
}
