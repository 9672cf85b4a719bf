// Medians and spreads of known samples, and how often the work is called.
#include "roofline/timing.hpp"
#include "tests/approx.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

using namespace hermite;

TEST_CASE("median and spread of samples, whatever their order") {
  const Timing odd = timing_of({5, 1, 3, 2, 4}, 7);
  CHECK(odd.median == 3);
  CHECK(odd.spread == nearly(2.0 / 3));  // quartiles 2 and 4
  CHECK(odd.calls == 7);
  CHECK(odd.samples == std::vector<double>{5, 1, 3, 2, 4});
  CHECK(timing_of({4, 1, 3, 2}, 1).median == 2.5);
  CHECK(timing_of({2}, 1).spread == 0);
  CHECK(timing_of({2}, 1).clock == 0);
  CHECK(timing_of({5, 1, 3}, 1, {1.9e9, 1.1e9, 1.5e9}).clock == 1.5e9);
}

TEST_CASE("a sample is long enough, and its time is that of one call") {
  const Device host("host", 1);
  long calls = 0;
  const auto nap = std::chrono::microseconds(200);
  const Timing timing = measure(host,
                                [&] {
                                  ++calls;
                                  std::this_thread::sleep_for(nap);
                                },
                                {5e-3, 4, 10});
  CHECK(timing.samples.size() == 4);
  CHECK(calls > 4 * timing.calls);  // and those that warm up
  CHECK(timing.median >= 2e-4);     // a sleep is never shorter
  CHECK(timing.clocks.empty());     // multiprocessors have them
  CHECK(timing.calls > 1);          // a nap is far shorter than a sample is to be
}

TEST_CASE("work that takes long ends after three samples") {
  const Device host("host", 1);
  const Timing timing = measure(
      host, [] { std::this_thread::sleep_for(std::chrono::milliseconds(3)); }, {1e-3, 50, 1e-3});
  CHECK(timing.samples.size() == 3);
  CHECK(timing.calls == 1);
}

TEST_CASE("a first call that takes long, as it loads, does not make samples short") {
  const Device host("host", 1);
  long calls = 0;
  const auto work = [&] {
    if (calls++ == 0) std::this_thread::sleep_for(std::chrono::milliseconds(30));
  };
  // Longer than a sample; all others are far shorter.
  const Timing timing = measure(host, work, {20e-3, 3, 10});
  CHECK(timing.calls > 1);
  CHECK(timing.median < 1e-3);
}
