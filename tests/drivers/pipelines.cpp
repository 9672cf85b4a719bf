// The pipeline "auto" as a user meets it: a run is that of the pipeline which it names, everywhere.
#include <vector>

#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

std::string wave_of(const std::string& system, const std::string& material, int order) {
  return R"({ "system": ")" + system +
         R"(", "dimension": 3, "grid": { "cells": 4 }, "material": )" + material +
         R"(, "initial": { "kind": "plane-wave", "waves": [1, 1, 0] },
  "method": { "order": )" +
         std::to_string(order) + R"(, "courant": 0.8 }, "time": { "final": 0.5 } })";
}

}  // namespace

TEST_CASE("auto is the default, and names its pipeline in head, manifest, results and fields") {
  const Workplace place;
  place.write("sound.json", wave_of("acoustics", R"({ "density": 1, "speed": 1 })", 1));
  place.write("light.json", wave_of("maxwell", R"({ "permittivity": 1, "permeability": 1 })", 3));
  place.write("wind.json",
              wave_of("euler", R"({ "density": 1, "speed": 1, "flow": [0.5, 0, 0] })", 1));
  struct Choice {
    std::string file, name;
  };
  for (const Choice& c : {Choice{"good.json", "full-step"}, Choice{"sound.json", "parity"},
                          Choice{"light.json", "monolithic"}, Choice{"wind.json", "monolithic"}}) {
    CAPTURE(c.file);
    const std::string run = "run " + c.file + " --threads 1 --out ";
    const Outcome outcome = place.call(run + "open");
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    CHECK(outcome.error.empty());
    CHECK(contains(outcome.out, "| pipeline  " + c.name + ": "));
    const nlohmann::json manifest = place.json("open/manifest.json");
    CHECK(manifest["case"]["resolved"]["kernel"]["pipeline"] == c.name);
    CHECK(place.json("open/results.json")["rows"][0]["pipeline"] == c.name);
    CHECK(contains(place.call("check " + c.file).out, "| pipeline  " + c.name + ": "));
    for (const std::string& pipeline : {c.name, std::string("auto")}) {
      REQUIRE(place.call(run + "named --pipeline " + pipeline).code == 0);
      CHECK(place.json("named/manifest.json")["case"]["hash"] == manifest["case"]["hash"]);
      CHECK(
          (content(place.folder / "open/final.npy") == content(place.folder / "named/final.npy")));
    }
  }
}

TEST_CASE("auto: fewer stages, and keys of the section kernel, name the pipeline too") {
  const Workplace place;
  struct Choice {
    std::string options, name;
  };
  const std::string few = "--set dimension=3 --set method.stages=7 --set method.courant=0.05";
  for (const Choice& c : {Choice{few, "monolithic"}, Choice{"--set method.stages=99", "full-step"},
                          Choice{"--set kernel.slab=2", "two-kernel"},
                          Choice{"--set kernel.steps_per_sweep=2", "full-step"},
                          Choice{"--set kernel.truncate=false", "monolithic"},
                          Choice{"--set kernel.truncate=false --pipeline two-kernel", "two-kernel"},
                          Choice{"--set kernel.layout=node-major", "full-step"}}) {
    CAPTURE(c.options);
    const Outcome outcome = place.call("check good.json " + c.options);
    CAPTURE(outcome.error);
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "| pipeline  " + c.name + ": "));
  }
}

TEST_CASE(
    "full-step takes two steps in a sweep where nobody looks, to the same end up to round-off") {
  const Workplace place;
  const auto end = [&](const std::string& more, bool in_pairs) {
    const Outcome outcome =
        place.call("run good.json --threads 1 --out out --set time.final=1.1 " + more);
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    CHECK(contains(outcome.out, "full_step_"));
    CHECK(contains(outcome.out, "two_steps_") == in_pairs);
    const nlohmann::json row = place.json("out/results.json")["rows"][0];
    CHECK(row["steps"].get<int>() % 2 == 1);  // so that one is left
    return row["error_max"].get<double>();
  };
  const double single = end("", false), pairs = end("--set kernel.steps_per_sweep=2", true);
  CHECK(std::abs(pairs - single) < 1e-13);
  CHECK(pairs != single);
}

TEST_CASE("auto: converge names what its runs take") {
  const Workplace place;
  place.write("light.json", wave_of("maxwell", R"({ "permittivity": 1, "permeability": 1 })", 1));
  const Outcome outcome = place.call("converge light.json --orders 1,3 --cells 3,4 --out out");
  CAPTURE(outcome.error);
  CHECK(contains(outcome.out, ", parity, monolithic, host"));
  const nlohmann::json rows = place.json("out/convergence.json")["rows"];
  REQUIRE(rows.size() == 4);
  for (const nlohmann::json& row : rows)
    CHECK(row["pipeline"] == (row["order"] == 1 ? "parity" : "monolithic"));
  // Of the case's order, where none is asked for.
  REQUIRE(place.call("converge light.json --cells 3,4 --out one").code == 0);
  const nlohmann::json own = place.json("one/convergence.json")["rows"];
  REQUIRE(own.size() == 2);
  for (const nlohmann::json& row : own) CHECK(row["order"] == 1);
}
