// Which configurations a search takes in the end, by made-up times.
#include "roofline/tune/winner.hpp"

#include <doctest/doctest.h>

using namespace hermite;

namespace {

// Timed in the rounds 1, 2, ... of a phase.
TuneCandidate timed(const std::string& variant, const std::vector<double>& seconds) {
  TuneCandidate candidate;
  candidate.configuration.kernel.variant = variant;
  int round = 0;
  for (const double time : seconds) candidate.samples.push_back({"crossed", ++round, time, 1});
  return candidate;
}

std::vector<std::size_t> settled(const std::vector<TuneCandidate>& candidates,
                                 const std::vector<std::size_t>& best,
                                 std::optional<std::size_t> standard) {
  TuneResult result;
  result.candidates = candidates;
  result.best = best;
  result.standard = standard;
  settle(result);
  return result.best;
}

using Places = std::vector<std::size_t>;

}  // namespace

TEST_CASE("configurations are compared where both were timed in the same round") {
  TuneCandidate a, b;
  a.samples = {{"crossed", 1, 2, 1}, {"crossed", 2, 30, 1}, {"slab", 1, 100, 1}};
  b.samples = {{"crossed", 2, 10, 1}, {"crossed", 1, 1, 1}, {"crossed", 3, 1000, 1}};
  CHECK(a.ratios_to(b) == std::vector<double>{2, 3});
  CHECK(b.ratios_to(TuneCandidate{}).empty());
  CHECK_FALSE(a.ratio_to(b).has_value());  // two rounds
  a.samples.push_back({"crossed", 3, 1500, 1});
  CHECK(a.ratio_to(b) == 2);
}

TEST_CASE("a winner of quick rounds alone gives way to what took less time in them") {
  // The machine becomes slower from round to round; the second takes 1.2 times as long as the first, and has the
  // lower median.
  const TuneCandidate first = timed("march", {1, 4, 9, 16, 25}),
                      second = timed("march", {1.2, 4.8, 10.8});
  CHECK(second.median() < first.median());
  CHECK(settled({first, second}, {1}, std::nullopt) == Places{0});
  // Of two rounds nothing is known.
  CHECK(settled({first, timed("march", {1.2, 4.8})}, {1}, std::nullopt) == Places{1});
  TuneCandidate wrong = first;
  wrong.skipped = "wrong";
  CHECK(settled({wrong, second}, {1}, std::nullopt) == Places{1});
}

TEST_CASE(
    "the best of each variant come in the order of their pairs, and none before what the code "
    "takes") {
  const TuneCandidate slow = timed("march", {3, 3, 3}), quick = timed("literal", {2, 2, 2});
  CHECK(settled({slow, quick}, {0, 1}, std::nullopt) == Places{1, 0});
  // The default is of the first one's variant, and of another.
  const TuneCandidate usual = timed("literal", {1.9, 1.9, 1.9}), other = timed("tile", {1, 1, 1});
  CHECK(settled({slow, quick, usual}, {1, 0}, 2) == Places{2, 0});
  CHECK(settled({slow, quick, other}, {1, 0}, 2) == Places{2, 1, 0});
  CHECK(settled({slow, quick}, {1, 0}, 0) == Places{1, 0});
  CHECK(settled({slow}, {}, 0).empty());
}

TEST_CASE("pairs that beat each other in a circle come to an end") {
  TuneCandidate a = timed("march", {1, 1, 1}), b = timed("march", {2, 2, 2}),
                c = timed("march", {});
  // a before b in one phase, b before c in another, c before a in a third.
  for (int round = 1; round <= 3; ++round) {
    b.samples.push_back({"slab", round, 1, 1});
    c.samples.push_back({"slab", round, 2, 1});
    c.samples.push_back({"rows", round, 1, 1});
    a.samples.push_back({"rows", round, 2, 1});
  }
  CHECK(settled({a, b, c}, {0}, std::nullopt).size() == 1);
}
