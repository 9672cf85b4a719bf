// Keys that the run would not read are refused, each by the name of what would read it; they are taken where
// they are read, at their defaults, and where the case says that it does without them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

const char* const light = R"({
  "solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": { "cells": 8, "boundary": "pec" },
  "material": { "permittivity": 1, "permeability": 1 },
  "initial": { "kind": "zero" }, "exact": { "kind": "none" },
  "time": { "final": 0.5 }
})";

const char* const rock = R"({
  "solver": "fdtd", "system": "elastic", "dimension": 3,
  "grid": { "cells": 8, "boundary": "symmetry" },
  "material": { "density": 1, "p_speed": 1, "s_speed": 0.5 },
  "initial": { "kind": "zero" }, "exact": { "kind": "none" },
  "time": { "final": 0.5 }
})";

const char* const cavity = R"({
  "system": "maxwell", "dimension": 2,
  "grid": { "cells": 8, "boundary": "pec" },
  "material": { "permittivity": 1, "permeability": 1 },
  "initial": { "kind": "plane-wave", "waves": 1, "phase": 0.25 },
  "exact": { "kind": "none" },
  "time": { "final": 0.5 }
})";

struct Example {
  std::string key;                  // with the value that is stated
  std::vector<std::string> reason;  // of the refusal
  std::string read;                 // what has to be said beside it so that it is read
};

const std::string source = "sources.points=[[0.5,0.5,0.5]] sources.waveform=";
const std::string body = "objects.lower=[[0,0,0]] objects.upper=[[0.5,0.5,0.5]]";
const std::string wave =
    "incident.lower=0.25 incident.upper=0.75 incident.polarization=Ey incident.direction=";

const Example of_light[] = {
    {"initial.waves=2", {"initial.kind sines or plane-wave only", "\"zero\""}, ""},
    {"initial.amplitude=2", {"initial.kind", "plane-wave"}, "initial.kind=gaussian"},
    {"initial.field=Ey", {"initial.kind gaussian only"}, "initial.kind=gaussian"},
    {"initial.center=0.3", {"initial.kind gaussian only"}, "initial.kind=gaussian"},
    {"initial.width=0.3", {"initial.kind gaussian only"}, "initial.kind=gaussian"},
    {"initial.path=no.npy", {"initial.kind file only"}, ""},
    {"objects.shape=ellipsoid", {"objects.lower only", "does not give"}, body},
    {"objects.permittivity=2", {"objects.lower only"}, body},
    {"objects.permittivity=2 objects.kind=pec " + body, {"objects.kind medium only", "pec"}, ""},
    {"voxels.spacing=cells", {"voxels.path only"}, ""},
    {"cpml.order=2", {"cpml.lower or cpml.upper only, which the case does not"}, "cpml.upper=2"},
    {"cpml.order=2 cpml.upper=0",
     {"cpml.lower or cpml.upper only; cpml.upper is [0]; leave"},
     "cpml.lower=2"},
    {"cpml.order=2 cpml.lower=0 cpml.upper=0", {"only; cpml.lower is [0], cpml.upper is [0];"}, ""},
    {"cpml.kappa_max=9", {"cpml.lower or cpml.upper only"}, "cpml.lower=[2,0,0]"},
    {"cpml.kernels=faces", {"cpml.lower or cpml.upper only"}, "cpml.upper=2"},
    {"cpml.alpha_order=2", {"cpml.lower or cpml.upper only"}, "cpml.upper=2 cpml.alpha_max=1"},
    {"cpml.alpha_order=2 cpml.upper=2", {"cpml.alpha_max only"}, "cpml.alpha_max=1"},
    {"cpml.vacuum_permittivity=2 cpml.upper=2", {"cpml.alpha_max only"}, "cpml.alpha_max=1"},
    {"cpml.sigma_max=2 cpml.upper=2 cpml.reflection=0.01", {"cpml.reflection 0.0 only"}, ""},
    {"sources.amplitude=2", {"sources.points only"}, source + "harmonic sources.frequency=1"},
    {"sources.frequency=2", {"sources.points only"}, source + "ricker"},
    {"sources.frequency=2 " + source + "step sources.width=1",
     {"sources.waveform ricker or harmonic only", "step"},
     ""},
    {"sources.width=2 " + source + "ricker sources.frequency=1", {"sources.waveform gaussian"}, ""},
    {"sources.width=2", {"sources.points only"}, source + "step"},
    {"sources.table=no.csv " + source + "step sources.width=1",
     {"sources.waveform table only"},
     ""},
    {"incident.theta=30",
     {"incident.direction only", "does not give"},
     "incident.lower=0.25 incident.upper=0.75 incident.direction=angles incident.width=1"},
    {"incident.width=1 incident.theta=30 " + wave + "+x", {"incident.direction angles only"}, ""},
    {"incident.width=1 incident.phi=30 " + wave + "+x", {"incident.direction angles only"}, ""},
    {"incident.width=1 incident.psi=30 " + wave + "+x", {"incident.direction angles only"}, ""},
    {"incident.width=1 " + wave + "angles", {"incident.polarization", "+x or -x"}, ""},
    {"incident.width=1", {"incident.direction only"}, wave + "+x"},
    {"incident.width=1 incident.frequency=1 " + wave + "+x", {"ricker or harmonic only"}, ""},
    {"incident.frequency=1", {"incident.direction only"}, wave + "+x incident.waveform=ricker"},
    {"receivers.every=2", {"receivers.points only"}, "receivers.points=[[0.5,0.5,0.5]]"},
    {"snapshots.fields=Ez", {"snapshots.every only"}, "snapshots.every=2"},
    {"snapshots.points_per_cell=1", {"snapshots.every only"}, "snapshots.every=2"},
    {"spectra.fields=Ez", {"spectra.frequencies only"}, "spectra.frequencies=1"},
    {"far_field.phi=3",
     {"far_field.frequencies only"},
     "far_field.frequencies=1 far_field.lower=0.25 far_field.upper=0.75"},
    {"checkpoint.on_failure=continue", {"checkpoint.every only"}, "checkpoint.every=5"},
    {"free_surface.operators=imaging", {"elastic only", "\"maxwell\""}, ""},
};

