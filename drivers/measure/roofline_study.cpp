#include "drivers/measure/roofline_study.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <regex>

#include "drivers/problem/options.hpp"
#include "hermite/core/data_dir.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/method/pipelines.hpp"
#include "hermite/systems/table.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

namespace fs = std::filesystem;

namespace {

// The shipped case of a system: a plane wave, or advection's sines.
std::string shipped_case(const std::string& system, int dimension) {
  make_system(system);  // refuses a name that there is not
  const fs::path folder = fs::path(data_dir()) / "cases";
  const std::string end = "-" + std::to_string(dimension) + "d.json";
  for (const std::string& name : {system + "-wave" + end, system + end})
    if (fs::exists(folder / name)) return (folder / name).string();
  throw MachineError("no case " + system + "-wave" + end + " in " + folder.string() +
                     "; name one with --case");
}

std::regex filter_of(const std::string& text) {
  try {
    return std::regex(text);
  } catch (const std::regex_error&) {
    throw UsageError("--filter: \"" + text + "\" is no regular expression");
  }
}

}  // namespace

void DeviceOptions::declare(CLI::App& app) {
  app.add_option("--device", device, "host, cuda, or cuda:1")->capture_default_str();
  app.add_option("--threads", threads, "Threads of the host; 0: as many as there are cores")
      ->check(whole_number())
      ->capture_default_str();
  app.add_flag("--quick", quick, "Small arrays and few samples: a trial, of little worth");
}

void StudyOptions::declare(CLI::App& app) {
  device.declare(app);
  const auto own = app.add_option("case,--case", case_file,
                                  "A case of your own, in place of --system and --dim");
  app.add_option("--system", system, "One of the systems")->excludes(own)->capture_default_str();
  app.add_option("--dim", dimension, "Dimension")
      ->excludes(own)
      ->check(CLI::Range(1, 3))
      ->capture_default_str();
  app.add_option("--orders", orders, "Orders N, as in 1,2,3 (the default)")
      ->delimiter(',')
      ->check(whole_number())
      ->check(CLI::Range(0, max_order));
  app.add_option("--precision", precision, "single, double or both")
      ->check(CLI::IsMember({"single", "double", "both"}))
      ->capture_default_str();
  app.add_option("--cells", cells,
                 "Cells per direction; 0: so many that no array stays in a cache, and with the "
                 "solver fdtd as the case says")
      ->check(CLI::Range(0, 1000000000))
      ->capture_default_str();
  app.add_option(
      "--filter", filter,
      "Only solvers whose name has this regular expression, as in shift/march/N3/single");
  app.add_option("--set", set, "Replace a value of the case: path=value")->allow_extra_args(false);
}

std::vector<std::string> StudyOptions::words() const {
  std::vector<std::string> words = {
      "--device",    device.device, "--threads", std::to_string(device.threads),
      "--precision", precision,     "--cells",   std::to_string(cells)};
  const auto more = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {name, value});
  };
  if (case_file.empty())
    words.insert(words.end(), {"--system", system, "--dim", std::to_string(dimension)});
  more("--case", case_file);
  more("--filter", filter);
  std::vector<std::string> numbers;
  for (const int order : orders) numbers.push_back(std::to_string(order));
  more("--orders", join(numbers, ","));
  for (const std::string& change : set) more("--set", change);
  if (device.quick) words.push_back("--quick");
  return words;
}

RooflineStudy::RooflineStudy(const StudyOptions& options, const Device& device)
    : options_(options), device_(device) {
  // What the study goes through, it sets itself.
  static const std::pair<const char*, const char*> own[] = {{"grid.cells", "--cells"},
                                                            {"precision", "--precision"},
                                                            {"method.order", "--orders"},
                                                            {"kernel.pipeline", "--filter"},
                                                            {"kernel.variant", "--filter"}};
  for (const std::string& text : options.set) changes_.push_back(parse_override(text));
  for (const Override& change : changes_)
    for (const auto& [key, option] : own)
      if (change.path == key)
        throw UsageError("--set: " + change.path + " is what " + option + " says here: take that");
  file_ = options.case_file.empty() ? shipped_case(options.system, options.dimension)
                                    : options.case_file;
  std::unique_ptr<System> system;
  const Case input = read_case(file_, changes_, system_table(system));
  system_ = input.system;
  dimension_ = input.dimension;
  fields_ = static_cast<int>(system->fields(input.dimension).size());
  for (const Precision precision : {Precision::single, Precision::double_}) {
    if (options.precision != "both" && options.precision != name_of(precision)) continue;
    is_fdtd(input) ? add_fdtd(input, precision) : add_hermite(precision);
  }
  if (candidates_.empty())
    throw UsageError("--filter: \"" + options.filter + "\" leaves nothing; names are like " +
                     (is_fdtd(input) ? "yee/march/double, or with layers yee/march/faces/double"
                                     : "monolithic/march/N2/double"));
}

void RooflineStudy::add_hermite(Precision precision) {
  std::vector<int> orders = options_.orders;
  if (orders.empty()) orders = {1, 2, 3};
  for (const std::string& pipeline : pipelines_of(system_))
    for (const std::string& variant : variants_of(pipeline))
      if (variant == "literal" || (variant == "march" && dimension_ > 1) ||
          (dimension_ == 3 && device_.cuda()))
        for (const int order : orders) add(pipeline, variant, order, precision);
}

