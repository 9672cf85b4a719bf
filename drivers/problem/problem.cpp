#include "drivers/problem/problem.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "drivers/problem/memory.hpp"
#include "drivers/problem/ranks.hpp"
#include "drivers/problem/solvers.hpp"
#include "drivers/problem/tuned.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/grid/boundary.hpp"
#include "hermite/media/voxels.hpp"
#include "hermite/method/pipelines.hpp"
#include "hermite/output/seal.hpp"
#include "hermite/systems/table.hpp"
#include "hermite/systems/waves.hpp"
#include "kernels/hermite/pipeline_choice.hpp"
#include "kernels/hermite/variant.hpp"
#include "kernels/stage/memory.hpp"

namespace hermite {

namespace {

// An error in the case that begins with the key it is about ("initial.mode: ..."), with the place of
// the key; one that names its place already is left as it is.
template <class Check>
void at_place_of_key(const Source& source, const Check& check) {
  try {
    check();
  } catch (const CaseError&) {
    throw;
  } catch (const Error& error) {
    if (error.code() != Exit::bad_case) throw;
    const std::string text = error.what(), key = text.substr(0, text.find(':'));
    throw CaseError(source.place(key), "", text);
  }
}

// Material, initial data and exact solution against what the system has.
void check_data(const Problem& problem, const Source& source) {
  const Case& input = problem.input;
  const System& system = *problem.system;
  at_place_of_key(source, [&] { system.check_material(input.dimension); });
  const std::string kind = "\"" + input.initial.kind + "\"";
  const std::vector<std::string> kinds = system.initial_kinds();
  if (std::find(kinds.begin(), kinds.end(), input.initial.kind) == kinds.end())
    throw CaseError(source.place("initial.kind"), "initial.kind", kind,
                    join(kinds) + " with " + system.name());
  if (input.exact.kind == "initial" && !system.has_exact(input.initial.kind))
    throw CaseError(source.place("exact.kind"), "exact.kind", "\"initial\"",
                    "\"none\" with initial.kind " + kind + ", whose solution is not known for " +
                        system.name());
  if (input.initial.kind == "file") return;
  for (std::size_t d = 0; input.initial.kind == "gaussian" && d < input.initial.center.size(); ++d)
    if (input.initial.center[d] < input.grid.lower[d] ||
        input.initial.center[d] > input.grid.upper[d])
      throw CaseError(source.place("initial.center"), "initial.center",
                      nlohmann::json(input.initial.center).dump(), "a point of the domain");
  // What the data need is asked of them once, before anything is made.
  at_place_of_key(source, [&] {
    std::vector<double> u(system.fields(input.dimension).size());
    system.exact(problem.domain, input.initial, problem.domain.lower.data(), 0, u.data());
  });
}

// A wave with two values or fewer per wavelength is another one on the grid, or none.
void warn_of_unsampled_waves(Problem& problem) {
  const Initial& initial = problem.input.initial;
  if (initial.kind != "sines" && initial.kind != "plane-wave") return;
  const Vector3 k = wave_vector(problem.domain, initial);
  for (int d = 0; d < problem.input.dimension; ++d) {
    const double values =
        (problem.nodal_order + 1) * two_pi / (std::abs(k[std::size_t(d)]) * problem.grid.h(d));
    if (values < 2 + 1e-9)
      problem.notices.push_back("initial.waves: in direction " + std::to_string(d + 1) +
                                " a wavelength has " + short_number(values) +
                                " values of the grid; with 2 or fewer it is another wave, or "
                                "none, that is computed: take more cells, or fewer waves");
  }
}

// A pulse narrower than the grid's values is another one on the grid, or none.
void warn_of_unsampled_pulses(Problem& problem) {
  const Initial& initial = problem.input.initial;
  if (initial.kind != "gaussian") return;
  const double values = (problem.nodal_order + 1) * initial.width / problem.grid.h_max();
  if (values < 1)
    problem.notices.push_back("initial.width is " + short_number(values) +
                              " of the distance of the grid's values: with less than 1 it is "
                              "another pulse, or none, that is computed");
}

}  // namespace

int Problem::per_node() const {
  int entries = 1;
  for (int axis = 0; axis < input.dimension; ++axis) entries *= nodal_order + 1;
  return entries;
}

long Problem::dof() const {
  long values = 0;
  for (const int state : solver.states) {
    const ArraySpec& array = solver.arrays[static_cast<std::size_t>(state)];
    values += array.nodes[0] * array.nodes[1] * array.nodes[2] * array.fields * array.entries;
  }
  return values;
}

bool Problem::has_exact() const { return input.exact.kind == "initial"; }

Row Problem::row(const Device& device) const {
  Row row;
  row.order = input.method.order;
  row.cells = input.grid.cells;
  row.h = grid.h_max();
  row.courant = time.courant;
  row.stages = stages;
  row.error_max = row.error_l2 = std::nan("");
  row.dof = dof();
  row.bytes = total_bytes(solver);
  row.precision = input.precision;
  row.device = device.description();
  row.pipeline = kernel.pipeline;
  return row;
}

std::string Problem::identity() const {
  nlohmann::json all = nlohmann::json::parse(input.resolved);
  all["kernel"].erase("rows");  // of memory alone
  if (!files.empty()) all["files"] = files;
  return all.dump(2);
}

SystemTable system_table(std::unique_ptr<System>& system) {
  return {system_names(), [&system](const std::string& name, Keys& keys) {
            system = make_system(name);
            system->declare_material(keys);
          }};
}

Source source_of(const std::string& file, const std::vector<Override>& overrides) {
  Source source{file};
  for (const Override& change : overrides) source.options[change.path] = change.option;
  return source;
}

namespace {

std::map<std::string, std::string> checksums_of_files(const Case& input) {
  std::vector<std::string> names = input.sources.table;
  if (!input.voxels.path.empty()) {
    const std::vector<std::string> model = VoxelModel(input.voxels.path).files();
    names.insert(names.end(), model.begin(), model.end());
  }
  std::map<std::string, std::string> sums;
  for (const std::string& name : names) {
    const std::string bytes = read_text(name);
    Checksum sum;
    sum.add(bytes.data(), bytes.size());
    sums[name] = format("%016llx", static_cast<unsigned long long>(sum.value()));
  }
  return sums;
}

}  // namespace

Problem state_problem(const std::string& file, const std::vector<Override>& overrides,
                      const Device& device) {
  // 1. The case, and the system with its material.
  Problem problem;
  problem.input = read_case(file, overrides, system_table(problem.system));
  const Source source = source_of(file, overrides);
  if (!is_fdtd(problem.input)) problem.nodal_order = problem.input.method.order;

  // 2. Grid and time step.
  const Case& input = problem.input;
  problem.domain = make_domain(input, read_walls(input, *problem.system, source));
  at_place_of_key(source, [&] { problem.grid = make_grid(input, problem.domain); });
  check_data(problem, source);
  require_sane_size(problem, device);
  warn_of_unsampled_waves(problem);
  warn_of_unsampled_pulses(problem);
  problem.kernel = input.kernel;
  if (is_fdtd(input)) {
    at_place_of_key(source, [&] { plan_fdtd(problem, source); });
    if (problem.kernel.rows == "auto" && takes_tight_rows(problem, device))
      problem.kernel.rows = "tight";
    problem.files = checksums_of_files(input);
    return problem;
  }
  at_place_of_key(source, [&] { refuse_large_blocks(input.kernel, problem.grid); });
  const double rate = courant_rate(problem.grid, problem.system->speeds(input.dimension));
  at_place_of_key(source, [&] {
    problem.time = choose_steps(input.time.final, input.method.courant, rate, input.time.steps);
  });

  // 3. Taylor stages, and whether they are stable.
  problem.stages = choose_stages(input, source, read_stability(input.system), problem.notices);
  if (!is_pipeline_open(input)) warn_of_rounding(input, problem.notices);
  return problem;
}

void record_choice(Case& input, const std::string& section, const std::string& key,
                   const std::string& choice) {
  nlohmann::json resolved = nlohmann::json::parse(input.resolved);
  resolved[section][key] = choice;
  input.resolved = resolved.dump(2);
}

bool is_pipeline_open(const Case& input) {
  return !is_fdtd(input) && leaves_open(input.kernel.pipeline);
}

namespace {

// Puts a pipeline in the place of "auto", in the resolved case too: all that is printed, recorded and
// looked up names it. Of several ranks the first one's, so that all have the same on unlike devices too.
void take_pipeline(Problem& problem, const Device& device, Ranks& ranks) {
  const PipelineChoice choice =
      choose_pipeline(*problem.system, problem.grid, hermite_method_of(problem), device);
  const std::string pipeline = ranks.of_first(choice.name);
  record_choice(problem.input, "kernel", "pipeline", pipeline);
  problem.input.kernel.pipeline = problem.kernel.pipeline = pipeline;
  if (!choice.notice.empty()) problem.notices.push_back(choice.notice);
  warn_of_rounding(problem.input, problem.notices);
}

// Where somebody looks at the fields after every step.
void warn_of_single_steps(Problem& problem) {
  const Case& c = problem.input;
  const std::pair<const char*, long> observers[] = {
      {"receivers", c.receivers.points.empty() ? 0 : c.receivers.every},
      {"snapshots", c.snapshots.every},
      {"norms", c.norms.every},
      {"checkpoint", c.checkpoint.every}};
  for (const auto& [section, every] : observers)
    if (c.kernel.steps_per_sweep == 2 && every == 1)
      problem.notices.push_back(std::string(section) +
                                ".every: 1, so that no two steps are taken in one sweep "
                                "(kernel.steps_per_sweep)");
}

}  // namespace

Problem make_problem(const std::string& file, const std::vector<Override>& overrides,
                     const Device& device, const std::string& tuned, Ranks& ranks) {
  Problem problem = state_problem(file, overrides, device);
  const Source source = source_of(file, overrides);
  require_same_case(ranks, problem);  // what ranks do together from here on depends on it

  // 4. The pipeline, for the whole domain.
  if (is_pipeline_open(problem.input))
    at_place_of_key(source, [&] { take_pipeline(problem, device, ranks); });
  take_slab(problem, ranks, source);
  if (is_fdtd(problem.input))
    require_sane_size(problem, device, ranks.count() * bytes_free({}, device, ranks));

  // 5. Arrays and stages of a step, and whether they fit.
  const auto make_solver = [&] {
    at_place_of_key(source, [&] { problem.solver = tuned_solver(problem, device, tuned); });
  };
  make_solver();
  const std::vector<std::string>& notices = problem.solver.notices;
  problem.notices.insert(problem.notices.end(), notices.begin(), notices.end());
  warn_of_single_steps(problem);
  fit_memory(problem, device, ranks, make_solver);
  return problem;
}

}  // namespace hermite
