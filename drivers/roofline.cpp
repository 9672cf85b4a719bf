// hermite roofline: what a device can do, and how near to it each kernel comes.
//
//   ceilings   what the device can do at most, measured
//   kernels    every stage of every pipeline and variant, timed, under these ceilings
//   counters   the same with hardware counters (Nsight Compute)
//   report     all of it, with a plot, in a folder
//   plot       draws files of any of these again, several machines in one picture
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "drivers/commands.hpp"
#include "drivers/measure/given_ceilings.hpp"
#include "drivers/measure/roofline_study.hpp"
#include "drivers/record/plots.hpp"
#include "drivers/record/record.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/json_file.hpp"
#include "roofline/set_aside.hpp"

namespace hermite {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct RooflineOptions {
  StudyOptions study;
  std::string json, out, ceilings, ncu;
  bool profile = false, no_counters = false;
  std::vector<std::string> files;  // of plot
};

Manifest manifest_of(Manifest manifest, const Device& device) {
  manifest.device = device.description();
  manifest.driver = device.driver();
  manifest.threads = device.threads();
  return manifest;
}

void require_place(const RooflineOptions& options, const std::string& option,
                   const std::string& file) {
  if (file.empty()) return;
  require_clean_results(option, file);
  refuse_input(option, file, {options.study.case_file, options.ceilings});
  require_writable_file(file, option);
}

// Measured, or read; with the checks of the harness. A count that is wrong ends it here.
Ceilings find_ceilings(const RooflineOptions& options, const Device& device,
                       std::vector<Check>& checks) {
  for (const Check& check : count_checks()) {
    if (!check.passed)
      throw Error(Exit::internal, "the roofline's own check failed: " + check.what + ": expected " +
                                      std::to_string(check.expected) + ", found " +
                                      std::to_string(check.found));
    checks.push_back(check);
  }
  const Ceilings ceilings =
      options.ceilings.empty()
          ? measure_ceilings(device, options.study.device.quick)
          : given_ceilings(options.ceilings, device, options.study.device.quick);
  print_ceilings(std::cout, ceilings);
  for (const Check& check : ceiling_checks(ceilings)) {
    if (!check.passed)
      std::cout << "  ! not so: " << check.what << " (" << check.found << " against "
                << check.expected << ")\n";
    checks.push_back(check);
  }
  return ceilings;
}

void ceilings(const RooflineOptions& options, const Manifest& called) {
  const Device device(options.study.device.device, options.study.device.threads);
  require_place(options, "--json", options.json);
  const CatchInterrupts signals;
  std::vector<Check> checks;
  const Ceilings measured = find_ceilings(options, device, checks);
  if (options.json.empty()) return;
  write_json(options.json, to_json(measured, manifest_of(called, device), checks));
  std::cout << "written: " << options.json << "\n";
}

enum class Part { kernels, counters, report };

void study(Part part, const RooflineOptions& options, const Manifest& called) {
  // 1. The study, and where its results go: what can be refused is refused here.
  const Device device(options.study.device.device, options.study.device.threads);
  const RooflineStudy study(options.study, device);
  if (options.profile) return profile_study(study, device);
  const std::string file =
      part == Part::report ? (fs::path(options.out) / "roofline.json").string() : options.json;
  if (part == Part::report)
    prepare_folder({options.out, ""}, {options.study.case_file, options.ceilings}, "roofline",
                   {"roofline.json"});
  else
    require_place(options, "--json", file);
  const bool counted = part != Part::kernels && !options.no_counters;
  // An ncu that lacks a metric is refused before anything is timed.
  std::optional<Profiler> profiler;
  if (counted && device.cuda()) profiler.emplace(options.ncu);

  // 2. The roofs.
  const CatchInterrupts signals;
  Report report;
  report.ceilings = find_ceilings(options, device, report.checks);

  // 3. The kernels: their times, and what the hardware counts.
  print_header(std::cout, device.cuda());
  report.rows = study_rows(study, device, options.study.device.quick, [&](const ReportRow& row) {
    print_row(std::cout, row, report.ceilings);
  });
  report.counters = "none: not asked for";
  std::optional<MachineError> failure;  // of counting, which loses no times
  if (counted && !interrupted()) {
    report.counters =
        "none: hardware counters are read of a GPU; on the host the counted model stands alone";
    try {
      if (profiler) report.counters = count_rows(options.study, *profiler, report.rows);
    } catch (const MachineError& error) {
      failure = error;
      report.counters = std::string("none: ") + error.what();
    }
    std::cout << "counters: " << report.counters << "\n";
    if (report.counters == "Nsight Compute") print_counters(std::cout, report.rows);
  }

  // 4. What it leaves.
  if (!file.empty()) {
    if (part == Part::report && file_exists(file))
      std::cout << "set aside, an earlier report: " << set_aside(file) << "\n";
    write_json(file, to_json(report, manifest_of(called, device)));
    std::cout << "written: " << file << "\n";
  }
  if (part == Part::report) std::cout << draw_roofline({file}, options.out) << "\n";
  if (failure) throw MachineError(*failure);
  if (interrupted())
    throw Error(Exit::interrupted, report.rows.empty()
                                       ? "interrupted before the first row"
                                       : "interrupted; the rows above are complete");
}

void plot(const RooflineOptions& options) {
  for (const std::string& file : options.files) require_rows(file, read_roofline(file));
  draw_again(draw_roofline, options.files, options.out);
}

using Shared = std::shared_ptr<RooflineOptions>;

CLI::App* add_study(CLI::App* roofline, const Shared& options, Part part, const char* name,
                    const char* help, const Manifest& manifest) {
  CLI::App* command = roofline->add_subcommand(name, help);
  options->study.declare(*command);
  command->add_option(
      "--ceilings", options->ceilings,
      "Ceilings of this device from an earlier file; they are measured if not given");
  if (part == Part::report) {
    options->out = "results/roofline";
    command->add_option("--out", options->out, "Folder of the results")->capture_default_str();
  } else {
    command->add_option("--json", options->json, "Write the results to this file");
  }
  if (part != Part::kernels)
    command->add_option("--ncu", options->ncu, "Nsight Compute's ncu (default: on the PATH)");
  command->callback([options, part, &manifest] { study(part, *options, manifest); });
  return command;
}

}  // namespace

