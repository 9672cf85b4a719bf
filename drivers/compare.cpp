// hermite compare CASE: one problem by several methods, and what each costs at equal error. Leaves
//   compare.json      every run and the marks; written after each run, so that the same command goes on
//   comparison-*.png  error against seconds, memory and degrees of freedom
#include <omp.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "drivers/commands.hpp"
#include "drivers/compare/marks.hpp"
#include "drivers/compare/marks_anew.hpp"
#include "drivers/compare/methods.hpp"
#include "drivers/compare/record.hpp"
#include "drivers/compare/report.hpp"
#include "drivers/compare/run.hpp"
#include "drivers/record/plots.hpp"
#include "drivers/record/record.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* results_name = "compare.json";

class Comparison {
 public:
  Comparison(const CompareOptions& options, const Manifest& called)
      : options_(options),
        device_(options.input.device, options.input.threads),
        manifest_(called),
        methods_(methods_of(options, device_)),
        where_(points_of(options, device_)) {
    omp_set_num_threads(device_.threads());
    refuse_bad_methods();
  }

  // Where results go, and the runs that are there already.
  void prepare() {
    folder_ = prepare_folder(options_.output, inputs_, "compare", {results_name});
    record_.emplace((fs::path(folder_) / results_name).string(), conditions_, notices_);
    print_notices(notices_);
    std::cout << options_.input.file << ": " << join(where_.fields) << " at "
              << where_.points.size() << " points, " << device_.description();
    if (record_->remembered() > 0)
      std::cout << "; going on after " << record_->remembered() << " runs";
    std::cout << "\n";
    print_head(std::cout);
    std::cout << std::flush;
  }

  // Of the budget each series has an equal part of what is left, so that no method takes it all; then those
  // that are not done have the rest.
  void run_all() {
    for (const double periods : ascending(options_.periods))
      for (const Method& method : methods_)
        for (const std::string& precision : options_.precisions())
          series_.push_back({method.name, method.solver, precision, periods, {}, false, false});
    for (const bool rest : {false, true})
      for (std::size_t i = 0; i < series_.size(); ++i) {
        if (series_[i].complete || (!rest && waits(i))) continue;
        const double left = options_.budget - spent();
        const double parts = rest ? 1 : static_cast<double>(series_.size() - i);
        run_series(series_[i], spent() + left / parts);
      }
    all_run_ = std::all_of(series_.begin(), series_.end(),
                           [](const GridSeries& series) { return series.complete; });
  }

  void finish() {
    save();
    const std::vector<Mark> marks = find_marks(series_, options_.tolerances);
    print_marks(std::cout, series_, marks, options_.tolerances);
    std::cout << "results: " << place() << "\n" << draw_comparison(place(), folder_) << "\n";
    if (!all_run_)
      std::cout << "not all was run in the budget of " << json(options_.budget).dump()
                << " s; the same command goes on with " << place() << "\n";
    std::cout << std::flush;
    const bool any = std::any_of(series_.begin(), series_.end(),
                                 [](const GridSeries& s) { return !s.runs.empty(); });
    if (!any)
      throw MachineError(
          "nothing was run, by --limit, --budget or what this machine has; why is in " + place());
  }

  const std::string& place() const { return record_->file(); }

 private:
  // Whether single precision, whose series stands before that of double, may still lead to what this one is for.
  bool waits(std::size_t i) const {
    if (i == 0 || series_[i].precision != "double") return false;
    const GridSeries& before = series_[i - 1];
    return before.method == series_[i].method && before.periods == series_[i].periods &&
           !before.complete;
  }

  Problem problem_of(const Method& method, const GridSeries& series, int cells) const {
    return method_problem(options_, method, series.precision, cells,
                          where_.final_time(series.periods), device_);
  }

  // The coarsest run of each series is made up, for what it refuses and what it has to say. What this machine
  // cannot run is told where its runs would be, unless that is all.
  void refuse_bad_methods() {
    set_conditions();
    std::optional<MachineError> refused;
    bool any = false;
    for (const Method& method : methods_)
      for (const std::string& precision : options_.precisions()) {
        const GridSeries series{method.name, method.solver, precision, options_.periods.front(),
                                {},          false,         false};
        try {
          const Problem problem = problem_of(method, series, method.cells.front());
          notices_.insert(notices_.end(), problem.notices.begin(), problem.notices.end());
          any = true;
        } catch (const MachineError& error) {
          refused = error;
        }
      }
    if (!any) throw *refused;
  }
  // Of the first method, whether it can be run or not: the same whatever the machine refuses.
  void set_conditions() {
    const Method& method = methods_.front();
    const Problem problem =
        method_state(options_, method, options_.precisions().front(), method.cells.front(),
                     where_.final_time(options_.periods.front()), device_);
    conditions_ = CompareRecord::conditions_of(problem, device_);
    inputs_ = inputs_of(problem);
    manifest_ = describe(manifest_, problem, device_);
    manifest_.block = "";
  }

