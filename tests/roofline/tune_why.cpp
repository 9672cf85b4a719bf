// What a tune says of why its winners are the best, by made-up times.
#include "roofline/tune/report.hpp"
#include "tests/hermite/complaint.hpp"
#include "tests/roofline/subject.hpp"

using namespace hermite;

namespace {

TuneCandidate timed(const std::string& variant, int cells, double seconds) {
  TuneCandidate candidate;
  candidate.configuration.kernel.variant = variant;
  candidate.configuration.kernel.cells_per_block = cells;
  candidate.solver.emplace();
  candidate.solver->arrays.emplace_back();
  candidate.solver->arrays.back().nodes = {1, 1, 1};
  candidate.solver->states = {0};
  for (int round = 1; round <= 3; ++round)
    candidate.samples.push_back({"crossed", round, seconds, 1});
  return candidate;
}

}  // namespace

TEST_CASE("a winner says by how much it is ahead, and a slower variant by how much it is not") {
  const Small small("advection", 3, "monolithic");
  TuneResult result;
  result.candidates = {timed("march", 16, 2), timed("march", 8, 3), timed("literal", 8, 4)};
  result.best = {0, 2};
  result.standard = 1;
  const Device host("host", 1);
  const TuneReport report(small.subject, result, std::nullopt, host);
  const std::string first = report.why(0), slower = report.why(2);
  CAPTURE(first);
  CAPTURE(slower);
  CHECK(contains(first, "+50.0 % time with the next (march"));
  CHECK_FALSE(contains(first, "within the spread"));
  CHECK(contains(slower, "-50.0 % time with the fastest (march"));
  CHECK(contains(slower, "-25.0 % time with the default (march"));
  CHECK_FALSE(contains(slower, "within the spread"));
  // What was never timed beside the fastest is compared with it all the same, and has one time everywhere.
  TuneResult apart = result;
  apart.candidates[2].samples = {{"planes", 1, 8, 1}, {"planes", 2, 8, 1}, {"planes", 3, 8, 1}};
  const TuneReport of_phases(small.subject, apart, std::nullopt, host);
  CHECK(contains(of_phases.why(2), "-75.0 % time with the fastest (march"));
  for (const TunedEntry& entry : of_phases.entries({}, "")) {
    const double cells = double(small.subject.grid.nodes(Stagger::primal));
    CHECK(entry.measured.at("cells_per_second").get<double>() == cells / entry.seconds);
  }
  // What is chosen by pairs although another took less time beside it: the two are as good.
  result.candidates[0] = timed("march", 16, 3.03);
  CHECK(contains(report.why(0), "within the spread of the next (march"));
}
