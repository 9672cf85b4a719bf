#include "drivers/record/record.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "drivers/problem/initial.hpp"
#include "drivers/problem/nodal_states.hpp"
#include "hermite/core/build_info.hpp"
#include "hermite/core/data_dir.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"

namespace hermite {

namespace fs = std::filesystem;

std::vector<std::string> inputs_of(const Problem& problem) {
  std::vector<std::string> files = {problem.input.file, problem.input.initial.path};
  for (const auto& [name, sum] : problem.files) files.push_back(name);
  return files;
}

bool is_among(const std::string& file, const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& other) {
    std::error_code absent;
    return fs::equivalent(file, other, absent);
  });
}

void refuse_input(const std::string& option, const std::string& file,
                  const std::vector<std::string>& inputs) {
  if (is_among(file, inputs))
    throw UsageError(option + ": " + file + " would be replaced, and is read too; write elsewhere");
}

namespace {

// Of what need not be there; empty where the name is too long for any file.
fs::path resolved(const fs::path& file) {
  std::error_code failed;
  return fs::weakly_canonical(file, failed);
}

// Until the program ends: another in the same folder would replace and remove what this one writes. File systems
// that lock no folders let it be.
void lock(const std::string& folder) {
  const int handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (flock(handle, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw MachineError("--out: another hermite is writing to " + folder +
                       "; let it end, or give another folder");
}

}  // namespace

std::string prepare_folder(const OutputOptions& options, const std::vector<std::string>& inputs,
                           const std::string& subcommand, const std::vector<std::string>& files) {
  const std::string folder =
      options.folder.empty()
          ? (fs::path("results") / fs::path(inputs.front()).stem() / subcommand).string()
          : options.folder;
  require_clean_results("--out", folder);
  for (const std::string& name : files)
    refuse_input("--out", (fs::path(folder) / name).string(), inputs);
  if (!options.json.empty()) {
    require_clean_results("--json", options.json);
    refuse_input("--json", options.json, inputs);
    require_writable_file(options.json, "--json");
  }
  require_writable_folder(folder, "--out");
  lock(folder);
  for (const std::string& name : files) {
    const fs::path file = fs::path(folder) / name;
    require_writable_file(file.string());
    if (!options.json.empty() && resolved(options.json) == resolved(file))
      throw UsageError("--json: " + options.json + " is a file that " + subcommand +
                       " writes by itself; give another name");
  }
  return folder;
}

std::vector<std::string> files_of_run(const std::string& folder) {
  std::ifstream in(fs::path(folder) / "manifest.json");
  const nlohmann::json manifest = nlohmann::json::parse(in, nullptr, false);
  std::vector<std::string> names;
  if (!manifest.is_object() || !manifest.contains("/outcome/files"_json_pointer)) return names;
  for (const nlohmann::json& name : manifest["outcome"]["files"])
    // Never anything but a file in this folder.
    if (name.is_string() && fs::path(name.get<std::string>()).filename() == name.get<std::string>())
      names.push_back(name);
  return names;
}

std::vector<std::string> remove_outdated(const std::string& folder,
                                         const std::vector<std::string>& earlier,
                                         const std::vector<std::string>& now) {
  std::vector<std::string> removed;
  for (const std::string& name : earlier) {
    const fs::path file = fs::path(folder) / name;
    std::error_code error;
    if (std::find(now.begin(), now.end(), name) == now.end() && !fs::is_directory(file, error) &&
        fs::remove(file, error))
      removed.push_back(name);
  }
  return removed;
}

void require_clean_results(const std::string& option, const std::string& file) {
  // Without git nobody knows what was measured.
  const bool is_clean = !build_info().git_dirty && build_info().git_commit != "unknown";
  if (is_clean) return;
  const fs::path place = resolved(file);
  for (const fs::path& data : {fs::path(data_dir()), fs::path(build_info().source_data)}) {
    const fs::path results = resolved(data / "results");
    if (std::mismatch(results.begin(), results.end(), place.begin(), place.end()).first ==
        results.end())
      throw UsageError(
          option + ": " + file +
          " lies in data/results, which holds what a clean tree of git has measured; commit, "
          "build again, or write elsewhere");
  }
}

Manifest describe(Manifest manifest, const Problem& problem, const Device& device) {
  manifest.case_file = problem.input.file;
  manifest.resolved_case = problem.input.resolved;
  manifest.case_files = problem.files;
  manifest.device = device.description();
  manifest.driver = device.driver();
  manifest.threads = device.threads();
  manifest.block = problem.block + ": " + problem.solver.description;
  return manifest;
}

Row finished_row(const Problem& problem, const Simulation& simulation, const TimeLoop& loop) {
  Row row = problem.row(simulation.device());
  row.steps = loop.step();
  row.final_time = time_at(problem, loop.step());
  row.seconds = loop.seconds();
  return row;
}

void add_errors(const Problem& problem, const Simulation& simulation, Row& row) {
  if (!problem.has_exact()) return;
  const ErrorNorms error = measure_error(problem, simulation, row.final_time);
  row.error_max = error.max();
  row.error_l2 = error.l2();
}

void require_finite_errors(const Row& row) {
  for (const auto& [name, error] : {std::pair("max", row.error_max), {"L2", row.error_l2}})
    if (!std::isfinite(error))
      throw RunError("the error of the nodal values (" + std::string(name) +
                     ") is not a finite number after step " + std::to_string(row.steps) +
                     ", though the fields are: its squares overflow; take smaller amplitudes "
                     "(initial.amplitude, sources.amplitude, incident.amplitude)");
}

void save_results(const OutputOptions& options, const std::string& folder, const std::string& name,
                  const Manifest& manifest, const std::vector<Row>& rows) {
  const nlohmann::json results = to_json(manifest, rows);
  write_json((fs::path(folder) / name).string(), results);
  if (!options.json.empty()) write_json(options.json, results);
}

void print_notices(const std::vector<std::string>& notices) {
  for (auto notice = notices.begin(); notice != notices.end(); ++notice)
    if (std::find(notices.begin(), notice, *notice) == notice)
      std::cerr << "notice: " << *notice << "\n";
}

}  // namespace hermite
