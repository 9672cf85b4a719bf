#include "drivers/record/run_ending.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "drivers/problem/initial.hpp"
#include "drivers/record/record.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

Ending judge_errors(const Ending& ending, const Row& row) {
  try {
    require_finite_errors(row);
  } catch (const RunError& error) {
    return {error.what(), error.code(), ending.resumable};
  }
  return ending;
}

RunRecord::RunRecord(const OutputOptions& output, std::string folder,
                     std::vector<std::string> finals, std::string resumed, Manifest manifest)
    : output_(output),
      folder_(std::move(folder)),
      finals_(std::move(finals)),
      resumed_(std::move(resumed)),
      manifest_(std::move(manifest)) {}

void RunRecord::write(const Ending& ending, const Row& row, const Problem& problem,
                      const Simulation& simulation, const TimeLoop& loop, Observers& observers) {
  // Among ranks what one cannot do others wait for.
  if (simulation.ranks().alone())
    attempt({}, [&] { observers.collect(); });
  else
    observers.collect();
  simulation.gathered([&] { write_all(ending, row, problem, simulation, loop, observers); });
  failure_ = simulation.ranks().of_first(failure_);
}

// By rank 0 alone.
void RunRecord::write_all(const Ending& ending, const Row& row, const Problem& problem,
                          const Simulation& simulation, const TimeLoop& loop,
                          Observers& observers) {
  manifest_.seconds["time_loop"] = loop.seconds();
  if (ending.resumable) attempt({}, [&] { observers.save_checkpoint(); });
  attempt({}, [&] { observers.save_series(); });
  attempt({}, [&] { observers.save_spectra(); });
  files_ = observers.written();
  std::vector<std::string> left = observers.files();
  int state = 0;
  for (const std::string& name : finals_) {
    attempt({name}, [&] {
      write_state(problem, simulation, state, place(name));
      left.push_back(name);
    });
    ++state;
  }
  attempt({"results.json"},
          [&] { save_results(output_, folder_, "results.json", manifest_, {row}); });
  left.insert(left.end(), {"results.json", "manifest.json"});
  std::vector<std::string> earlier = files_of_run(folder_);
  const std::vector<std::string> inputs = inputs_of(problem);
  const auto is_input = [&](const std::string& name) { return is_among(place(name), inputs); };
  earlier.erase(std::remove_if(earlier.begin(), earlier.end(), is_input), earlier.end());
  // A run that goes on keeps what it began with, and one that does not end well what may be of use.
  const bool keeps = !resumed_.empty() || ending.code != Exit::ok || !failure_.empty();
  for (const std::string& name : earlier)
    if (keeps && std::count(left.begin(), left.end(), name) == 0) left.push_back(name);
  attempt({"manifest.json"}, [&] {
    nlohmann::json content = to_json(manifest_);
    content["outcome"] = {{"text", ending.text}, {"steps", row.steps}, {"time", row.final_time}};
    content["outcome"]["files"] = left;
    if (!resumed_.empty()) content["outcome"]["resumed_from"] = resumed_;
    write_json(place("manifest.json"), content);
    removed_ = remove_outdated(folder_, earlier, left);
  });
}

std::string RunRecord::place(const std::string& name) const {
  return (std::filesystem::path(folder_) / name).string();
}

// Where one file cannot be written, the others still may.
template <class F>
void RunRecord::attempt(const std::vector<std::string>& names, F&& write) {
  try {
    write();
    files_.insert(files_.end(), names.begin(), names.end());
  } catch (const MachineError& error) {
    if (failure_.empty()) failure_ = error.what();
  }
}

void print_result(const Ending& ending, const RunRecord& record, const Row& row,
                  const Problem& problem) {
  if (!record.removed().empty())
    std::cout << "removed, of an earlier run: " << record.folder() << "/{"
              << join(record.removed(), ",") << "}\n";
  if (ending.code != Exit::ok && ending.code != Exit::interrupted) return;
  const double steps_per_second = static_cast<double>(row.steps) / row.seconds;
  const auto& n = problem.grid.cells;
  std::printf("%ld of %ld steps, to t = %.6g s, in %.3g s: %.3g updates/s, %.3g cells/s\n",
              row.steps, problem.time.steps, row.final_time, row.seconds,
              static_cast<double>(row.dof) * steps_per_second,
              static_cast<double>(n[0] * n[1] * n[2]) * steps_per_second);
  if (problem.has_exact())
    std::printf("error of the nodal values: max %.6e, L2 %.6e\n", row.error_max, row.error_l2);
  if (!record.files().empty())
    std::printf("written: %s/{%s}\n", record.folder().c_str(), join(record.files(), ",").c_str());
}

void report_ending(const Ending& ending, const RunRecord& record, const Row& row,
                   const Problem& problem, const std::string& checkpoint) {
  const std::string steps =
      "step " + std::to_string(row.steps) + " of " + std::to_string(problem.time.steps);
  const std::string lost = record.failure().empty() ? "" : "; " + record.failure();
  const std::string go_on = "go on with --resume " + checkpoint;
  if (ending.code == Exit::unstable)
    throw RunError(ending.text + "; what was recorded is in " + record.folder() + lost);
  if (ending.code == Exit::machine)
    throw MachineError("stopped after " + steps + ": " + ending.text +
                       "; what could be kept is in " + record.folder() + lost);
  if (ending.code == Exit::interrupted)
    throw Error(Exit::interrupted,
                "interrupted after " + steps + "; " + (lost.empty() ? go_on : record.failure()));
  if (!lost.empty()) throw MachineError(record.failure());
  if (ending.resumable) std::cout << go_on << "\n";
}

}  // namespace hermite
