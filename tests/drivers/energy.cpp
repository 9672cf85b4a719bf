// The energy over time of runs in several media: norms.csv of the solver fdtd.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/approx.hpp"
#include "tests/drivers/command.hpp"
#include "tests/drivers/table.hpp"

using namespace hermite;

namespace {

const char* const light = R"({
  "solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": { "cells": 16, "upper": 16, "boundary": "pec" },
  "material": { "permittivity": 1, "permeability": 1 },
  "objects": { "lower": [[9,2,0]], "upper": [[15,14,9]], "permittivity": 4 },
  "initial": { "kind": "gaussian", "width": 3 }, "exact": { "kind": "none" },
  "method": { "courant": 0.8 }, "norms": { "every": 1 }, "time": { "final": 40 }
})";

// A fluid over a solid, whose pulse has nothing in it.
const char* const sound = R"({
  "solver": "fdtd", "system": "elastic", "dimension": 2,
  "grid": { "cells": 40, "upper": 40, "boundary": "symmetry" },
  "material": { "density": 1, "p_speed": 1, "s_speed": 0.55 },
  "layers": { "begin": 20, "density": 2, "p_speed": 1.5, "s_speed": 0 },
  "initial": { "kind": "gaussian", "width": 3, "center": [20, 8] }, "exact": { "kind": "none" },
  "method": { "courant": 0.8 }, "norms": { "every": 1 }, "time": { "final": 60 }
})";

std::vector<double> energy_of(const Workplace& place, const std::string& run) {
  const Outcome outcome = place.call("run " + run + " --precision double --out out");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const Table table = read_table(place.folder / "out/norms.csv");
  CHECK(table.columns == std::vector<std::string>{"step", "time", "energy"});
  return table.column("energy");
}

double spread(const std::vector<double>& energy) {
  const auto [least, most] = std::minmax_element(energy.begin(), energy.end());
  return (*most - *least) / energy.front();
}

}  // namespace

TEST_CASE(
    "fdtd: between closed walls the energy in several media stays, but for half a step of time") {
  const Workplace place;
  place.write("light.json", light);
  place.write("sound.json", sound);
  for (const std::string name : {"light.json", "sound.json"}) {
    const double coarse = spread(energy_of(place, name)),
                 fine = spread(energy_of(place, name + " --set method.courant=0.4"));
    CAPTURE(name);
    CAPTURE(coarse);
    // Energy goes to and fro between the two fields, of which one is recorded dt/2 early: the record moves by
    // dt/2 times its rate, in proportion to dt; 4 % to 6 % and rates of 2 were seen.
    CHECK(coarse < 0.1);
    CHECK(coarse / fine == hermite::relative(2, 0.1));
  }
}

// A solid's stresses, which a fluid could not change, would push velocities without end: 60 times the energy was seen.
TEST_CASE("fdtd: initial data of a solid that reach into a fluid do not gain energy in it") {
  const Workplace place;
  place.write("sound.json", sound);
  for (const char* kind : {"", "--set initial.field=vx ",
                           "--set initial.kind=plane-wave --set initial.mode=S "
                           "--set initial.waves=[1,2] --set initial.width=0.1 "
                           "--set initial.center=[] "})
    for (const char* boundary : {"symmetry", "periodic"}) {
      const std::string run = std::string("sound.json --set initial.center=[20,22] ") + kind +
                              "--set grid.boundary=" + boundary +
                              " --set layers.begin=[20.5] --set time.final=400";
      CAPTURE(run);
      // What goes to and fro between the two fields, as above.
      CHECK(spread(energy_of(place, run)) < 0.15);
    }
}

TEST_CASE("fdtd: layers that absorb and losses let the energy fall") {
  const Workplace place;
  place.write("light.json", light);
  place.write("sound.json", sound);
  // A current whose integral is 0 leaves no charges, whose field would stay.
  const std::string driven =
      "light.json --set initial.kind=zero --set time.final=150 --set sources.points=[[8,8,8.5]] "
      "--set sources.fields=Ez --set sources.waveform=ricker --set sources.frequency=0.08 "
      "--set sources.delay=20 ";
  for (const std::string& run :
       {driven + "--set cpml.lower=4 --set cpml.upper=4 --set cpml.alpha_max=0.05",
        driven + "--set conductivity.electric=0.1 --set objects.conductivity=0.2",
        std::string("sound.json --set cpml.lower=6 --set cpml.upper=6 --set layers.s_speed=0.7 "
                    "--set time.final=200")}) {
    const std::vector<double> energy = energy_of(place, run);
    const double most = *std::max_element(energy.begin(), energy.end());
    CAPTURE(run);
    CAPTURE(energy.back() / most);
    // Waves cross the box at least six times meanwhile; 1e-3 and less were seen.
    CHECK(energy.back() < 1e-2 * most);
    CHECK(energy.back() > 0);
  }
}

TEST_CASE("fdtd: the recorded energy does not depend on threads") {
  const Workplace place;
  place.write("light.json", light);
  CHECK(energy_of(place, "light.json --threads 1 --set time.final=5") ==
        energy_of(place, "light.json --threads 3 --set time.final=5"));
}
