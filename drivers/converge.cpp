// hermite converge CASE --orders 1,2,3 --cells 8,16,32: the error on each grid for each order, the
// observed orders beside the expected ones, and plots. Leaves convergence.json and the plots.
#include <omp.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "drivers/commands.hpp"
#include "drivers/problem/initial.hpp"
#include "drivers/problem/options.hpp"
#include "drivers/problem/problem.hpp"
#include "drivers/record/plots.hpp"
#include "drivers/record/record.hpp"
#include "drivers/record/verdict.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

namespace {

struct ConvergeOptions {
  CaseOptions input;
  OutputOptions output;
  std::vector<int> orders, cells;
};

using Study = std::vector<Problem>;

// Every run of the study; all that can be refused is refused here.
Study make_study(const ConvergeOptions& options, const Device& device) {
  Study study;
  std::vector<std::string> orders;
  for (const int order : ascending(options.orders)) orders.push_back(std::to_string(order));
  if (orders.empty()) orders.emplace_back();  // the case's
  for (const std::string& order : orders)
    for (const int cells : ascending(options.cells)) {
      std::vector<Override> changes = options.input.overrides();
      replace_by_option(changes, "method.order", order, "--orders");
      replace_by_option(changes, "grid.cells", std::to_string(cells), "--cells");
      study.push_back(make_problem(options.input.file, changes, device, options.input.tuned));
    }
  if (study.front().has_exact()) return study;
  throw CaseError(
      options.input.file, "exact.kind", "\"none\"",
      study.front().uniform()
          ? "\"initial\": convergence needs an exact solution"
          : "a uniform medium and \"initial\": convergence needs an exact solution, and of this "
            "medium none is known; for grids of several sizes take run");
}

Row run_one(const Problem& problem, const Device& device) {
  Simulation simulation(problem.solver, device);
  write_initial(problem, {}, simulation);
  TimeLoop loop(simulation, problem.time.steps, static_cast<double>(problem.dof()));
  loop.run(problem.time.steps);
  if (loop.was_interrupted()) throw Error(Exit::interrupted, "interrupted");
  Row row = finished_row(problem, simulation, loop);
  add_errors(problem, simulation, row);
  require_finite_errors(row);
  return row;
}

// As orders and grids have them, which may be several where the case leaves it open.
std::string pipelines_of(const Study& study) {
  std::vector<std::string> names;
  for (const Problem& problem : study)
    if (std::find(names.begin(), names.end(), problem.kernel.pipeline) == names.end())
      names.push_back(problem.kernel.pipeline);
  return join(names);
}

// Exit 6 where an order is not what theory says.
void print_verdicts(const std::vector<Row>& rows, const Case& input) {
  std::string failed;
  for (const Verdict& verdict : judge(rows, input.initial.amplitude)) {
    std::cout << verdict.text << "\n";
    if (verdict.kind == Verdict::Kind::failed)
      failed += (failed.empty() ? "" : ", ") + std::to_string(verdict.order);
  }
  std::cout << std::flush;
  if (failed.empty()) return;
  const bool hermite = input.solver == "hermite";
  const bool full = !hermite || input.method.stages.kind == Stages::Kind::full;
  throw Error(Exit::not_verified, "the observed order is not the expected one" +
                                      (hermite ? " for N = " + failed : std::string()) +
                                      "; finer grids" + (full ? "" : ", or full stages,") +
                                      " may show it" +
                                      (hermite ? ""
                                               : ": on coarse ones errors of space and of time, "
                                                 "of opposite sign, may cancel"));
}

void converge(const ConvergeOptions& options, const Manifest& called) {
  // 1. All runs of the study, and where their results go.
  const Device device(options.input.device, options.input.threads);
  omp_set_num_threads(device.threads());
  const Study study = make_study(options, device);
  const std::string folder =
      prepare_folder(options.output, inputs_of(study.front()), "converge", {"convergence.json"});
  const std::string file = (std::filesystem::path(folder) / "convergence.json").string();
  std::vector<std::string> notices;
  for (const Problem& problem : study)
    notices.insert(notices.end(), problem.notices.begin(), problem.notices.end());
  print_notices(notices);

  // 2. The runs. The rows that are done are kept if one of them fails.
  const CatchInterrupts signals;
  const Case& input = study.front().input;
  std::cout << input.file << ": " << input.system << ", " << input.dimension << "-D, "
            << input.precision << ", " << pipelines_of(study) << ", " << device.description()
            << "\n"
            << std::flush;
  Manifest manifest = describe(called, study.front(), device);
  std::vector<Row> rows;
  const auto save = [&] {
    set_rates(rows);
    save_results(options.output, folder, "convergence.json", manifest, rows);
  };
  try {
    for (const Problem& problem : study) {
      rows.push_back(run_one(problem, device));
      manifest.seconds["time_loop"] += rows.back().seconds;
    }
  } catch (const Error& error) {
    save();
    throw Error(error.code(), std::string(error.what()) + "; the " + std::to_string(rows.size()) +
                                  " rows before it are in " + file);
  }

  // 3. Table, file, plots.
  save();
  print_table(std::cout, rows);
  std::cout << "results: " << file << "\n" << draw_plots(file, folder) << "\n";

  // 4. The verdict.
  print_verdicts(rows, input);
}

}  // namespace

void add_converge(CLI::App& app, const Manifest& manifest) {
  CLI::App* command =
      app.add_subcommand("converge", "Run a case on finer and finer grids; print observed orders");
  auto options = std::make_shared<ConvergeOptions>();
  options->input.declare(*command);
  options->output.declare(*command);
  command
      ->add_option("--orders", options->orders,
                   "Orders N, as in 1,2,3; default: the case's, and fdtd has one only")
      ->delimiter(',')
      ->check(whole_number());
  command->add_option("--cells", options->cells, "Cells per direction, as in 8,16,32")
      ->delimiter(',')
      ->check(whole_number())
      ->required();
  command->callback([options, &manifest] { converge(*options, manifest); });
}

}  // namespace hermite
