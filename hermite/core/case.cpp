// How a case is read: file, options, keys, completion; what its keys are, other files declare (case.hpp).
#include "hermite/core/case.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

using nlohmann::json;

namespace {

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
