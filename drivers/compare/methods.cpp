#include "drivers/compare/methods.hpp"

#include <algorithm>
#include <memory>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"

namespace hermite {

namespace {

// As in ".5".
std::string without_zero(double value) {
  const std::string text = short_number(value);
  return text.rfind("0.", 0) == 0 ? text.substr(1) : text;
}

// Ranges as dense as this let the cheapest run below a tolerance be at most about twice as dear as the
// cheapest there could be; a series ends where a run takes too long or too much memory.
std::vector<int> hermite_grids() {
  return {2,  3,  4,  5,  6,  7,  8,   9,   10,  12,  14,  16,  18,  20,  24,  28,  32,  36,  40,
          48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768};
}

std::vector<int> staggered_grids() {
  return {12,  20,  28,  36,  44,  52,  60,  76,  92,   108,  124,  148,  180,  212,
          252, 300, 356, 428, 508, 604, 724, 860, 1028, 1228, 1468, 1756, 2092, 2500};
}

void check_staggered(const std::vector<int>& cells) {
  for (const int n : cells)
    if (n <= 0 || !has_compared_nodes(n)) {
      const int below = std::max(4, (n - 4) / 8 * 8 + 4);
      throw CaseError("--fdtd-cells", "grid.cells", std::to_string(n),
                      "4 times an odd number, as " + std::to_string(below) + " or " +
                          std::to_string(below + 8) +
                          ": of those grids the points that are compared are nodes");
    }
}

// Whatever the case says of Hermite's kernels and series is put back to what it is when nobody sets it.
std::vector<Override> staggered_changes(double courant, int sweep) {
  std::vector<Override> changes = {{"solver", "fdtd", "compare"}};
  const Case fresh;
  const Case::Kernel& kernel = fresh.kernel;
  for (const auto& [path, value] : std::vector<std::pair<std::string, std::string>>{
           {"method.order", std::to_string(fresh.method.order)},
           {"method.stages", fresh.method.stages.text()},
           {"kernel.pipeline", kernel.pipeline},
           {"kernel.variant", kernel.variant},
           {"kernel.truncate", kernel.truncate ? "true" : "false"},
           {"kernel.cells_per_block", std::to_string(kernel.cells_per_block)},
           {"kernel.rows_per_block", std::to_string(kernel.rows_per_block)},
           {"kernel.planes_per_block", std::to_string(kernel.planes_per_block)},
           {"kernel.slab", std::to_string(kernel.slab)},
           {"kernel.min_blocks", std::to_string(kernel.min_blocks)},
           {"kernel.layout", kernel.layout}})
    changes.push_back({path, value, "compare"});
  changes.push_back({"method.courant", format("%.17g", courant), "--courants"});
  changes.push_back({"kernel.steps_per_sweep", std::to_string(sweep), "--sweeps"});
  return changes;
}

// Near the limit of the system's scheme, and half as far.
std::vector<double> staggered_courants(const std::string& system) {
  return {system == "elastic" ? 0.85 : 0.99, 0.5};
}

// Of Maxwell's equations alone: two on a GPU are faster on large grids, and need twice the memory.
std::vector<int> staggered_sweeps(const std::string& system, const Device& device) {
  if (device.cuda() && system == "maxwell") return {1, 2};
  return {1};
}

// The case's, of which there are two solvers; its wave is what they are compared by.
std::string system_of(const CaseOptions& options) {
  std::unique_ptr<System> system;
  const Case input = read_case(options.file, options.overrides(), system_table(system));
  const std::string& name = input.system;
  if (name != "maxwell" && name != "elastic")
    throw CaseError(options.file, "system", "\"" + name + "\"",
                    "\"maxwell\" or \"elastic\": compare sets Hermite beside fdtd, which has "
                    "these; it takes a plane wave, as data/cases/compare-cavity.json");
  if (input.initial.kind != "plane-wave")
    throw CaseError(options.file, "initial.kind", "\"" + input.initial.kind + "\"",
                    "\"plane-wave\": compare counts the wave's periods");
  return name;
}

std::vector<Override> changes_of(const CompareOptions& options, const Method& method,
                                 const std::string& precision, int cells, double final_time) {
  std::vector<Override> changes = options.input.overrides();
  changes.insert(changes.end(), method.changes.begin(), method.changes.end());
  changes.push_back({"precision", precision, "--precision"});
  changes.push_back(
      {"grid.cells", std::to_string(cells), method.solver == "fdtd" ? "--fdtd-cells" : "--cells"});
  changes.push_back({"time.final", format("%.17g", final_time), "--periods"});
  changes.push_back({"time.steps", "0", "compare"});
  return changes;
}

// Of these keys every run has a value of its own.
void refuse_own(const CaseOptions& input) {
  const std::pair<const char*, const char*> own[] = {{"grid.cells", "--cells and --fdtd-cells"},
                                                     {"method.order", "--orders"},
                                                     {"kernel.steps_per_sweep", "--sweeps"},
                                                     {"precision", "--precision"},
                                                     {"time.final", "--periods"},
                                                     {"time.steps", "--courants"}};
  for (const std::string& text : input.set) {
    const std::string path = parse_override(text).path;
    for (const auto& [key, option] : own)
      if (path == key)
        throw UsageError("--set " + path + ": compare goes through several; take " + option);
  }
}

}  // namespace

std::vector<Method> methods_of(const CompareOptions& options, const Device& device) {
  if (options.input.file.empty())
    throw UsageError(
        "compare: give a case, a plane wave of the system maxwell or elastic, as "
        "data/cases/compare-cavity.json; or marks FILE...");
  refuse_own(options.input);
  const std::string system = system_of(options.input);
  check_staggered(options.staggered_cells);
  const auto or_range = [](const std::vector<int>& asked, const std::vector<int>& range) {
    return asked.empty() ? range : ascending(asked);
  };
  std::vector<Method> methods;
  for (const int order : ascending(options.orders))
    methods.push_back(
        {"Hermite N=" + std::to_string(order),
         "hermite",
         {{"solver", "hermite", "compare"}, {"method.order", std::to_string(order), "--orders"}},
         or_range(options.cells, hermite_grids())});
  std::vector<double> courants =
      ascending(options.courants.empty() ? staggered_courants(system) : options.courants);
  std::reverse(courants.begin(), courants.end());
  const std::vector<int> sweeps =
      options.sweeps.empty() ? staggered_sweeps(system, device) : ascending(options.sweeps);
  for (const double courant : courants)
    for (const int sweep : sweeps)
      methods.push_back({"FDTD CFL " + without_zero(courant) + (sweep == 2 ? ", pairs" : ""),
                         "fdtd", staggered_changes(courant, sweep),
                         or_range(options.staggered_cells, staggered_grids())});
  for (std::size_t i = 1; i < methods.size(); ++i)
    if (methods[i].name == methods[i - 1].name)
      throw CaseError("--courants", "method.courant", "two that are both " + methods[i].name,
                      "numbers that differ in six digits");
  return methods;
}

Problem method_problem(const CompareOptions& options, const Method& method,
                       const std::string& precision, int cells, double final_time,
                       const Device& device) {
  return make_problem(options.input.file, changes_of(options, method, precision, cells, final_time),
                      device, options.input.tuned);
}

Problem method_state(const CompareOptions& options, const Method& method,
                     const std::string& precision, int cells, double final_time,
                     const Device& device) {
  return state_problem(options.input.file,
                       changes_of(options, method, precision, cells, final_time), device);
}

ComparedPoints points_of(const CompareOptions& options, const Device& device) {
  // Any time and stable Courant number: only the nodes and the wave are asked for.
  const Method staggered{"", "fdtd", staggered_changes(0.5, 1), {}};
  std::vector<Override> changes = options.input.overrides();
  changes.insert(changes.end(), staggered.changes.begin(), staggered.changes.end());
  changes.push_back({"grid.cells", std::to_string(compared_cells), "compare"});
  return compared_points(make_problem(options.input.file, changes, device, "off"));
}

}  // namespace hermite
