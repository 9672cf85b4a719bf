// hermite tune CASE: the fastest blocks for the case's system on this device, for each pipeline, order
// and precision that is asked for. Leaves
//   journal.jsonl  every measurement, so that a tune that was stopped goes on
//   tune.json      all configurations with their times, and why others were left out
//   tune-*.png     plots (hermite tune plot FILE... draws those of several machines)
// and the best of each variant in data/tuned/DEVICE.jsonl, where runs find them.
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "drivers/commands.hpp"
#include "drivers/options.hpp"
#include "drivers/plots.hpp"
#include "drivers/problem.hpp"
#include "drivers/record.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/method/pipelines.hpp"
#include "roofline/tune_report.hpp"

namespace hermite {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

struct Options {
  CaseOptions input;
  OutputOptions output;
  std::vector<std::string> pipelines, precisions, variants;  // empty: all; the case's; all
  std::vector<int> orders, cells_per_block;                  // empty: the case's; all
  double budget = 120;
  int rounds = 9;
  std::uint64_t seed = 1;
  bool no_roof = false;
  std::string table;  // empty: data/tuned/DEVICE.jsonl

  TuneSetting setting(const Problem& problem, const Device& device) const {
    return {problem.input.dimension, device.cuda(), problem.grid.cells, cells_per_block, variants};
  }
};

// What is tuned, and of what is asked for that which cannot be, with the reason.
struct Work {
  std::vector<Problem> problems;
  std::vector<std::string> left_out;
};

Work find_work(const Options& options, const Device& device) {
  Work work;
  const Problem first = state_problem(options.input.file, options.input.overrides(), device);
  const std::vector<std::string> all = pipelines_of(first.input.system);
  const bool chosen = !options.pipelines.empty();
  const auto or_own = [](const auto& asked, const auto& own) {
    return asked.empty() ? decltype(asked){own} : asked;
  };
  const auto refuse_foreign = [&](const std::string& pipeline) {
    if (std::find(all.begin(), all.end(), pipeline) == all.end())
      throw CaseError("--pipelines", "kernel.pipeline", "\"" + pipeline + "\"",
                      join(all) + " for " + first.input.system);
  };
  for (const std::string& pipeline : chosen ? options.pipelines : all)
    for (const std::string& precision : or_own(options.precisions, first.input.precision))
      for (const int order : or_own(options.orders, first.input.method.order)) {
        std::vector<Override> changes = options.input.overrides();
        changes.push_back({"kernel.pipeline", pipeline, "--pipelines"});
        changes.push_back({"precision", precision, "--precisions"});
        changes.push_back({"method.order", std::to_string(order), "--orders"});
        try {
          Problem problem = state_problem(options.input.file, changes, device);
          refuse_foreign(pipeline);
          work.problems.push_back(std::move(problem));
        } catch (const Error& error) {
          // A pipeline that nobody named may not fit the case's stages.
          if (chosen || error.code() != Exit::bad_case || pipeline == "monolithic") throw;
          work.left_out.push_back(error.what());
        }
      }
  return work;
}

TuneSubject subject_of(const Problem& problem) {
  const Case& input = problem.input;
  return {problem.system.get(),
          problem.grid,
          {input.method.order, problem.time.dt, problem.stages, precision_named(input.precision),
           input.kernel}};
}

// The case without what the tuner varies and what does not change a step.
std::string conditions_of(const Problem& problem) {
  json c = json::parse(problem.input.resolved);
  for (const char* const key :
       {"precision", "receivers", "snapshots", "norms", "checkpoint", "initial", "exact"})
    c.erase(key);
  c["method"].erase("order");
  c["kernel"].erase("pipeline");
  return hash_json(c.dump());
}

TuneCeilings ceilings(const Options& options, const Device& device, TuneJournal& journal) {
  if (options.no_roof) return {};
  if (const json noted = journal.noted("ceilings"); !noted.is_null())
    return tune_ceilings_from(noted);
  const TuneCeilings measured = measure_tune_ceilings(device);
  journal.note("ceilings", to_json(measured));
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

struct Outcome {
  json groups = json::array();
  std::string wrong;  // configurations that compute something else
  int tuned = 0;      // subjects for which there is a best
};

void count_wrong(const TuneResult& result, Outcome& outcome) {
  for (const TuneCandidate& candidate : result.candidates)
    if (candidate.wrong)
      outcome.wrong += (outcome.wrong.empty() ? "" : "; ") +
                       to_json(candidate.configuration).dump() + ": " + candidate.skipped;
}

void tune(const Options& options, const Manifest& called) {
  // 1. What is tuned, and where results go: all that can be refused is refused here.
  const auto begin = std::chrono::steady_clock::now();
  const Device device(options.input.device, options.input.threads);
  omp_set_num_threads(device.threads());
  const Work work = find_work(options, device);
  const TunedMachine machine = this_machine(device);
  TunedTable table(options.table.empty() ? tuned_file(machine) : options.table);
  try {
    require_writable_file(table.file());
  } catch (const MachineError& error) {
    throw MachineError(std::string(error.what()) + "; or name the table's file with --table");
  }
  const std::string folder =
      prepare_folder(options.output, options.input.file, "tune", {"journal.jsonl", "tune.json"});
  const auto in_folder = [&](const char* name) { return (fs::path(folder) / name).string(); };
  std::vector<std::string> notices = work.left_out;
  notices.insert(notices.end(), table.problems().begin(), table.problems().end());
  TuneJournal journal(
      in_folder("journal.jsonl"),
      {{"machine", to_json(machine)}, {"case", conditions_of(work.problems.front())}}, notices);
  for (const Problem& problem : work.problems)
    for (const std::string& notice : problem.notices)
      if (std::find(notices.begin(), notices.end(), notice) == notices.end())
        notices.push_back(notice);
  for (const std::string& notice : notices) std::cerr << "notice: " << notice << "\n";
  std::cout << "tuning for " << machine.device << ", " << work.problems.size()
            << " searches in at most " << options.budget << " s";
  if (journal.resumed() > 0)
    std::cout << "; going on after " << journal.resumed() << " measurements";
  std::cout << "\n" << std::flush;

  // 2. A search for each; what it found is written at once. From here on a signal ends it cleanly.
  const CatchInterrupts signals;
  Manifest manifest = describe(called, work.problems.front(), device);
  const TuneCeilings roofs = ceilings(options, device, journal);
  Outcome outcome;
  Line line;
  for (std::size_t i = 0; i < work.problems.size() && !interrupted(); ++i) {
    const TuneSubject subject = subject_of(work.problems[i]);
    const TuneSetting setting = options.setting(work.problems[i], device);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    TuneOptions how;
    how.rounds = options.rounds;
    how.seed = options.seed;
    how.seconds = std::max(0.0, options.budget - spent.count()) /
                  static_cast<double>(work.problems.size() - i);
    how.progress = [&](const std::string& text) {
      line.show("N=" + std::to_string(subject.method.order) + " " +
                name_of(subject.method.precision) + " " + subject.method.kernel.pipeline + ": " +
                text);
    };
    const TuneResult result = Tuner(subject, setting, device, journal, how).search();
    const TuneReport report(subject, result, roofs, device);
    line.show("");
    std::cout << report.line() << "\n" << std::flush;
    outcome.groups.push_back(report.group());
    count_wrong(result, outcome);
    const std::vector<TunedEntry> entries = report.entries(machine, manifest.started.substr(0, 10));
    if (!entries.empty()) {
      table.merge(entries);
      ++outcome.tuned;
    }
    const json results = {{"schema", "hermite-tune-1"},
                          {"manifest", to_json(manifest)},
                          {"machine", to_json(machine)},
                          {"ceilings", to_json(roofs)},
                          {"groups", outcome.groups}};
    write_json(in_folder("tune.json"), results);
    if (!options.output.json.empty()) write_json(options.output.json, results);
  }

  // 3. What there is now, and how it ended.
  if (outcome.tuned > 0)
    std::cout << "tuned: " << table.file() << "\n"
              << "results: " << in_folder("tune.json") << "\n"
              << draw_tune({in_folder("tune.json")}, folder) << "\n";
  if (interrupted())
    throw Error(Exit::interrupted,
                "interrupted; the same command goes on with " + in_folder("journal.jsonl"));
  if (!outcome.wrong.empty())
    throw Error(Exit::not_verified,
                "configurations that compute something else than the reference: " + outcome.wrong);
  if (outcome.tuned == 0)
    throw MachineError("nothing was tuned: no configuration ran three times in the budget of " +
                       std::to_string(std::lround(options.budget)) +
                       " s (what was skipped and why is in " + in_folder("tune.json") +
                       "); the same command goes on with " + in_folder("journal.jsonl"));
}

void plot(const std::vector<std::string>& files, std::string folder) {
  for (const std::string& file : files) {
    const json content = read_json(file);
    if (!content.is_object() || content.value("schema", "") != "hermite-tune-1")
      throw CaseError(file, "schema", "not \"hermite-tune-1\"", "a tune.json of hermite tune");
  }
  if (folder.empty()) folder = fs::path(files.front()).parent_path().string();
  if (folder.empty()) folder = ".";
  require_writable_folder(folder);
  const std::string drawn = draw_tune(files, folder);
  if (drawn.rfind("plots:", 0) != 0) throw MachineError(drawn);
  std::cout << drawn << "\n";
}

void declare(CLI::App& command, Options& options) {
  options.input.declare_case(command);
  options.output.declare(command);
  command.add_option("--pipelines,--pipeline", options.pipelines, "Default: all of the system")
      ->delimiter(',');
  command.add_option("--orders", options.orders, "Orders N, as in 1,2,3; default: the case's")
      ->delimiter(',')
      ->check(CLI::Number);
  command
      .add_option("--precisions,--precision", options.precisions,
                  "single, double or both; default: the case's")
      ->delimiter(',');
  command.add_option("--variants,--variant", options.variants, "literal, march; default: both")
      ->delimiter(',')
      ->check(CLI::IsMember({"literal", "march"}));
  command
      .add_option("--cells-per-block", options.cells_per_block,
                  "Cells of a block along x1 to try, as in 8,16,32; default: all that fit")
      ->delimiter(',')
      ->check(CLI::Range(1, 4096));
  command.add_option("--budget", options.budget, "Seconds for everything")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--rounds", options.rounds, "Measurements of each configuration in a phase")
      ->check(CLI::Range(3, 1000))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Of the random data and of the order of measurements")
      ->capture_default_str();
  command.add_option("--table", options.table,
                     "Where the best go; default: data/tuned/DEVICE.jsonl");
  command.add_flag("--no-roof", options.no_roof, "Leave out the ceilings, a few seconds");
}

}  // namespace

void add_tune(CLI::App& app, const Manifest& manifest) {
  CLI::App* command = app.add_subcommand("tune", "Find the fastest blocks for a case");
  auto options = std::make_shared<Options>();
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
    tune(*options, manifest);
  });
}

}  // namespace hermite
