#include "drivers/problem/options.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>

#include "hermite/core/error.hpp"

namespace hermite {

const CLI::Validator& whole_number() {
  static const CLI::TypeValidator<int> whole("NUMBER");
  return whole;
}

std::string positive_number(const std::string& text) {
  const auto number = CLI::PositiveNumber;  // which takes what is not a number at all
  const bool fits = number(text).empty() && std::isfinite(std::strtod(text.c_str(), nullptr));
  return fits ? "" : "found " + text + ", allowed a number greater than 0";
}

CLI::Option* CaseOptions::declare_case(CLI::App& app) {
  CLI::Option* name = app.add_option("case", file, "The case: a JSON file (data/cases has some)");
  app.add_option("--set", set, "Replace a value of the case: path=value, as in grid.cells=16")
      ->allow_extra_args(false);
  app.add_option("--device", device, "host, cuda, or cuda:1")->capture_default_str();
  app.add_option("--threads", threads, "Threads of the host; 0: as many as there are cores")
      ->check(whole_number())
      ->capture_default_str();
  return name;
}

void CaseOptions::declare(CLI::App& app) {
  declare_case(app)->required();
  app.add_option("--precision", precision, "single or double (key precision)");
  app.add_option(
      "--pipeline", pipeline,
      "auto, monolithic, two-kernel, parity, shift, full-step, conservative or leapfrog (key "
      "kernel.pipeline)");
  app.add_option("--cells-per-block", cells_per_block,
                 "Cells of a block along x1, 0: chosen (key kernel.cells_per_block)");
  app.add_option("--tuned", tuned,
                 "Tuned blocks where the case leaves them open: auto (data/tuned), off, stale "
                 "(also those of other kernels or drivers), or a file")
      ->capture_default_str();
}

void refuse_twice(const std::vector<Override>& changes, const std::string& path,
                  const std::string& option) {
  for (const Override& change : changes)
    if (change.path == path) throw UsageError(option + " and --set " + path + ": give one of them");
}

void replace_by_option(std::vector<Override>& changes, const std::string& path,
                       const std::string& value, const std::string& option) {
  if (value.empty()) return;
  refuse_twice(changes, path, option);
  changes.push_back({path, value, option});
}

std::vector<Override> CaseOptions::overrides() const {
  std::vector<Override> changes;
  for (const std::string& text : set) changes.push_back(parse_override(text));
  replace_by_option(changes, "precision", precision, "--precision");
  replace_by_option(changes, "kernel.pipeline", pipeline, "--pipeline");
  replace_by_option(changes, "kernel.cells_per_block", cells_per_block, "--cells-per-block");
  return changes;
}

void OutputOptions::declare(CLI::App& app) {
  app.add_option(
      "--out", folder,
      "Folder of the results (default: results/CASE/" + app.get_name() + " in the current folder)");
  app.add_option("--json", json, "Write the rows of results to this file as well");
}

}  // namespace hermite
