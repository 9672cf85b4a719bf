// Keys and cases that are in order: defaults, options, completion, documents made from them.
#include "hermite/core/keys.hpp"

#include <nlohmann/json.hpp>

#include "hermite/core/case.hpp"
#include "hermite/core/data_dir.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/manifest.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/systems/table.hpp"
#include "tests/folder.hpp"

#include <doctest/doctest.h>

using namespace hermite;
using nlohmann::json;

namespace {

/// The one material key of advection, without the system.
struct Velocity {
  std::vector<double> value;
  SystemTable table() {
    return {{"advection"}, [this](const std::string&, Keys& keys) {
              keys.add("velocity", value).per_axis().unit("m/s").required().help("velocity");
            }};
  }
};

std::string shipped(int dimension) {
  return data_dir() + "/cases/advection-" + std::to_string(dimension) + "d.json";
}

}  // namespace

TEST_CASE("edit distance and the near name") {
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("cells", "cells") == 0);
  CHECK(edit_distance("cels", "cells") == 1);
  CHECK(edit_distance("clels", "cells") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(nearest_name("ordr", {"courant", "order"}) == "order");
  CHECK(nearest_name("xyz", {"courant", "order"}) == "");
  CHECK(did_you_mean("ordr", {"order"}) == "did you mean 'order'? ");
}

TEST_CASE("shipped cases are read, and complete for their dimension") {
  for (int dimension : {1, 2, 3}) {
    Velocity velocity;
    const Case c = read_case(shipped(dimension), {}, velocity.table());
    const size_t axes = size_t(dimension);
    CHECK(c.system == "advection");
    CHECK(c.dimension == dimension);
    CHECK(c.grid.cells.size() == axes);
    CHECK(c.grid.lower == std::vector<double>(axes, 0));
    CHECK(c.grid.upper == std::vector<double>(axes, 1));
    CHECK(c.grid.boundary == std::vector<std::string>(axes, "periodic"));
    CHECK(velocity.value == std::vector<double>(axes, -1));
    CHECK(c.initial.waves == std::vector<int>(axes, 1));
    CHECK(c.initial.center.empty());  // a sine wave has none
    const Case pulse =
        read_case(shipped(dimension), {{"initial.kind", "gaussian"}}, velocity.table());
    CHECK(pulse.initial.center == std::vector<double>(axes, 0.5));
    CHECK(c.method.order == 3);
    CHECK(c.method.courant == 0.8);
    CHECK(c.method.stages.kind == Stages::Kind::full);
    CHECK(c.time.final == 1);
  }
}

TEST_CASE("options replace values: JSON, else a bare string; the last one counts") {
  Velocity velocity;
  const Case c = read_case(shipped(2),
                           {parse_override("grid.cells=[8, 16]"),
                            parse_override("method.stages=4"),
                            parse_override("initial.kind=plane-wave"),
                            parse_override("kernel.truncate=false"),
                            {"method.order", "1", "--order"},
                            {"method.order", "5", "--order"}},
                           velocity.table());
  CHECK(c.grid.cells == std::vector<int>{8, 16});
  CHECK(c.method.stages.kind == Stages::Kind::number);
  CHECK(c.method.stages.number == 4);
  CHECK(c.initial.kind == "plane-wave");
  CHECK_FALSE(c.kernel.truncate);
  CHECK(c.method.order == 5);
}

TEST_CASE("a resolved case is a case: reading it again changes nothing") {
  Velocity velocity, again;
  for (const char* change : {"method.stages=auto", "initial.kind=gaussian"}) {
    const Case c = read_case(shipped(3), {parse_override(change)}, velocity.table());
    const Folder folder;
    const Case twice = read_case(folder.file("resolved.json", c.resolved), {}, again.table());
    CHECK(twice.resolved == c.resolved);
    CHECK(again.value == velocity.value);
    CHECK(hash_json(twice.resolved) == hash_json(c.resolved));
  }
}