const std::string quake = "sources.points=[[0.5,0.5,0.5]] sources.width=1 sources.fields=";

const Example of_rock[] = {
    {"layers.density=1",
     {"layers.begin only"},
     "layers.begin=0.5 layers.p_speed=1 layers.s_speed=0"},
    {"layers.averages=arithmetic",
     {"layers.begin or objects.lower or voxels.path only"},
     body + " objects.density=2"},
    {"free_surface.operators=imaging",
     {"grid.boundary free only"},
     "grid.boundary=[\"symmetry\",\"symmetry\",\"free,symmetry\"]"},
    {"sources.strike=30", {"sources.points only"}, quake + "double-couple"},
    {"sources.strike=30 sources.moment=[1,2,3,4,5,6] " + quake + "moment",
     {"sources.strike", "sources.fields double-couple only"},
     ""},
    {"sources.moment=[1,2,3,4,5,6] " + quake + "double-couple", {"sources.fields moment only"}, ""},
    {"sources.moment=[1,2,3,4,5,6]", {"sources.points only"}, quake + "[\"moment\"]"},
    {"sources.axes=east-north-up " + quake + "vx", {"double-couple only", "vx"}, ""},
};

const Example of_cavity[] = {
    {"sources.width=1", {"solver fdtd only", "\"hermite\""}, ""},
    {"cpml.kappa_max=9", {"solver fdtd only"}, ""},
    {"incident.theta=9", {"solver fdtd only"}, ""},
    {"objects.shape=ellipsoid", {"solver fdtd only"}, ""},
    {"initial.center=0.3", {"initial.kind gaussian only", "plane-wave"}, ""},
    {"initial.phase=0.25", {}, "initial.kind=plane-wave"},
    {"receivers.sac=true", {"receivers.points only"}, "receivers.points=[[0.5,0.5]]"},
};

std::string options(const std::string& keys) {
  std::string text;
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < keys.size(); begin = end + 1) {
    end = std::min(keys.find(' ', begin), keys.size());
    text += " --set '" + keys.substr(begin, end - begin) + "'";
  }
  return text;
}

template <std::size_t N>
void check_examples(const char* text, const Example (&examples)[N]) {
  const Workplace place;
  place.write("case.json", text);
  const std::string check = "check case.json --tuned off";
  for (const Example& example : examples) {
    CAPTURE(example.key);
    if (!example.reason.empty()) {
      const Outcome refused = place.call(check + options(example.key));
      CAPTURE(refused.error);
      CHECK(refused.code == 3);
      CHECK(contains(refused.error, "leave it out"));
      for (const std::string& part : example.reason) {
        CAPTURE(part);
        CHECK(contains(refused.error, part));
      }
    }
    if (example.read.empty()) continue;
    const Outcome taken = place.call(check + options(example.key) + options(example.read));
    CAPTURE(taken.error);
    CHECK(taken.code == 0);
  }
}

}  // namespace

TEST_CASE("keys that the run would not read are refused, and taken where they are read") {
  check_examples(light, of_light);
  check_examples(rock, of_rock);
  check_examples(cavity, of_cavity);
}

