#include "drivers/problem/tuned.hpp"

#include "drivers/problem/solvers.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "roofline/tune/tuned_table.hpp"

namespace hermite {

namespace {

TunedTable table_of(const TunedMachine& machine, const std::string& tuned) {
  const bool is_file = tuned != "auto" && tuned != "stale" && tuned != "off";
  if (is_file && !file_exists(tuned))
    throw CaseError(
        "--tuned", "",
        "no file " + tuned + "; allowed are auto, off, stale and a file that hermite tune wrote");
  TunedTable table(is_file ? tuned : tuned == "off" ? "" : tuned_file(machine));
  if (is_file) table.require_table("--tuned");
  return table;
}

}  // namespace

Solver tuned_solver(Problem& problem, const Device& device, const std::string& tuned) {
  const TunedMachine machine = this_machine(device, problem.kernel.pipeline);
  const TunedTable table = table_of(machine, tuned);
  const Case& input = problem.input;
  TunedQuery query;
  query.system = input.system;
  query.dimension = input.dimension;
  query.cells = problem.grid.cells;
  query.wanted = {problem.nodal_order, precision_named(input.precision), problem.kernel};
  query.stale = tuned == "stale";
  query.asked_for = tuned != "auto" && tuned != "off";
  TunedChoice choice = table.choose(query, machine);
  problem.notices.insert(problem.notices.end(), choice.notices.begin(), choice.notices.end());
  // The best that runs here; if the case itself is wrong, its own blocks are refused in the end, too.
  for (; choice.found; choice = table.choose(query, machine)) {
    problem.kernel = choice.kernel;
    problem.block = choice.text;
    try {
      return make_solver(problem, device);
    } catch (const Error& error) {
      if (!choice.of_other_order)
        problem.notices.push_back("the blocks that are " + choice.text +
                                  " are not used: " + error.what());
      query.refused.push_back(choice.kernel.variant);
    }
  }
  problem.kernel = query.wanted.kernel;
  problem.block = choice.text;
  return make_solver(problem, device);
}

}  // namespace hermite
