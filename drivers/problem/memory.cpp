#include "drivers/problem/memory.hpp"

#include <string>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "kernels/stage/memory.hpp"

namespace hermite {

namespace {

std::string extents_text(const Grid& grid) {
  std::string text;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(grid.dimension); ++axis)
    text += (axis == 0 ? "" : " x ") + std::to_string(grid.cells[axis]);
  return text;
}

}  // namespace

void require_sane_size(const Problem& problem, const Device& device, double most) {
  const bool fdtd = is_fdtd(problem.input);
  const auto fields = static_cast<double>(problem.system->fields(problem.input.dimension).size());
  double bytes = (fdtd ? 1 : 2) * fields * problem.per_node() *
                 bytes_of(precision_named(problem.input.precision));
  for (const long cells : problem.grid.cells) bytes *= static_cast<double>(cells);
  if (bytes < most) return;
  throw MachineError(std::string("memory: ") + (fdtd ? "" : "two copies of ") + "the fields on " +
                     extents_text(problem.grid) + " cells take " + human_bytes(bytes) + ", " +
                     device.description() + " has " +
                     human_bytes(static_cast<double>(device.memory_free())) +
                     " free; take fewer cells (grid.cells)");
}

Solver as_if_tight(Solver solver) {
  solver.row_bytes = tight_row_bytes;
  return solver;
}

void fit_memory(Problem& problem, const Device& device, Ranks& ranks,
                const std::function<void()>& make_solver) {
  Solver& solver = problem.solver;
  const double free = bytes_free(solver, device, ranks);
  constexpr double safe = 0.98;  // messages, and a GPU's records of steps, take some
  if (problem.kernel.rows == "auto" && !all_fit(solver, safe * free, ranks)) {
    if (all_fit(as_if_tight(solver), free, ranks)) {
      const std::string of_lines = human_bytes(static_cast<double>(total_bytes(solver)));
      solver = {};  // makes room for the other
      problem.kernel = problem.input.kernel;
      problem.kernel.rows = "tight";
      make_solver();
      problem.notices.push_back(format(
          "memory: rows of whole lines of %d bytes take %s, more than is free%s: rows start "
          "at multiples of %d bytes, which is slower (kernel.rows)",
          row_alignment, of_lines.c_str(), ranks.alone() ? "" : " on some rank", solver.row_bytes));
    } else {
      require_memory(as_if_tight(solver), device, ranks);  // the least that it needs
    }
  }
  require_memory(solver, device, ranks);
  if (solver.row_bytes != row_alignment) solver.description += ", tight rows";
}

}  // namespace hermite
