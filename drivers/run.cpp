// hermite run CASE: one run, and the folder that it leaves:
//   manifest.json  how its numbers came about, and how it ended
//   results.json   its row of results
//   final.npy      the fields after the last step (initial.kind "file" reads it)
#include <omp.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "drivers/commands.hpp"
#include "drivers/initial.hpp"
#include "drivers/options.hpp"
#include "drivers/problem.hpp"
#include "drivers/record.hpp"
#include "drivers/summary.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/json_file.hpp"

namespace hermite {

namespace {

struct RunOptions {
  CaseOptions input;
  OutputOptions output;
  long stop_after = -1;  // steps, -1: to the end
};

// What is recorded, whichever way the time loop ended.
Row record(const RunOptions& options, const std::string& folder, const std::string& outcome,
           Manifest manifest, const Problem& problem, const Simulation& simulation,
           const TimeLoop& loop) {
  const Row row = finished_row(problem, simulation, loop);
  manifest.seconds["time_loop"] = loop.seconds();
  const std::filesystem::path place = folder;
  write_state(problem, simulation, 0, (place / "final.npy").string());
  save_results(options.output, folder, "results.json", manifest, {row});
  nlohmann::json content = to_json(manifest);
  content["outcome"] = {{"text", outcome}, {"steps", row.steps}, {"time", row.final_time}};
  write_json((place / "manifest.json").string(), content);
  return row;
}

void print_result(const Row& row, const Problem& problem, const std::string& folder) {
  std::printf("%ld of %ld steps, to t = %.6g s, in %.3g s: %.3g updates/s\n", row.steps,
              problem.time.steps, row.final_time, row.seconds,
              static_cast<double>(row.dof) * static_cast<double>(row.steps) / row.seconds);
  if (problem.has_exact())
    std::printf("error of the nodal values: max %.6e, L2 %.6e\n", row.error_max, row.error_l2);
  std::printf("written: %s/{manifest.json,results.json,final.npy}\n", folder.c_str());
}

void run(const RunOptions& options, const Manifest& called) {
  // 1. The problem: all that can be refused is refused here, before anything is written.
  const Device device(options.input.device, options.input.threads);
  omp_set_num_threads(device.threads());
  const Problem problem = make_problem(options.input.file, options.input.overrides(), device);
  NpyArray file = read_initial_file(problem);
  const std::string folder = prepare_folder(options.output, options.input.file, "run",
                                            {"manifest.json", "results.json", "final.npy"});
  print_notices(problem);
  std::cout << summary(problem, device) << std::flush;

  // 2. The fields at time zero. From here on a signal ends the run cleanly.
  const CatchInterrupts signals;
  Simulation simulation(problem.solver, device);
  write_initial(problem, file, simulation);
  file = {};

  // 3. The time loop.
  const Manifest manifest = describe(called, problem, device);
  const auto record_as = [&](const std::string& outcome, const TimeLoop& loop) {
    return record(options, folder, outcome, manifest, problem, simulation, loop);
  };
  TimeLoop loop(simulation, problem.time.steps, static_cast<double>(problem.dof()));
  const bool partial = options.stop_after >= 0 && options.stop_after < problem.time.steps;
  try {
    loop.run(partial ? options.stop_after : problem.time.steps);
  } catch (const RunError& error) {
    record_as(error.what(), loop);
    throw RunError(std::string(error.what()) + "; what was recorded is in " + folder);
  }

  // 4. What it leaves.
  const bool cut = loop.was_interrupted();
  const Row row = record_as(cut       ? "interrupted"
                            : partial ? "stopped by --stop-after"
                                      : "finished",
                            loop);
  print_result(row, problem, folder);
  if (cut)
    throw Error(Exit::interrupted, "interrupted after step " + std::to_string(row.steps) + " of " +
                                       std::to_string(problem.time.steps) + "; the state is in " +
                                       folder + "/final.npy");
}

}  // namespace

void add_run(CLI::App& app, const Manifest& manifest) {
  CLI::App* command = app.add_subcommand("run", "Run a case");
  auto options = std::make_shared<RunOptions>();
  options->input.declare(*command);
  options->output.declare(*command);
  command
      ->add_option("--stop-after", options->stop_after,
                   "Stop after this many steps; errors are those at that time")
      ->check(CLI::NonNegativeNumber);
  command->callback([options, &manifest] { run(*options, manifest); });
}

}  // namespace hermite
