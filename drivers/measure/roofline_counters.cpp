// Hardware counters of a study: this program runs itself under Nsight Compute, which sees every
// kernel once.
#include <filesystem>
#include <iostream>
#include <sstream>

#include "drivers/measure/roofline_study.hpp"
#include "hermite/core/error.hpp"

namespace hermite {

namespace {

// Begins the line that names a kernel which the profiler has seen.
const std::string profiled = "profiled: ";

std::vector<std::string> profiled_names(const std::string& output) {
  std::vector<std::string> names;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(profiled, 0) == 0) names.push_back(line.substr(profiled.size()));
  return names;
}

}  // namespace

void profile_study(const RooflineStudy& study, const Device& device) {
  study.for_each([&](const Subject& subject, const Problem& problem) {
    Simulation simulation(problem.solver, device);
    for (const std::string& stage : profile_stages(simulation))
      std::cout << profiled << subject.name() << " " << stage << "\n" << std::flush;
  });
}

std::string count_rows(const StudyOptions& options, Profiler& profiler,
                       std::vector<ReportRow>& rows) {
  const std::string alone = "; the counted model stands alone";
  if (!profiler.unavailable().empty()) return "none: " + profiler.unavailable() + alone;
  std::vector<std::string> command = {std::filesystem::read_symlink("/proc/self/exe").string(),
                                      "roofline", "kernels", "--profile"};
  const std::vector<std::string> words = options.words();
  command.insert(command.end(), words.begin(), words.end());
  const ProfiledRun run = profiler.run(command);
  if (!profiler.unavailable().empty()) return "none: " + profiler.unavailable() + alone;
  const std::vector<std::string> names = profiled_names(run.output);
  if (names.size() != run.kernels.size())
    throw MachineError("ncu saw " + std::to_string(run.kernels.size()) + " kernels where " +
                       std::to_string(names.size()) +
                       " were launched: its counters cannot be "
                       "told apart");
  for (ReportRow& row : rows)
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name_of(row))
        row.counters = counters_of({run.kernels[i]}, profiler.metrics());
  return "Nsight Compute";
}

}  // namespace hermite
