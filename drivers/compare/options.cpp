#include "drivers/compare/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"

namespace hermite {

namespace {

// Below what double precision can hold there is nothing to be found.
std::string tolerance(const std::string& text) {
  const std::string problem = positive_number(text);
  if (!problem.empty() || std::strtod(text.c_str(), nullptr) >= 1e-15) return problem;
  return "found " + text + ", allowed 1e-15 at least";
}

}  // namespace

std::vector<std::string> CompareOptions::precisions() const {
  const bool any = std::any_of(tolerances.begin(), tolerances.end(), [](double tolerance) {
    return tolerance >= single_precision_reach;
  });
  if (!any && input.precision == "single")
    throw UsageError("--precision single: all --tolerances are below " +
                     short_number(single_precision_reach) +
                     ", where double precision alone counts");
  if (!any) return {"double"};
  if (input.precision.empty()) return {"single", "double"};
  return {input.precision};
}

void CompareOptions::declare(CLI::App& command) {
  input.declare(command);
  command.get_option("case")->required(false);  // refused with a word on which
  output.declare(command);
  command.add_option("--orders", orders, "Orders N of Hermite, as in 1,2,3")
      ->delimiter(',')
      ->check(whole_number())
      ->capture_default_str();
  command
      .add_option(
          "--courants", courants,
          "Courant numbers of fdtd; Hermite's is the case's. Default: .99,.5, elastic .85,.5")
      ->delimiter(',')
      ->check(positive_number);
  command
      .add_option("--sweeps", sweeps,
                  "Steps that fdtd takes in a sweep of its fields; 2 of Maxwell's equations alone. "
                  "Default: 1, of these on a GPU 1,2")
      ->delimiter(',')
      ->check(CLI::Range(1, 2));
  command
      .add_option("--periods", periods,
                  "How long the wave runs: so many of its periods, and an eighth")
      ->delimiter(',')
      ->check(positive_number)
      ->capture_default_str();
  command.add_option("--cells", cells, "Cells a side of Hermite's grids; default: a range")
      ->delimiter(',')
      ->check(positive_number);
  command
      .add_option("--fdtd-cells", staggered_cells,
                  "The same of fdtd, 4 times odd numbers; default: a range")
      ->delimiter(',')
      ->check(positive_number);
  command
      .add_option("--tolerances", tolerances, "Errors at which costs are compared, 1e-15 at least")
      ->delimiter(',')
      ->check(tolerance)
      ->capture_default_str();
  command
      .add_option("--limit", limit, "Seconds a run may take; one that would take more is not run")
      ->check(positive_number)
      ->capture_default_str();
  command
      .add_option("--budget", budget,
                  "Seconds for everything, to each method its part; the same command goes on where "
                  "it ended")
      ->check(positive_number)
      ->capture_default_str();
}

}  // namespace hermite
