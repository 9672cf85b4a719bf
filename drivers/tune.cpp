// hermite tune CASE: the fastest blocks for the case's system on this device, for each pipeline, order
// and precision that is asked for. Leaves
//   journal.jsonl  every measurement, so that a tune that was stopped goes on
//   tune.json      all configurations with their times, and why others were left out
//   tune-*.png     plots (hermite tune plot FILE... draws those of several machines)
// and the best of each variant in data/tuned/DEVICE.jsonl, where runs find them.
#include <omp.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "drivers/commands.hpp"
#include "drivers/measure/given_ceilings.hpp"
#include "drivers/measure/tune_results.hpp"
#include "drivers/measure/tune_searches.hpp"
#include "drivers/problem/options.hpp"
#include "drivers/record/plots.hpp"
#include "drivers/record/record.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/json_file.hpp"
#include "roofline/set_aside.hpp"
#include "roofline/tune/report.hpp"
#include "roofline/tune/tuned_table.hpp"

namespace hermite {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// Measured once for a journal. A short tune takes short measurements.
Ceilings measured_ceilings(const TuneCommand& options, const Device& device, TuneJournal& journal) {
  if (const json noted = journal.noted("ceilings"); !noted.is_null()) return ceilings_from(noted);
  constexpr double enough = 60;  // seconds of a budget, of which they take 10
  const Ceilings measured = measure_ceilings(device, options.budget < enough);
  journal.note("ceilings", to_json(measured));
  if (measured.quick)
    std::cerr << "notice: ceilings are measured as for a trial, as --budget is below " << enough
              << " s: shares of them are of little worth; give --ceilings, or more time\n";
  return measured;
}

// One line that is drawn over itself, on a terminal alone.
class Line {
 public:
  ~Line() { show(""); }
  void show(const std::string& text) {
    if (isatty(STDERR_FILENO) == 0 || text == shown_) return;
    std::cerr << "\r" << text
              << std::string(shown_.size() > text.size() ? shown_.size() - text.size() : 0, ' ')
              << "\r" << std::flush;
    shown_ = text;
  }

 private:
  std::string shown_;
};

// A tune at work: what it writes to, and what it has found.
class Tune {
 public:
  Tune(const TuneCommand& options, const Manifest& called)
      : options_(options),
        device_(options.input.device, options.input.threads),
        searches_(find_searches(options, device_)),
        machine_(this_machine(device_, searches_.problems.front().kernel.pipeline)),
        table_(options.table.empty() ? tuned_file(machine_) : options.table),
        manifest_(describe(called, searches_.problems.front(), device_)) {
    omp_set_num_threads(device_.threads());
    if (!options.ceilings.empty()) roofs_ = given_ceilings(options.ceilings, device_, false);
  }

  // Where results go: refused before anything is measured where they cannot.
  void prepare() {
    table_.require_table("--table");
    require_writable_file(table_.file(), "--table");
    std::vector<std::string> inputs = inputs_of(searches_.problems.front());
    inputs.insert(inputs.end(), {options_.ceilings, table_.file()});
    folder_ = prepare_folder(options_.output, inputs, "tune", {"journal.jsonl", "tune.json"});
    std::vector<std::string> notices = searches_.left_out;
    notices.insert(notices.end(), table_.problems().begin(), table_.problems().end());
    journal_.emplace(
        place("journal.jsonl"),
        json{{"machine", to_json(machine_)}, {"case", conditions_of(searches_.problems.front())}},
        notices);
    for (const Problem& problem : searches_.problems)
      notices.insert(notices.end(), problem.notices.begin(), problem.notices.end());
    if (const std::string file = place("tune.json");
        file_exists(file) && !holds_only(file, machine_, searches_))
      notices.push_back(file + ": of another tune; set aside as " + set_aside(file));
    print_notices(notices);
    std::cout << "tuning for " << machine_.device << ", " << searches_.problems.size()
              << " searches in at most " << options_.budget << " s";
    if (journal_->resumed() > 0)
      std::cout << "; going on after " << journal_->resumed() << " measurements";
    std::cout << "\n" << std::flush;
  }

  // Every search; what one found is written before the next begins.
  void search() {
    if (!options_.no_roof && !roofs_) roofs_ = measured_ceilings(options_, device_, *journal_);
    const std::size_t count = searches_.problems.size();
    for (std::size_t i = 0; i < count && !interrupted(); ++i)
      search(searches_.problems[i], static_cast<double>(count - i));
  }

  // What there is now; ends in an error where that is not what was asked for.
  void finish() const {
    if (tuned_ > 0)
      std::cout << "tuned: " << table_.file() << "\n"
                << "results: " << place("tune.json") << "\n"
                << draw_tune({place("tune.json")}, folder_) << "\n"
                << std::flush;
    const std::string go_on = "the same command goes on with " + place("journal.jsonl");
    if (interrupted()) throw Error(Exit::interrupted, "interrupted; " + go_on);
    if (!wrong_.empty())
      throw Error(Exit::not_verified,
                  "configurations that compute something else than the reference: " + wrong_);
    const std::string skipped = " (what was skipped and why is in " + place("tune.json") + ")";
    if (tuned_ == 0 && !any_ran_)
      throw MachineError("nothing was tuned: no configuration runs here" + skipped + ": " + why_);
    if (tuned_ == 0)
      throw MachineError("nothing was tuned: no configuration ran three times in the budget of " +
                         json(options_.budget).dump() + " s" + skipped + "; " + go_on);
  }

 private:
  std::string place(const char* name) const { return (fs::path(folder_) / name).string(); }