// On the grid of the case, whose layers, bodies and sources have their places there.
void RooflineStudy::add_fdtd(const Case& input, Precision precision) {
  if (!options_.orders.empty()) throw UsageError("--orders: the solver fdtd has none");
  const auto any = [](const std::vector<int>& cells) {
    return std::any_of(cells.begin(), cells.end(), [](int n) { return n > 0; });
  };
  std::vector<std::string> layers = {""};
  const std::string pipeline = difference_pipeline(system_);
  if (pipeline == yee_pipeline() && (any(input.cpml.lower) || any(input.cpml.upper)))
    layers = {"fused", "regions", "faces", "faces-naive"};
  for (const std::string& variant : variants_of(pipeline))
    for (const std::string& kernels : layers) {
      Candidate candidate;
      Subject& s = candidate.subject;
      s.system = system_;
      s.dimension = dimension_;
      s.precision = precision;
      s.pipeline = pipeline;
      s.variant = variant;
      s.layers = kernels;
      if (!std::regex_search(s.name(), filter_of(options_.filter))) continue;
      std::vector<Override>& o = candidate.overrides;
      o = changes_;
      o.push_back({"kernel.variant", variant, "--filter"});
      o.push_back({"precision", name_of(precision), "--precision"});
      if (!kernels.empty()) o.push_back({"cpml.kernels", kernels, "--filter"});
      if (options_.cells > 0)
        o.push_back({"grid.cells", std::to_string(options_.cells), "--cells"});
      candidates_.push_back(candidate);
    }
}

void RooflineStudy::add(const std::string& pipeline, const std::string& variant, int order,
                        Precision precision) {
  Candidate candidate;
  Subject& s = candidate.subject;
  s.system = system_;
  s.dimension = dimension_;
  s.order = order;
  s.precision = precision;
  s.pipeline = pipeline;
  s.variant = variant;
  if (!std::regex_search(s.name(), filter_of(options_.filter))) return;
  std::vector<Override>& o = candidate.overrides;
  o.push_back({"method.stages", "auto", "--orders"});
  o.insert(o.end(), changes_.begin(), changes_.end());
  const long cells = options_.cells > 0 ? options_.cells : chosen_cells(pipeline, order, precision);
  o.insert(o.end(), {{"kernel.pipeline", pipeline, "--filter"},
                     {"kernel.variant", variant, "--filter"},
                     {"method.order", std::to_string(order), "--orders"},
                     {"precision", name_of(precision), "--precision"},
                     {"grid.cells", std::to_string(cells), "--cells"}});
  candidates_.push_back(candidate);
}

// On a GPU arrays eight times as large as the shared cache, on a host, which may have many, of 400 MB; as far as memory goes.
long RooflineStudy::chosen_cells(const std::string& pipeline, int order,
                                 Precision precision) const {
  const double node = fields_ * std::pow(order + 1, dimension_) * bytes_of(precision);
  const double arrays = pipeline == "two-kernel" ? 2 + std::pow(2, dimension_) : 2;
  const double cache = static_cast<double>(device_.cache_bytes());
  const double large = device_.cuda() ? std::min(std::max(8 * cache, 5e8), 2e9) : 4e8;
  double bytes = options_.device.quick ? 1e6 : large;
  bytes = std::min(bytes, 0.6 * static_cast<double>(device_.memory_free()) / arrays);
  const auto cells = static_cast<long>(std::pow(bytes / node, 1.0 / dimension_));
  return std::max(4L, cells / 16 * 16 > 0 ? cells / 16 * 16 : cells);
}

void RooflineStudy::for_each(
    const std::function<void(const Subject&, const Problem&)>& take) const {
  std::string refused;
  Exit code = Exit::machine;
  bool any = false;
  std::vector<std::string> notices;
  for (const Candidate& candidate : candidates_) {
    if (interrupted()) return;
    Subject subject = candidate.subject;
    try {
      const Problem problem = make_problem(file_, candidate.overrides, device_);
      for (const std::string& notice : problem.notices)
        if (std::find(notices.begin(), notices.end(), notice) == notices.end()) {
          notices.push_back(notice);
          std::cerr << "notice: " << notice << "\n";
        }
      subject.stages = problem.stages;
      subject.layout = problem.input.kernel.layout;
      for (const int n : problem.input.grid.cells) subject.cells.push_back(n);
      take(subject, problem);
      any = true;
    } catch (const Error& error) {
      if (error.code() != Exit::machine && error.code() != Exit::bad_case) throw;
      if (refused.empty()) {
        refused = error.what();
        code = error.code();
      }
      if (candidates_.size() > 1)
        std::cerr << "notice: " << subject.name() << " is left out: " << error.what() << "\n";
    }
  }
  if (!any) throw Error(code, refused);
}

std::vector<ReportRow> study_rows(const RooflineStudy& study, const Device& device, bool quick,
                                  const std::function<void(const ReportRow&)>& done) {
  TimingRule rule;
  if (quick) rule = {2e-3, 3, 1};
  std::vector<ReportRow> rows;
  study.for_each([&](const Subject& subject, const Problem& problem) {
    Simulation simulation(problem.solver, device);
    for (const StageRecord& record : time_stages(simulation, rule)) {
      rows.push_back({subject, record, {}});
      done(rows.back());
    }
  });
  return rows;
}

}  // namespace hermite