TEST_CASE("the rest of a section that is said to be off is let pass, and a default anywhere") {
  const Workplace place;
  const nlohmann::json lit = nlohmann::json::parse(light);
  struct Rest {
    const char *section, *off, *rest;
  };
  for (const Rest& r :
       {Rest{"cpml", R"({"lower": 0})", R"({"kappa_max": 9, "kernels": "faces"})"},
        {"cpml", R"({"upper": [0, 0, 0]})", R"({"order": 2})"},
        {"incident", R"({"direction": "none"})", R"({"theta": 30, "frequency": 1})"},
        {"receivers", R"({"points": []})", R"({"every": 2})"},
        {"snapshots", R"({"every": 0})", R"({"fields": "Ez"})"},
        {"sources", R"({"points": []})", R"({"frequency": 2})"},
        {"objects", R"({"lower": []})", R"({"shape": "ellipsoid"})"},
        {"spectra", R"({"frequencies": []})", R"({"begin": 1})"},
        {"checkpoint", R"({"every": 0})", R"({"on_failure": "continue"})"}}) {
    CAPTURE(r.section);
    CAPTURE(r.rest);
    nlohmann::json whole = lit;
    whole[r.section] = nlohmann::json::parse(r.rest);
    place.write("rest.json", whole.dump());
    const auto set = [&](const char* part) {
      std::string text;
      const nlohmann::json keys = nlohmann::json::parse(part);
      for (const auto& [name, value] : keys.items())
        text += " --set '" + std::string(r.section) + "." + name + "=" + value.dump() + "'";
      return text;
    };
    // Without a word it is refused; by an option it is off as in the file.
    CHECK(place.call("check rest.json --tuned off").code == 3);
    const Outcome by_option = place.call("check rest.json --tuned off" + set(r.off));
    CAPTURE(by_option.error);
    CHECK(by_option.code == 0);
    whole[r.section].update(nlohmann::json::parse(r.off));
    place.write("rest.json", whole.dump());
    const Outcome in_words = place.call("check rest.json --tuned off");
    CAPTURE(in_words.error);
    CHECK(in_words.code == 0);
    // What an option sets is wanted: nobody would read it.
    const Outcome wanted = place.call("check rest.json --tuned off" + set(r.rest));
    CAPTURE(wanted.error);
    CHECK(wanted.code == 3);
    CHECK(contains(wanted.error, "--set: " + std::string(r.section)));
  }
  place.write("light.json", light);
  const Outcome defaults = place.call(
      "check light.json --tuned off" +
      options("cpml.kappa_max=1 incident.theta=0 sources.width=[] initial.waves=[1,1,1]"));
  CAPTURE(defaults.error);
  CHECK(defaults.code == 0);
  CHECK(place.call("check light.json" + options("cpml.lower=0 cpml.order=2")).code == 3);
  CHECK(place.call("check light.json --set 'cpml={\"lower\": 0, \"order\": 2}'").code == 3);
}

TEST_CASE("a section of another solver or system is refused, said to be off or not") {
  const Workplace place;
  const auto refused = [&](const char* text, const char* section, const char* part,
                           const char* reason) {
    nlohmann::json whole = nlohmann::json::parse(text);
    whole[section] = nlohmann::json::parse(part);
    place.write("other.json", whole.dump());
    const Outcome outcome = place.call("check other.json --tuned off");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 3);
    CHECK(contains(outcome.error, reason));
  };
  refused(cavity, "cpml", R"({"lower": 0, "order": 2})", "solver fdtd only");
  refused(rock, "incident", R"({"direction": "none", "theta": 30})", "system maxwell only");
  refused(light, "layers", R"({"begin": [], "averages": "arithmetic"})", "system elastic only");
}

TEST_CASE(
    "the rest of a file is let pass where an option takes another kind, not what an option says") {
  const Workplace place;
  const std::string name = HERMITE_SOURCE_DIR "/data/cases/";
  const auto code = [&](const std::string& file, const std::string& keys) {
    return place.call("check " + name + file + " --tuned off" + options(keys)).code;
  };
  CHECK(code("dipole.json", "sources.waveform=ricker sources.frequency=1e9") == 0);
  CHECK(code("dipole.json", "sources.waveform=ricker sources.frequency=1e9 sources.width=1") == 3);
  CHECK(code("moment-tensor.json", "sources.fields=vx") == 0);
  CHECK(code("elastic-wave-2d.json", "material.motion=sh initial.mode=S") == 0);
  CHECK(code("cavity.json", "initial.kind=zero exact.kind=none") == 0);
  CHECK(code("cavity.json", "initial.kind=zero exact.kind=none initial.phase=0.5") == 3);
  // Of another solver or system nothing is: the problem would be another one.
  CHECK(code("dipole.json", "solver=hermite") == 3);
}

TEST_CASE("the resolved case of a run, which states all keys, is taken") {
  const Workplace place;
  place.write("light.json", light);
  place.write("rock.json", rock);
  place.write("cavity.json", cavity);
  nlohmann::json off = nlohmann::json::parse(light);
  off["cpml"] = {{"lower", 0}, {"kappa_max", 9}};
  place.write("off.json", off.dump());
  for (const std::string& run :
       {"light.json" + options("cpml.upper=2 cpml.kappa_max=9 sources.width=1 " + source + "step"),
        "off.json" + options("initial.kind=gaussian"),
        "rock.json" + options("sources.moment=[1,2,3,4,5,6] " + quake + "moment"),
        "cavity.json" + options("initial.kind=zero"),
        "cavity.json" + options("receivers.points=[[0.5,0.5]] receivers.every=2")}) {
    CAPTURE(run);
    REQUIRE(place.call("run --out out " + run).code == 0);
    place.write("again.json", place.json("out/manifest.json").at("case").at("resolved").dump());
    const Outcome outcome = place.call("check again.json");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 0);
    const Outcome unread = place.call("check again.json" + options("spectra.begin=1"));
    CHECK(unread.code == 3);
    CHECK(contains(unread.error, "--set: spectra.begin: is read with"));
  }
}
