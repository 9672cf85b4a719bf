// One run of `hermite compare`: its error, and what it cost.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "drivers/compare/points.hpp"
#include "hermite/output/results.hpp"

namespace hermite {

/// A run, or why there is none.
struct CompareRun {
  std::string method, solver, precision;
  double periods = 0;
  int cells = 0;  // a side
  // With relative errors at the compared points; its seconds are the median of the samples.
  Row row;
  std::string kernel;  // what carried it out
  // Seconds of the time loop of each time that it was run, without the one that warms up.
  std::vector<double> samples;
  std::string skipped;    // why it was not run; empty: it was
  double predicted = 0;   // seconds, where it was skipped because it takes too long
  bool unstable = false;  // skipped for good
  double beside = 0;      // seconds beside the time loop: setting up, and finding the error

  bool done() const { return skipped.empty(); }
  /// Whether another call would find no more: not where more seconds are allowed now, or memory may be free.
  bool stands(double limit) const { return done() || unstable || predicted > limit; }
  /// Unique among the runs of one case.
  std::string key() const;
};

/// The power of 1/h by which a value grows from run a to run b.
double growth(const CompareRun& a, const CompareRun& b, double value_a, double value_b);

nlohmann::json to_json(const CompareRun& run);
/// Throws json::exception where it is none.
CompareRun compare_run_from(const nlohmann::json& value);

struct CompareLimits {
  double run;     // seconds that a run may take
  double budget;  // seconds that are left for everything
};

enum class Ended { finished, skipped, out_of_budget };

/// Runs the problem to its end and fills in row and samples; or fills in why not. A run is never
/// made shorter: its first steps tell how long it would take.
Ended carry_out(const Problem& problem, const Device& device, const ComparedPoints& where,
                const CompareLimits& limits, CompareRun& run);

}  // namespace hermite
