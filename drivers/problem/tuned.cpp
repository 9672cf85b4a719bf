#include "drivers/problem/tuned.hpp"

#include "drivers/problem/solvers.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "roofline/tune/tuned_table.hpp"

namespace hermite {

namespace {

TunedChoice choose(const Problem& problem, const Device& device, const std::string& tuned) {
  const TunedMachine machine = this_machine(device, problem.kernel.pipeline);
  const bool is_file = tuned != "auto" && tuned != "stale" && tuned != "off";
  if (is_file && !file_exists(tuned))
    throw CaseError(
        "--tuned", "",
        "no file " + tuned + "; allowed are auto, off, stale and a file that hermite tune wrote");
  const Case& input = problem.input;
  TunedQuery query;
  query.system = input.system;
  query.dimension = input.dimension;
  query.cells = problem.grid.cells;
  query.wanted = {problem.nodal_order, precision_named(input.precision), problem.kernel};
  query.stale = tuned == "stale";
  const TunedTable table(is_file ? tuned : tuned == "off" ? "" : tuned_file(machine));
  if (is_file) table.require_table("--tuned");
  return table.choose(query, machine);
}

}  // namespace

Solver tuned_solver(Problem& problem, const Device& device, const std::string& tuned) {
  const Case::Kernel own = problem.kernel;
  const TunedChoice choice = choose(problem, device, tuned);
  problem.notices.insert(problem.notices.end(), choice.notices.begin(), choice.notices.end());
  problem.block = choice.text;
  if (!choice.found) return make_solver(problem, device);
  problem.kernel = choice.kernel;
  try {
    return make_solver(problem, device);
  } catch (const Error& error) {  // if the case itself is wrong, its own blocks are refused too
    problem.kernel = own;
    problem.block = "default";
    problem.notices.push_back("the blocks that are " + choice.text +
                              " are not used: " + error.what());
    return make_solver(problem, device);
  }
}

}  // namespace hermite