TEST_CASE("documentation and schema name every key") {
  Velocity velocity;
  const Case c = read_case(shipped(1), {}, velocity.table());
  const std::string text = case_documentation(velocity.table());
  const json schema = json::parse(case_schema(velocity.table()));
  CHECK(schema["properties"]["method"]["properties"]["order"]["maximum"] == max_order);
  const json& material = schema["allOf"][0]["then"]["properties"]["material"];
  const json resolved = json::parse(c.resolved);
  for (const auto& [section, value] : resolved.items()) {
    if (!value.is_object()) {
      CHECK(text.find("`" + section + "`") != text.npos);
      CHECK(schema["properties"].contains(section));
      continue;
    }
    for (const auto& [name, ignored] : value.items()) {
      const std::string key = section + "." + name;  // lambdas cannot capture structured bindings
      CAPTURE(key);
      CHECK(text.find("`" + key + "`") != text.npos);
      const json& place = section == "material" ? material : schema["properties"][section];
      CHECK(place["properties"].contains(name));
    }
  }
  CHECK(schema["required"] == json({"system", "dimension", "grid", "initial", "time"}));
}

TEST_CASE("the rules of unread keys name keys and sections that there are") {
  std::unique_ptr<System> system;
  const json schema =
      json::parse(case_schema({system_names(), [&system](const std::string& name, Keys& keys) {
                                 system = make_system(name);
                                 system->declare_material(keys);
                               }}));
  const auto has = [](const json& properties, const std::string& path) {
    const size_t dot = path.find('.');
    const std::string section = path.substr(0, dot);
    if (!properties.contains(section)) return false;
    return dot == path.npos || (properties[section].contains("properties") &&
                                properties[section]["properties"].contains(path.substr(dot + 1)));
  };
  for (const std::string& path : names_in_rules_of_unread_keys()) {
    CAPTURE(path);
    bool known = has(schema["properties"], path);
    for (const json& one : schema["allOf"]) known = known || has(one["then"]["properties"], path);
    CHECK(known);
  }
}

TEST_CASE("a key of each type is read and written") {
  bool flag = false;
  int whole = 1;
  long large = 2;
  double number = 0.5;
  std::string text = "a";
  std::vector<int> wholes = {1};
  std::vector<double> numbers = {1};
  std::vector<std::string> texts = {"a"};
  Stages stages;
  std::optional<double> open, filled;
  Keys keys;
  keys.section("s", "");
  keys.add("flag", flag);
  keys.add("whole", whole);
  keys.add("large", large);
  keys.add("number", number);
  keys.add("text", text);
  keys.add("wholes", wholes);
  keys.add("numbers", numbers);
  keys.add("texts", texts);
  keys.add("stages", TextValue{[&](const std::string& t) { return stages.read(t); },
                               [&] { return stages.text(); }});
  keys.add("open", open).positive();
  keys.add("filled", filled).positive();
  const json given = {{"s",
                       {{"flag", true},
                        {"whole", -7},
                        {"large", 4000000000},
                        {"number", 0.1},
                        {"text", "b"},
                        {"wholes", {1, 2}},
                        {"numbers", {0.25, 2.5}},
                        {"texts", {"x", "y"}},
                        {"stages", 12},
                        {"filled", 0.2}}}};
  keys.read(given, {"a.json"});
  CHECK_FALSE(open.has_value());
  CHECK(large == 4000000000);
  CHECK(keys.write() == given);
  keys.read({{"s", {{"whole", 3}}}}, {"a.json"});
  CHECK(whole == 3);
  const json too_large = {{"s", {{"whole", 4000000000}}}};
  CHECK_THROWS_AS(keys.read(too_large, {"a.json"}), CaseError);
  for (const json& bad : {json(0), json("1"), json({1, 2})}) {
    const json no_number = {{"s", {{"open", bad}}}};
    CHECK_THROWS_AS(keys.read(no_number, {"a.json"}), CaseError);
  }
  Key& last = keys.all().back();
  CHECK_FALSE(last.is_default());
  last.reset();
  CHECK_FALSE(filled.has_value());
  CHECK(last.is_default());
}

TEST_CASE("a message names the option that gave the value, or what is below or above it") {
  const Source source{"a.json", {{"grid", "--set"}, {"method.order", "--order"}}};
  CHECK(source.place("grid.cells") == "--set");
  CHECK(source.place("method.order") == "--order");
  CHECK(source.place("method") == "--order");
  CHECK(source.place("methods") == "a.json");
  CHECK(source.place("gridded") == "a.json");
}
