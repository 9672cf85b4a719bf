// What grows in elastic runs: over media that change near a free surface by one-sided differences, and in absorbing
// layers across guided waves. Runs choose, tell and stop.
#include "tests/drivers/fdtd_runs.hpp"

using namespace hermite;

namespace {

// Rock with a free surface; sides are 1.
const char* const rock = R"({
  "solver": "fdtd", "system": "elastic", "dimension": 2,
  "grid": { "cells": [40, 40], "upper": [40, 40], "boundary": ["symmetry", "symmetry,free"] },
  "material": { "density": 2.7, "p_speed": 1, "s_speed": 0.577 },
  "sources": { "points": [[21.2, 20.1]], "fields": "vy", "waveform": "ricker", "frequency": 0.02, "delay": 70 },
  "initial": { "kind": "zero" }, "exact": { "kind": "none" },
  "method": { "courant": 0.4 }, "time": { "final": 6000 }, "norms": { "every": 5000 } })";

// A soft body of half a cell under it.
const std::string thin =
    " --set objects.lower=[[12,39.5]] --set objects.upper=[[28,41]] --set objects.density=1.8 "
    "--set objects.p_speed=0.25 --set objects.s_speed=0.0667 ";
const std::string one_sided = "--set free_surface.operators=afda ";

}  // namespace

TEST_CASE(
    "elastic fdtd: a surface over media that change is imaged, unless the case says otherwise") {
  const Workplace place;
  place.write("rock.json", rock);
  const std::string surface = "| surface   the upper end of the last direction free, by ";
  const std::string told = "media change within two cells of the surface";
  const Outcome imaged = place.call("check rock.json" + thin);
  CHECK(contains(imaged.out, surface + "imaging"));
  CHECK_FALSE(contains(imaged.error, told));
  CHECK(contains(place.call("check rock.json" + thin + one_sided).error, told));
  const Outcome uniform = place.call("check rock.json");
  CHECK(contains(uniform.out, surface + "afda"));
  CHECK_FALSE(contains(uniform.error, told));
  // Layers across the domain, down to 1.9 and to 2 cells below.
  const auto layered = [&](const std::string& begin) {
    return place
        .call("check rock.json --set layers.begin=" + begin +
              " --set layers.density=1.8 --set layers.p_speed=0.5 --set layers.s_speed=0.2")
        .out;
  };
  CHECK(contains(layered("38.1"), surface + "imaging"));
  CHECK(contains(layered("38"), surface + "afda"));
  // Bodies at one depth of nodes alone; one whose side comes up to the surface; one that is deeper.
  const auto body = [&](const std::string& lower, const std::string& upper) {
    return place
        .call("check rock.json" + thin + "--set objects.lower=[[12," + lower +
              "]] --set objects.upper=[[28," + upper + "]]")
        .out;
  };
  CHECK(contains(body("39.8", "41"), surface + "imaging"));
  CHECK(contains(body("38.9", "39.1"), surface + "imaging"));
  CHECK(contains(body("30", "41"), surface + "afda"));
  CHECK(contains(body("30", "37.9"), surface + "afda"));
}

TEST_CASE(
    "elastic fdtd: a surface is imaged over twofold changes, of density or of either modulus") {
  const Workplace place;
  place.write("rock.json", rock);
  const auto imaged = [&](double density, double p_modulus, double mu) {
    const auto of_rock = [](double part) { return std::to_string(part); };
    return contains(place
                        .call("check rock.json --set layers.begin=39 --set layers.density=" +
                              of_rock(2.7 * density) +
                              " --set layers.p_speed=" + of_rock(std::sqrt(p_modulus / density)) +
                              " --set layers.s_speed=" + of_rock(0.577 * std::sqrt(mu / density)))
                        .out,
                    "free, by imaging");
  };
  // Parts of the rock's on both sides of a half, one constant at a time.
  CHECK(imaged(0.49, 1, 1));
  CHECK(imaged(1, 0.49, 1));
  CHECK(imaged(1, 1, 0.49));
  CHECK_FALSE(imaged(0.51, 1, 1));
  CHECK_FALSE(imaged(1, 0.51, 1));
  CHECK_FALSE(imaged(1, 1, 0.51));
}

TEST_CASE("elastic fdtd: what grows once sources are over ends the run") {
  const Workplace place;
  place.write("rock.json", rock);
  const Outcome imaged = place.call("run rock.json --no-final --out imaged" + thin);
  CAPTURE(imaged.error);
  CHECK(imaged.code == 0);
  const Outcome grown = place.call("run rock.json --no-final --out afda" + thin + one_sided);
  CAPTURE(grown.error);
  CHECK(grown.code == 5);
  CHECK(contains(grown.error, "times the largest value before; the run is unstable"));
  CHECK(contains(grown.error, "free_surface.operators \"imaging\""));
  // What was chosen is recorded, and resumed.
  CHECK(place.json("imaged/manifest.json")["case"]["resolved"]["free_surface"]["operators"] ==
        "imaging");
  REQUIRE(
      place.call("run rock.json --no-final --out half --stop-after 100 --set time.final=60" + thin)
          .code == 0);
  const Outcome resumed = place.call(
      "run rock.json --no-final --out half --set time.final=60 --resume half/checkpoint.h5" + thin);
  CAPTURE(resumed.error);
  CHECK(resumed.code == 0);
}

TEST_CASE("elastic fdtd: absorbing layers across a slow layer below a surface are told of") {
  const Workplace place;
  place.write("rock.json", rock);
  const auto told = [&](const std::string& speed, const std::string& keys) {
    return contains(
        place
            .call("check rock.json --set layers.begin=30 --set layers.density=1.8 --set "
                  "layers.p_speed=0.7 --set layers.s_speed=" +
                  speed + keys)
            .error,
        "guides waves whose energy and phase go opposite ways");
  };
  const std::string across = " --set cpml.lower=[5,0] --set cpml.upper=[5,0]";
  CHECK(told("0.3", across));
  CHECK_FALSE(told("0.4", across));
  CHECK_FALSE(told("0.3", ""));
  CHECK_FALSE(told("0.3", " --set cpml.lower=[0,5]"));
}

TEST_CASE("elastic fdtd: what is pushed on and on moves faster and faster, and is no instability") {
  const Workplace place;
  // A force that stays, in a fluid: it drives a vortex.
  place.write("fluid.json", R"({
    "solver": "fdtd", "system": "elastic", "dimension": 2,
    "grid": { "cells": [30, 30], "upper": [30, 30], "boundary": "symmetry" },
    "material": { "density": 1, "p_speed": 1, "s_speed": 0.5 },
    "objects": { "lower": [[3, 3]], "upper": [[27, 27]], "s_speed": 0 },
    "sources": { "points": [[12.2, 14.1]], "fields": "vx", "waveform": "step", "width": 5, "delay": 20 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 15000 } })");
  const Outcome outcome = place.call("run fluid.json --no-final --out out");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
}
