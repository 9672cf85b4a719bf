// Pulses that come late in a run, between two looks for growth, are none.
#include "tests/drivers/fdtd_runs.hpp"

using namespace hermite;

TEST_CASE("fdtd: a late pulse is no growth, whether the run is stopped before it or not") {
  const Workplace place;
  place.write("late.json", R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3, "grid": { "cells": 20, "upper": 20, "boundary": "pec" },
    "material": { "permittivity": 1, "permeability": 1 }, "cpml": { "lower": 5, "upper": 5 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 250 } })");
  const std::string source =
      " --set sources.points=[[10,10,10.5]] --set sources.fields=Ez --set "
      "sources.waveform=differentiated-gaussian"
      " --set sources.width=2 --set sources.delay=";
  const std::string wave =
      " --set incident.direction=+x --set incident.polarization=Ey --set incident.lower=7 --set "
      "incident.upper=13"
      " --set incident.width=2 --set incident.delay=";
  for (const std::string& driven : {source, wave})
    for (const char* const delay : {"70", "80", "90.5", "100"}) {
      const std::string run = "run late.json --no-final --out out" + driven + delay;
      CAPTURE(run);
      const Outcome outcome = place.call(run);
      CAPTURE(outcome.error);
      CHECK(outcome.code == 0);
    }
}
