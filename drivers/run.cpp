// hermite run CASE: one run, and the folder that it leaves:
//   manifest.json  how its numbers came about, and how it ended
//   results.json   its row of results
//   final.npy      the fields after the last step (initial.kind "file" reads it); of leapfrog and
//                  conservative the dual array too, final-NAME.npy; not with --no-final
// and what the case asks for: receivers.csv, norms.csv, snapshots.pvd, checkpoint.h5, spectra and far
// fields (observe/spectra.hpp).
#include <omp.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "drivers/commands.hpp"
#include "drivers/observe/observers.hpp"
#include "drivers/problem/initial.hpp"
#include "drivers/problem/options.hpp"
#include "drivers/problem/problem.hpp"
#include "drivers/problem/ranks.hpp"
#include "drivers/problem/summary.hpp"
#include "drivers/record/record.hpp"
#include "drivers/record/run_ending.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

namespace {

struct RunOptions {
  CaseOptions input;
  OutputOptions output;
  long stop_after = -1;          // steps, -1: to the end
  std::string checkpoint_every;  // empty: as the case says
  std::string resume;            // a checkpoint, or a run's folder; empty: from the initial data
  bool no_final = false;

  std::vector<Override> overrides() const {
    std::vector<Override> changes = input.overrides();
    replace_by_option(changes, "checkpoint.every", checkpoint_every, "--checkpoint-every");
    return changes;
  }
  // Of a run's folder the one in it.
  std::string checkpoint() const {
    std::error_code none;
    return std::filesystem::is_directory(resume, none) ? resume + "/checkpoint.h5" : resume;
  }
};

// Where the case leaves the pipeline open it goes on by that of its checkpoint, whatever this device would
// choose; but for those that "auto" never is. So with the differences at a free surface.
std::vector<Override> changes_for(const RunOptions& options,
                                  const std::optional<CheckpointReader>& checkpoint) {
  std::vector<Override> changes = options.overrides();
  if (!checkpoint) return changes;
  std::unique_ptr<System> system;
  const Case input = read_case(options.input.file, changes, system_table(system));
  checkpoint->require_equations(input.resolved);  // which others' pipelines do not fit
  const std::string pipeline = checkpoint->pipeline();
  if (is_pipeline_open(input) && !pipeline.empty() && !is_wave(pipeline))
    changes.push_back({"kernel.pipeline", pipeline, "--resume"});
  const std::string operators = checkpoint->surface_operators();
  if (input.free_surface.operators == "auto" && !operators.empty() && operators != "auto")
    changes.push_back({"free_surface.operators", operators, "--resume"});
  return changes;
}

// Of the fields after the last step, by state.
std::vector<std::string> final_files(const RunOptions& options, const Problem& problem) {
  std::vector<std::string> names;
  const int states = options.no_final ? 0 : static_cast<int>(problem.solver.states.size());
  for (int state = 0; state < states; ++state) names.push_back(final_file(problem, state));
  return names;
}

Ending take_steps(const RunOptions& options, long steps, TimeLoop& loop) {
  // At the last step too, for a run that may be wanted longer.
  const bool stops = options.stop_after >= 0 && options.stop_after <= steps;
  const long last = stops ? options.stop_after : steps;
  try {
    loop.run(last);
  } catch (const RunError& error) {
    return {error.what(), error.code()};
  } catch (const MachineError& error) {
    return {error.what(), error.code()};
  }
  if (loop.was_interrupted()) return {"interrupted", Exit::interrupted, true};
  return {last < steps ? "stopped by --stop-after" : "finished", Exit::ok, stops};
}

// The same among ranks: one that dies ends all, and what then helps is the last checkpoint.
Ending take_steps(const RunOptions& options, long steps, TimeLoop& loop, const Observers& observers,
                  Ranks& ranks) {
  try {
    return take_steps(options, steps, loop);
  } catch (const LostRank& lost) {
    const std::vector<std::string>& files = observers.written();
    const bool kept = std::count(files.begin(), files.end(), "checkpoint.h5") > 0;
    give_up(ranks, lost,
            std::string(lost.what()) + ": the run ends after step " + std::to_string(loop.step()) +
                (kept ? "; go on with --resume " + observers.checkpoint_file()
                      : "; it had written no checkpoint yet"));
  }
}

void run(const RunOptions& options, const Manifest& called) {
  // 1. The problem and its fields at time zero: all that can be refused is refused here, before
  //    anything is written.
  Ranks& ranks = world();
  const Device device = device_of_rank(ranks, options.input.device, options.input.threads);
  omp_set_num_threads(device.threads());
  const std::string resumed = options.checkpoint();
  std::optional<CheckpointReader> checkpoint;
  if (!resumed.empty()) checkpoint.emplace(resumed);
  const std::vector<Override> changes = changes_for(options, checkpoint);
  const Problem problem =
      make_problem(options.input.file, changes, device, options.input.tuned, ranks);
  check_observers(problem, changes);
  NpyArray file;
  if (checkpoint) {
    checkpoint->require_case(problem.identity());
    checkpoint->require_steps(problem.input.time.final, problem.time.steps);
  } else {
    file = read_initial_file(problem);
  }
  if (checkpoint && options.stop_after >= 0 && options.stop_after <= checkpoint->content().step)
    throw UsageError("--stop-after: found " + std::to_string(options.stop_after) + ", but " +
                     resumed + " is at step " + std::to_string(checkpoint->content().step) +
                     " already; take a later one");
  std::vector<std::string> files = observer_files(problem);
  files.insert(files.end(), {"manifest.json", "results.json"});
  const std::vector<std::string> finals = final_files(options, problem);
  files.insert(files.end(), finals.begin(), finals.end());
  print_notices(problem.notices);
  print_notices(notices_of_walls(problem, file));
  std::cout << summary(problem, device, ranks) << std::flush;
  Simulation simulation(problem.solver, device, ranks);
  if (!checkpoint) write_initial(problem, file, simulation);
  file = {};
  std::string folder;
  simulation.gathered(
      [&] { folder = prepare_folder(options.output, inputs_of(problem), "run", files); });
  folder = ranks.of_first(folder);

  // 2. What looks at the run, and the state of a checkpoint. From here on a signal ends the run
  //    cleanly.
  const CatchInterrupts signals;
  TimeLoop loop(simulation, problem.time.steps, static_cast<double>(problem.dof()));
  Observers observers(problem, simulation, loop, folder);
  if (checkpoint) observers.resume(*checkpoint);

  // 3. The time loop.
  const double waited = simulation.seconds_waited();
  const auto begun = std::chrono::steady_clock::now();
  Ending ending = take_steps(options, problem.time.steps, loop, observers, ranks);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
  const Waits waits(ranks, simulation.seconds_waited() - waited, taken.count());
  if (!simulation.why_not_replayed().empty())
    std::cerr << "notice: steps were launched kernel by kernel, not as one: "
              << simulation.why_not_replayed() << "\n";

  // 4. What it leaves, and what it says in the end.
  Row row = finished_row(problem, simulation, loop);
  // A machine that failed may do so again; what is in memory already is to be written.
  if (ending.code != Exit::machine) add_errors(problem, simulation, row);
  if (ending.code == Exit::ok && problem.has_exact()) ending = judge_errors(ending, row);
  Manifest manifest = describe(called, problem, device);
  manifest.ranks = ranks.count();
  if (!ranks.alone()) manifest.messages = {message_path(device), waits.mean(), waits.most()};
  RunRecord record(options.output, folder, finals, resumed, manifest);
  record.write(ending, row, problem, simulation, loop, observers);
  print_result(ending, record, row, problem);
  if (!ranks.alone()) std::cout << waits.text();
  report_ending(ending, record, row, problem, observers.checkpoint_file());
}

}  // namespace

void add_run(CLI::App& app, const Manifest& manifest) {
  CLI::App* command = app.add_subcommand("run", "Run a case");
  auto options = std::make_shared<RunOptions>();
  options->input.declare(*command);
  options->output.declare(*command);
  command
      ->add_option("--stop-after", options->stop_after,
                   "Stop after this many steps, with a checkpoint; errors are those at that time")
      ->check([](const std::string& text) {
        const bool whole = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
        return whole ? "" : "found " + text + ", allowed a whole number of steps, 0 or more";
      });
  command->add_option("--checkpoint-every", options->checkpoint_every,
                      "Steps between two checkpoints (key checkpoint.every)");
  command->add_option("--resume", options->resume,
                      "Go on from this checkpoint of the same case, or that of a run's folder, as "
                      "if it had not stopped");
  command->add_flag("--no-final", options->no_final,
                    "Leave out the fields after the last step, final.npy, which may be large");
  command->callback([options, &manifest] { run(*options, manifest); });
}

}  // namespace hermite