  const Method& method_of(const GridSeries& series) const {
    return *std::find_if(methods_.begin(), methods_.end(),
                         [&](const Method& method) { return method.name == series.method; });
  }

  // Finer and finer grids after those that it has, until the error is as small as is asked for or as it gets within
  // the limit of a run, or `until` so many seconds are spent.
  void run_series(GridSeries& series, double until) {
    const Method& method = method_of(series);
    const std::vector<double> open = open_tolerances(series, series_, options_.tolerances);
    while (series.runs.size() < method.cells.size()) {
      CompareRun run;
      run.method = method.name;
      run.solver = method.solver;
      run.precision = series.precision;
      run.periods = series.periods;
      run.cells = method.cells[series.runs.size()];
      if (record_->find(run, options_.limit) == nullptr &&
          (open.empty() || is_out_of_reach(series, open, options_.limit))) {
        std::cout << "  " << series.method << ", " << series.precision << ": "
                  << (open.empty() ? "single precision leads to all errors asked for"
                                   : "no finer grid, the next error is out of reach of --limit")
                  << "\n";
        break;
      }
      if (!run_one(method, series, run, until)) return;
      print_run(std::cout, run, series.runs.empty() ? nullptr : &series.runs.back());
      std::cout << std::flush;
      if (!run.done()) break;
      series.add(run);
      if (has_arrived(series, options_.tolerances)) break;
    }
    series.complete = true;
  }

  // False where the time is spent.
  bool run_one(const Method& method, const GridSeries& series, CompareRun& run, double until) {
    if (const CompareRun* found = record_->find(run, options_.limit)) {
      run = *found;
      record_->add(run);
      return true;
    }
    const CompareLimits limits{options_.limit, until - spent()};
    // What the time does not suffice for is not set up, which takes as long as a run of it where the grid is fine.
    const bool starts = limits.budget > foretold_seconds(series, run.cells);
    Ended ended = starts ? Ended::skipped : Ended::out_of_budget;
    try {
      if (starts)
        ended = carry_out(problem_of(method, series, run.cells), device_, where_, limits, run);
    } catch (const MachineError& error) {  // memory, a kernel that does not fit
      run.skipped = error.what();
    }
    if (ended == Ended::out_of_budget) return false;
    record_->add(run);
    save();
    return true;
  }

  double spent() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  void save() const {
    json results = record_->content();
    results["manifest"] = to_json(manifest_);
    results["compared"] = {{"fields", where_.fields}, {"points", where_.points.size()}};
    results["tolerances"] = options_.tolerances;
    results["limit"] = options_.limit;
    results["complete"] = all_run_;
    results["marks"] = to_json(find_marks(series_, options_.tolerances));
    write_json(place(), results);
    if (!options_.output.json.empty()) write_json(options_.output.json, results);
  }

  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const CompareOptions& options_;
  Device device_;
  Manifest manifest_;
  std::vector<Method> methods_;
  ComparedPoints where_;
  json conditions_;  // under which runs hold
  std::vector<std::string> inputs_;
  std::optional<CompareRecord> record_;
  std::string folder_;
  std::vector<std::string> notices_;
  std::vector<GridSeries> series_;
  bool all_run_ = false;
};

void compare(const CompareOptions& options, const Manifest& called) {
  Comparison comparison(options, called);
  comparison.prepare();
  const CatchInterrupts signals;  // from here on one ends it cleanly
  try {
    comparison.run_all();
  } catch (const Error& error) {
    if (error.code() != Exit::interrupted) throw;
    throw Error(Exit::interrupted,
                "interrupted; the same command goes on with " + comparison.place());
  }
  comparison.finish();
}

}  // namespace

void add_compare(CLI::App& app, const Manifest& manifest) {
  CLI::App* command =
      app.add_subcommand("compare", "What Hermite of each order and fdtd cost at equal error");
  auto options = std::make_shared<CompareOptions>();
  options->declare(*command);
  command->footer(
      "Runs a plane wave, periodic or between walls, by each method on finer and finer grids, in "
      "single and double\n"
      "precision. Errors are the largest at the nodes of the staggered grid of 4 cells a side, of "
      "the fields that\n"
      "fdtd holds at the final time, relative to the wave's largest value. Grids end where the two "
      "finest show that\n"
      "--limit does not reach the next tolerance; what no run reaches is extrapolated from them. "
      "Below 1e-4 double\n"
      "precision alone counts; above, it is run where single does not lead there.\n"
      "\"pairs\": with two steps in one sweep of the fields.");
  CLI::App* marks =
      command->add_subcommand("marks", "Mark the cheapest runs of records again, by today's rules");
  auto files = std::make_shared<std::vector<std::string>>();
  marks->add_option("files", *files, "Files compare.json")->required();
  command->callback([=, &manifest] {
    if (!marks->parsed()) return compare(*options, manifest);
    for (const std::string& file : *files) mark_anew(file, manifest);
  });
}

}  // namespace hermite
