// hermite check CASE: everything that run would refuse before its first step, what it would do, and how large
// a grid the device could hold; runs nothing and writes nothing.
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>

#include "drivers/commands.hpp"
#include "drivers/observe/observers.hpp"
#include "drivers/problem/initial.hpp"
#include "drivers/problem/options.hpp"
#include "drivers/problem/problem.hpp"
#include "drivers/problem/summary.hpp"
#include "drivers/record/record.hpp"
#include "kernels/stage/memory.hpp"

namespace hermite {

namespace {

/// Cells along each axis of the largest grid of this shape that the device's free memory holds: bytes go with the
/// cells, but for layers and surfaces, which grow less; with tight rows where the case leaves that open.
std::string largest_grid(const Problem& problem, const Device& device) {
  const double free = bytes_free(problem.solver, device, alone());
  const int dimension = problem.grid.dimension;
  const long bytes = total_bytes(problem.kernel.rows == "auto" ? as_if_tight(problem.solver, device)
                                                               : problem.solver);
  const double longer = std::pow(free / static_cast<double>(bytes), 1.0 / dimension);
  std::string cells;
  for (int axis = 0; axis < dimension; ++axis)
    cells += (axis > 0 ? " x " : "") +
             std::to_string(static_cast<long>(
                 longer * static_cast<double>(problem.grid.cells[static_cast<std::size_t>(axis)])));
  return "about " + cells + " cells of this case fit into the " + human_bytes(free) +
         " that are free\n";
}

void check(const CaseOptions& options) {
  const Device device(options.device, options.threads);
  const Problem problem = make_problem(options.file, options.overrides(), device, options.tuned);
  const NpyArray file = read_initial_file(problem);
  check_observers(problem, options.overrides());
  print_notices(problem.notices);
  print_notices(notices_of_walls(problem, file));
  std::cout << summary(problem, device) << largest_grid(problem, device) << disk_statement(problem);
}

}  // namespace

void add_check(CLI::App& app, const Manifest&) {
  CLI::App* command = app.add_subcommand("check", "Check a case and say what it would take");
  auto options = std::make_shared<CaseOptions>();
  options->declare(*command);
  command->callback([options] { check(*options); });
}

}  // namespace hermite
