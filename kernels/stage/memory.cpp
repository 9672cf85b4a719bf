#include "kernels/stage/memory.hpp"

#include <algorithm>
#include <string>

#include "hermite/core/error.hpp"
#include "hermite/parallel/ranks.hpp"
#include "kernels/device/device.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

namespace {

int sharing(const Device& device, const Ranks& ranks) {
  return device.cuda() ? 1 : ranks.host_count();
}

}  // namespace

double bytes_free(const Solver& solver, const Device& device, const Ranks& ranks) {
  auto bytes = static_cast<double>(device.memory_free()) / sharing(device, ranks);
  for (const ArrayMemory& taken : solver.constants) bytes += static_cast<double>(taken.bytes);
  return bytes;
}

bool all_fit(const Solver& solver, double bytes, Ranks& ranks) {
  const std::vector<char> fits =
      ranks.all<char>(static_cast<double>(total_bytes(solver)) <= bytes ? 1 : 0);
  return std::count(fits.begin(), fits.end(), 1) == ranks.count();
}

void require_memory(const Solver& solver, const Device& device, const Ranks& ranks) {
  const double free = bytes_free(solver, device, ranks);
  if (static_cast<double>(total_bytes(solver)) <= free) return;
  const auto& arrays = solver.arrays;
  const bool has_derivatives = std::any_of(
      arrays.begin(), arrays.end(), [](const ArraySpec& array) { return array.entries > 1; });
  const int ranks_here = sharing(device, ranks);
  throw MachineError(
      "memory: " + device.description() + " has " + human_bytes(free * ranks_here) +
      " free, the run needs " + memory_statement(solver) +
      (ranks_here > 1 ? " on each of " + std::to_string(ranks_here) + " ranks" : "") +
      "; take fewer cells" + (solver.row_bytes == row_alignment ? ", kernel.rows \"tight\"" : "") +
      (has_derivatives ? ", a lower order" : "") +
      (solver.precision == Precision::double_ ? ", single precision" : ""));
}

}  // namespace hermite
