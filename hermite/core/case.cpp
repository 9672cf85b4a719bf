// The declaration of every case key, and how a case is read: file, options, keys, completion.
#include "hermite/core/case.hpp"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

using nlohmann::json;

namespace {

void declare_problem(Case& c, Keys& keys, const std::vector<std::string>& systems) {
  keys.section("", "");
  keys.add("solver", c.solver)
      .choices({"hermite", "fdtd"})
      .help("hermite, or fdtd: finite differences, maxwell in 3-D, elastic in 2-D and 3-D");
  keys.add("system", c.system).choices(systems).required().help("the equations that are solved");
  keys.add("dimension", c.dimension).range(1, 3).required().help("number of space dimensions");
  keys.add("precision", c.precision)
      .choices({"double", "single"})
      .help("floating-point numbers of the fields");

  keys.section("grid", "The domain and its cells.");
  keys.add("cells", c.grid.cells).per_axis().range(1, 1e9).required().help("number of cells");
  keys.add("lower", c.grid.lower).per_axis().unit("m").help("where the domain begins");
  keys.add("upper", c.grid.upper).per_axis().unit("m").help("where the domain ends");
  keys.add("boundary", c.grid.boundary)
      .per_axis()
      .allowed("\"periodic\", a wall of the system, or two walls as in \"rigid,pressure-release\"")
      .help(
          "one for all directions or one each: periodic; or the wall at both ends: rigid, "
          "pressure-release (acoustics, euler), pec, "
          "pmc (maxwell), mur (fdtd: absorbs, by Mur's first-order condition), symmetry, "
          "antisymmetry (elastic), free, clamped (elastic SH), free (fdtd, elastic, last "
          "direction: a free surface); or lower,upper");
  declare_grading(c, keys);

  keys.section("material", "The medium; its keys depend on the system.");
}

void declare_data(Case& c, Keys& keys) {
  keys.section("initial", "The fields at time zero.");
  keys.add("kind", c.initial.kind)
      .choices({"sines", "plane-wave", "gaussian", "zero", "file"})
      .required()
      .help(
          "sines: a product of sine waves, one factor per direction; plane-wave: one sine of the "
          "sum of the phases; gaussian: a pulse; zero: fields at rest; file: nodal data");
  keys.add("waves", c.initial.waves)
      .per_axis()
      .range(-1e6, 1e6)
      .help("sines and plane-wave: waves per side of the domain");
  keys.add("phase", c.initial.phase).help("plane-wave: phase at the lower corner, in whole waves");
  keys.add("mode", c.initial.mode)
      .default_text("the system's first")
      .help("plane-wave: which of the system's waves");
  keys.add("polarization", c.initial.polarization)
      .default_text("chosen")
      .help(
          "plane-wave in 3-D: direction of E, or of the velocity of a shear or vorticity wave, "
          "three numbers");
  keys.add("field", c.initial.field)
      .default_text("the system's first")
      .help("gaussian: the field of the pulse; the others are 0");
  keys.add("amplitude", c.initial.amplitude).help("largest value; not for file");
  keys.add("center", c.initial.center)
      .per_axis()
      .unit("m")
      .default_text("middle of the domain")
      .help("gaussian: its center");
  keys.add("width", c.initial.width)
      .positive()
      .unit("m")
      .help("gaussian: distance at which it has fallen to 1/e");
  keys.add("path", c.initial.path)
      .default_text("")
      .help("file: a .npy file, its path relative to the case");

  keys.section("exact", "The solution that errors are measured against.");
  keys.add("kind", c.exact.kind)
      .choices({"initial", "none"})
      .help("initial: the exact solution that starts from the initial data; none: no errors");
}

void declare_method(Case& c, Keys& keys) {
  keys.section("method", "The numerical method.");
  keys.add("order", c.method.order)
      .range(0, max_order)
      .help(
          "N: nodes hold derivatives 0..N per direction; the method converges at order 2N+1 "
          "(conservative, leapfrog: 2N or 2N+2)");
  keys.add("courant", c.method.courant)
      .positive()
      .help(
          "largest lam = dt max c_d/h_d, with fdtd dt c sqrt(sum 1/h_d^2), which is at most 1 for "
          "maxwell and 6/7 for elastic; dt divides the final time");
  Stages& stages = c.method.stages;
  keys.add("stages", TextValue{[&stages](const std::string& text) { return stages.read(text); },
                               [&stages] { return stages.text(); }})
      .allowed("\"full\", \"auto\" or a whole number, 1 to 9999")
      .help("q, Taylor stages of a half step: full: exact in time; auto: the least that is stable");

  keys.section("kernel",
               "How the method is carried out; but for conservative and leapfrog, the results are "
               "the same. Blocks are at most as large as the grid; those of fdtd may reach beyond "
               "it, as what lies there idles.");
  keys.add("pipeline", c.kernel.pipeline)
      .choices({"auto", "monolithic", "two-kernel", "parity", "shift", "full-step", "conservative",
                "leapfrog"})
      .help(
          "auto: of those with the same result the fastest that reads the keys set here: full-step "
          "for advection with full stages; parity in 3-D on GPUs, where a thread's registers hold "
          "a "
          "cell or double precision is at least half as fast as single, and with full stages on "
          "the "
          "host where its matrices are small; else monolithic; two-kernel with a slab; "
          "monolithic: one kernel per "
          "half step; two-kernel: reconstruct, then evolve; parity: the "
          "half step as one matrix per parity, not for advection and euler; shift and "
          "full-step: one matrix per direction, advection with full stages only; conservative "
          "(p alone) and leapfrog (p and v staggered): acoustics in second-order form, with full "
          "stages only");
  keys.add("variant", c.kernel.variant)
      .choices({"auto", "literal", "march", "registers", "matrix", "tile"})
      .help(
          "schedule of the reconstruction: cell by cell, or marching along the last direction; "
          "registers: marching, and a cell's values in registers (3-D, first-order forms, "
          "on CUDA); matrix: the pipeline parity on FP64 matrix units (3-D, on CUDA); tile: fdtd's "
          "march with the other field in shared memory");
  keys.add("truncate", c.kernel.truncate)
      .help("leave out the coefficients of a stage that no later stage reads");
  keys.add("cells_per_block", c.kernel.cells_per_block)
      .range(0, 4096)
      .help("cells of a block along the first direction; 0: chosen");
  keys.add("rows_per_block", c.kernel.rows_per_block)
      .range(0, 4096)
      .help("cells of a block along the second direction; 0: chosen");
  keys.add("planes_per_block", c.kernel.planes_per_block)
      .range(0, 1e6)
      .help("planes that a block marches through; 0: chosen");
  keys.add("slab", c.kernel.slab)
      .range(0, 1e6)
      .help("two-kernel: planes of coefficients held at a time; 0: the whole grid");
  keys.add("min_blocks", c.kernel.min_blocks)
      .range(0, 16)
      .help(
          "on CUDA: blocks that the registers of a multiprocessor must suffice for; NVRTC then "
          "compiles the kernels; 0: as each kernel says");
  keys.add("layout", c.kernel.layout)
      .choices({"x1-innermost", "node-major"})
      .help("order of the fields in memory");
  declare_coefficients(c, keys);

  keys.section("time", "How long the waves run.");
  keys.add("final", c.time.final).positive().unit("s").required().help("time at the end");
}

void declare_case(Case& c, Keys& keys, const std::vector<std::string>& systems) {
  declare_problem(c, keys, systems);
  declare_data(c, keys);
  declare_method(c, keys);
  declare_fdtd(c, keys);
  declare_observers(c, keys);
}

// JSON, else a bare string.
json value_of(const Override& change) {
  const std::string text =
      json::accept(change.value) ? change.value : with_json_numbers(change.value);
  if (json::accept(text)) return parse_json(text, change.option);
  try {
    return json::parse(text);
  } catch (const json::parse_error&) {
    if (text.find_first_of("[{") != 0) return change.value;
    throw CaseError(change.option, change.path, change.value,
                    "JSON, as in [0.5, 1] or [\"pec\", \"pmc\"]");
  } catch (const json::out_of_range&) {
    throw CaseError(change.option, change.path, change.value, "a number that is finite");
  }
}

void apply(const Override& change, json& root, Source& source) {
  const json value = value_of(change);
  json* place = &root;
  size_t begin = 0;
  for (size_t dot; (dot = change.path.find('.', begin)) != std::string::npos; begin = dot + 1) {
    place = &(*place)[change.path.substr(begin, dot - begin)];
    if (place->is_null()) *place = json::object();
    if (!place->is_object()) {
      throw CaseError(change.option, change.path,
                      "unknown key; what stands above it, " + place->dump() + ", has no keys");
    }
  }
  (*place)[change.path.substr(begin)] = value;
  source.options[change.path] = change.option;
}

// manifest.json and results.json of a run.
void refuse_record(const json& root, const std::string& file) {
  for (const std::string place : {"case", "manifest/case"})
    if (root.contains(json::json_pointer("/" + place + "/resolved")))
      throw CaseError(file, "",
                      "what a run left, and no case; the case that was run stands in it at " +
                          place + "/resolved: give a file that holds that alone");
}

void check_domain(const Case& c, const Source& source) {
  for (int axis = 0; axis < c.dimension; ++axis) {
    const double lower = c.grid.lower[size_t(axis)], upper = c.grid.upper[size_t(axis)];
    // The square and the cube of a side are numbers, too.
    if (upper - lower >= 1e-100 && upper - lower <= 1e100) continue;
    throw CaseError(
        source.place("grid.upper"), "grid.upper",
        json(upper).dump() + " in direction " + std::to_string(axis + 1),
        "a number greater than grid.lower, " + json(lower).dump() + ", by 1e-100 to 1e100");
  }
}

// The path becomes absolute, so that the resolved case means the same wherever it is read again.
void find_file(const Case& c, const Source& source, const std::string& key, std::string& path,
               const std::string& allowed) {
  namespace fs = std::filesystem;
  const std::string place = source.place(key);
  const fs::path base = place == c.file ? fs::path(c.file).parent_path() : fs::path();
  path = fs::absolute(base / path).lexically_normal().string();
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) throw CaseError(place, key, "no file " + path, allowed);
}

