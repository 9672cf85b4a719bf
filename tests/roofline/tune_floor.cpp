// By which floor a tune judges a configuration: its own kernels' and slab's, not the winner's.
#include <nlohmann/json.hpp>

#include "roofline/tune/report.hpp"
#include "tests/approx.hpp"
#include "tests/roofline/round_numbers.hpp"
#include "tests/roofline/subject.hpp"

using namespace hermite;

TEST_CASE("times and floors of a sweep of two steps are those of a step") {
  Small small("advection", 3, "full-step");
  Case::Kernel& kernel = small.subject.method.kernel;
  kernel.variant = "march";
  kernel.steps_per_sweep = 2;
  const Device host("host", 1);
  const Ceilings ceilings = round_numbers();
  TuneResult result;
  TuneCandidate candidate;
  candidate.configuration.kernel = kernel;
  candidate.solver = solver_of(small.subject, kernel, host);
  for (int round = 1; round <= 3; ++round) candidate.samples.push_back({"crossed", round, 1e9, 2});
  result.candidates = {candidate};
  result.best = {0};
  const nlohmann::json group = TuneReport(small.subject, result, ceilings, host).group();
  CHECK(group.at("steps_per_sweep") == 2);
  const double sweep = roof_of(*candidate.solver, ceilings).floor;
  CHECK(group.at("rows").at(0).at("floor_seconds").get<double>() == nearly(sweep / 2));
  CHECK(group.at("rows").at(0).at("updates_per_second").get<double>() ==
        nearly(group.at("degrees_of_freedom").get<double>() / 1e9));
}

TEST_CASE("a slab's share is of its own floor: its coefficients need not pass through memory") {
  const Small small("acoustics", 3, "two-kernel");
  const Device host("host", 1);
  Ceilings ceilings = round_numbers();
  for (Ceiling& ceiling : ceilings.list)  // what is moved is to set floors
    if (ceiling.unit == "flop/s") ceiling.value *= 1e6;
  TuneResult result;
  for (const int slab : {0, 2}) {
    TuneCandidate candidate;
    candidate.configuration.kernel = small.subject.method.kernel;
    candidate.configuration.kernel.variant = "march";
    candidate.configuration.kernel.slab = slab;
    candidate.solver = solver_of(small.subject, candidate.configuration.kernel, host);
    for (int round = 1; round <= 3; ++round)
      candidate.samples.push_back({"crossed", round, 1e9, 1});
    result.candidates.push_back(candidate);
  }
  result.best = {0};
  result.standard = 0;
  const TuneReport report(small.subject, result, ceilings, host);
  const nlohmann::json rows = report.group().at("rows");
  for (std::size_t i : {0, 1}) {
    CAPTURE(i);
    const double floor = roof_of(*result.candidates[i].solver, ceilings).floor;
    CHECK(rows[i].at("floor_seconds").get<double>() == nearly(floor));
    CHECK(rows[i].at("share").get<double>() == nearly(floor / 1e9));
  }
  CHECK(rows[1].at("floor_seconds").get<double>() <
        0.9 * rows[0].at("floor_seconds").get<double>());
}
