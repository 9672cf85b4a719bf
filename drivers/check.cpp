// hermite check CASE: everything that run would refuse before its first step, what it would do, and how large
// a grid the device could hold; runs nothing and writes nothing.
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>

#include "drivers/commands.hpp"
#include "drivers/observe/observers.hpp"
#include "drivers/problem/initial.hpp"
#include "drivers/problem/memory.hpp"
#include "drivers/problem/options.hpp"
#include "drivers/problem/problem.hpp"
#include "drivers/problem/summary.hpp"
#include "drivers/record/record.hpp"
#include "kernels/stage/memory.hpp"

namespace hermite {

namespace {

/// What the case would take on a grid that is longer by so many times along each axis, of cells of the same size: layers
/// and receivers stay as they are. With tight rows where the case leaves that open.
double bytes_if_longer(const Problem& problem, double longer) {
  Solver solver = problem.kernel.rows == "auto" ? as_if_tight(problem.solver) : problem.solver;
  const Grid& grid = problem.grid;
  for (ArraySpec& array : solver.arrays) {
    array.planes = {};  // all
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(grid.dimension); ++axis) {
      if (array.nodes[axis] < grid.cells[axis]) continue;  // layers at its ends
      const long more = std::lround((longer - 1) * static_cast<double>(grid.cells[axis]));
      array.nodes[axis] += more;
      if (axis == 0 && array.shared_row > 0) array.shared_row += more;
    }
  }
  double bytes = 0;
  for (const ArrayMemory& memory : memory_of(solver))
    bytes += static_cast<double>(memory.bytes) *
             (memory.name == "media" ? std::pow(longer, grid.dimension) : 1);
  return bytes;
}

/// Cells along each axis of the largest grid of this shape that the device's free memory holds.
std::string largest_grid(const Problem& problem, const Device& device) {
  const double free = bytes_free(problem.solver, device, alone());
  const auto fits = [&](double longer) { return bytes_if_longer(problem, longer) <= free; };
  double fitting = 0, most = 1;
  while (fits(most)) {
    fitting = most;
    most *= 2;
  }
  while (most - fitting > 1e-4 * most) {
    const double middle = (fitting + most) / 2;
    (fits(middle) ? fitting : most) = middle;
  }
  std::string cells;
  for (int axis = 0; axis < problem.grid.dimension; ++axis)
    cells +=
        (axis > 0 ? " x " : "") +
        std::to_string(std::lround(
            fitting * static_cast<double>(problem.grid.cells[static_cast<std::size_t>(axis)])));
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