void add_roofline(CLI::App& app, const Manifest& manifest) {
  CLI::App* roofline =
      app.add_subcommand("roofline", "Measure a device, and how near to its limits kernels come");
  roofline->require_subcommand(1);
  const auto fresh = [] { return std::make_shared<RooflineOptions>(); };

  Shared options = fresh();
  CLI::App* command = roofline->add_subcommand("ceilings", "What the device can do at most");
  options->study.device.declare(*command);
  command->add_option("--json", options->json, "Write the results to this file");
  command->callback([options, &manifest] { ceilings(*options, manifest); });

  options = fresh();
  command = add_study(roofline, options, Part::kernels, "kernels",
                      "Time every stage of every pipeline and variant", manifest);
  command->add_flag("--profile", options->profile)->group("");  // for ncu, which runs this

  add_study(roofline, fresh(), Part::counters, "counters",
            "The same with hardware counters (Nsight Compute)", manifest);

  options = fresh();
  command = add_study(roofline, options, Part::report, "report",
                      "Ceilings, kernels, counters and a plot in a folder", manifest);
  command->add_flag("--no-counters", options->no_counters, "Do not look for hardware counters");

  options = fresh();
  command = roofline->add_subcommand("plot", "Draw results again, several machines in one picture");
  command->add_option("files", options->files, "Files that hermite roofline wrote")->required();
  command->add_option("--out", options->out,
                      "Folder of the plots (default: that of the first file)");
  command->callback([options] { plot(*options); });
}

}  // namespace hermite