void complete_initial(Case& c, const Source& source) {
  // Where it is read, as the resolved case must hold nothing that would be refused.
  if (c.initial.kind == "gaussian" && c.initial.center.empty()) {
    for (size_t axis = 0; axis < size_t(c.dimension); ++axis) {
      c.initial.center.push_back((c.grid.lower[axis] + c.grid.upper[axis]) / 2);
    }
  }
  if (c.initial.kind != "file") return;
  const std::string path = "initial.path";
  if (c.initial.path.empty()) {
    throw CaseError(source.place("initial.kind"), path,
                    "missing; initial.kind is \"file\": give the path of a .npy file");
  }
  find_file(c, source, path, c.initial.path, "a .npy file that is there");
  if (c.exact.kind == "initial") {
    throw CaseError(source.place("exact.kind"), "exact.kind", "\"initial\"",
                    "\"none\" with initial data from a file, whose solution is not known");
  }
}

}  // namespace

Case read_case(const std::string& file, const std::vector<Override>& overrides,
               const SystemTable& systems) {
  json root = read_json(file);
  if (!root.is_object()) {
    throw CaseError(file, "", root.type_name(), "an object: { \"system\": ... }");
  }
  refuse_record(root, file);
  Source source{file};
  for (const Override& change : overrides) apply(change, root, source);

  Case result;
  result.file = file;
  Keys keys;
  declare_case(result, keys, systems.names);
  keys.read_key("system", root, source);
  keys.section("material", "");
  systems.declare_material(result.system, keys);
  keys.read(root, source);
  refuse_unread_keys(keys, source);
  keys.complete(result.dimension, source);
  check_domain(result, source);
  complete_initial(result, source);
  for (std::string& path : result.sources.table)
    find_file(result, source, "sources.table", path, "a CSV file of time and value");
  if (!result.voxels.path.empty())
    find_file(result, source, "voxels.path", result.voxels.path, "the .json of a voxel model");
  result.resolved = keys.write().dump(2);
  return result;
}

std::string case_documentation(const SystemTable& systems) {
  Case ignored;
  Keys keys;
  declare_case(ignored, keys, systems.names);
  std::string text = keys.documentation();
  for (const std::string& name : systems.names) {
    Keys material;
    material.section("material", "Material of the system `" + name + "`.");
    systems.declare_material(name, material);
    text += material.documentation();
  }
  return text;
}

std::string case_schema(const SystemTable& systems) {
  Case ignored;
  Keys keys;
  declare_case(ignored, keys, systems.names);
  json schema = keys.schema();
  // The keys of the material depend on the value of `system`.
  schema["properties"]["material"] = {{"type", "object"}};
  for (const std::string& name : systems.names) {
    Keys material;
    material.section("material", "Material of the system " + name + ".");
    systems.declare_material(name, material);
    json full = material.schema();
    json then = {{"properties", {{"material", full["properties"]["material"]}}}};
    if (full.contains("required")) then["required"] = full["required"];
    const json is_system = {{"properties", {{"system", {{"const", name}}}}}};
    schema["allOf"].push_back({{"if", is_system}, {"then", then}});
  }
  return schema.dump(2) + "\n";
}

}  // namespace hermite