  std::uint64_t seed() {
    if (options_.seed != 0) return options_.seed;
    if (const json noted = journal_->noted("seed"); !noted.is_null()) return noted;
    const std::uint64_t drawn = 1 + std::random_device()();
    journal_->note("seed", drawn);
    return drawn;
  }

  // One of `left` searches that share the time that is left.
  void search(const Problem& problem, double left) {
    const TuneSubject subject = subject_of(problem);
    const TuneSetting setting = options_.setting(problem, device_);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
    TuneOptions how;
    how.rounds = options_.rounds;
    how.seed = seed();
    how.seconds = std::max(0.0, options_.budget - spent.count()) / left;
    how.progress = [&](const std::string& text) { line_.show(label_of(subject) + ": " + text); };
    const TuneResult result = Tuner(subject, setting, device_, *journal_, how).search();
    const TuneReport report(subject, result, roofs_, device_);
    line_.show("");
    std::cout << report.line() << "\n" << std::flush;
    for (const TuneCandidate& candidate : result.candidates) {
      any_ran_ = any_ran_ || candidate.skipped.empty();
      if (why_.empty()) why_ = candidate.skipped;
      if (candidate.wrong)
        wrong_ += (wrong_.empty() ? "" : "; ") + to_json(candidate.configuration).dump() + ": " +
                  candidate.skipped;
    }
    const std::vector<TunedEntry> entries =
        report.entries(machine_, manifest_.started.substr(0, 10));
    if (!entries.empty()) {
      print_notices(table_.merge(entries));
      ++tuned_;
    }
    groups_.push_back(report.group());
    save();
  }

  void save() const {
    const json results = {{"schema", tune_results_schema},
                          {"manifest", to_json(manifest_)},
                          {"machine", to_json(machine_)},
                          {"ceilings", roofs_ ? to_json(*roofs_) : json()},
                          {"groups", groups_}};
    write_json(place("tune.json"), results);
    if (!options_.output.json.empty()) write_json(options_.output.json, results);
  }

  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const TuneCommand& options_;
  Device device_;
  Searches searches_;
  TunedMachine machine_;
  TunedTable table_;
  Manifest manifest_;
  std::optional<Ceilings> roofs_;
  std::string folder_;
  std::optional<TuneJournal> journal_;
  json groups_ = json::array();
  std::string wrong_;     // configurations that compute something else
  std::string why_;       // the first of those that were skipped was
  bool any_ran_ = false;  // or would have, with more time
  int tuned_ = 0;         // searches that found a best
  Line line_;
};

void tune(const TuneCommand& options, const Manifest& called) {
  Tune tune(options, called);
  tune.prepare();
  const CatchInterrupts signals;  // from here on one ends it cleanly
  tune.search();
  tune.finish();
}

void plot(const std::vector<std::string>& files, const std::string& folder) {
  for (const std::string& file : files) require_tune_results(file);
  draw_again(draw_tune, files, folder);
}

void declare(CLI::App& command, TuneCommand& options) {
  options.input.declare_case(command);
  options.output.declare(command);
  command.add_option("--pipelines,--pipeline", options.pipelines, "Default: all of the system")
      ->delimiter(',');
  command.add_option("--orders", options.orders, "Orders N, as in 1,2,3; default: the case's")
      ->delimiter(',')
      ->check(whole_number());
  command
      .add_option("--precisions,--precision", options.precisions,
                  "single, double, or both as in single,double; default: the case's")
      ->delimiter(',');
  command
      .add_option("--variants,--variant", options.variants,
                  "literal, march, tile, registers, matrix; default: all that there are")
      ->delimiter(',')
      ->check(CLI::IsMember({"literal", "march", "tile", "registers", "matrix"}));
  command
      .add_option("--cells-per-block", options.cells_per_block,
                  "Cells of a block along x1 to try beside the code's own, as in 8,16,32; "
                  "default: all that fit. Registers and matrix have boxes of their own")
      ->delimiter(',')
      ->check(CLI::Range(1, 4096));
  command
      .add_option(
          "--budget", options.budget,
          "Seconds for everything; what the code takes by itself is verified and timed once "
          "of each search, whatever the time")
      ->check(positive_number)
      ->capture_default_str();
  command.add_option("--rounds", options.rounds, "Measurements of each configuration in a phase")
      ->check(CLI::Range(3, 1000))
      ->capture_default_str();
  command
      .add_option("--seed", options.seed,
                  "Of the random data and of the order of measurements; default: drawn")
      ->check(positive_number);
  command.add_option("--table", options.table,
                     "Where the best go; default: data/tuned/DEVICE.jsonl");
  command.add_option("--ceilings", options.ceilings,
                     "Ceilings from a file of hermite roofline; default: measured");
  command.add_flag("--no-roof", options.no_roof, "Leave out the ceilings, a few seconds");
}

}  // namespace

void add_tune(CLI::App& app, const Manifest& manifest) {
  CLI::App* command = app.add_subcommand("tune", "Find the fastest blocks for a case");
  auto options = std::make_shared<TuneCommand>();
  declare(*command, *options);
  CLI::App* plots =
      command->add_subcommand("plot", "Draw results of tune again, of several machines");
  auto files = std::make_shared<std::vector<std::string>>();
  auto folder = std::make_shared<std::string>();
  plots->add_option("files", *files, "Files tune.json")->required();
  plots->add_option("--out", *folder, "Folder of the plots (default: that of the first file)");
  command->callback([=, &manifest] {
    if (plots->parsed()) return plot(*files, *folder);
    if (options->input.file.empty()) throw UsageError("tune: give a case, or plot FILE...");
    if (options->no_roof && !options->ceilings.empty())
      throw UsageError("--no-roof and --ceilings: give one of them");
    tune(*options, manifest);
  });
}

}  // namespace hermite
