// Waves too short for the grid, of which the solver fdtd warns, and too fast for the time step, which it refuses.
#include <string>
#include <utility>
#include <vector>

#include "tests/drivers/fdtd_runs.hpp"

using namespace hermite;

TEST_CASE("fdtd: waves with fewer than 10 cells where they are slowest are warned of") {
  // h = 1 and waves of speed 1, of 1/3 in a body: 10 cells per wavelength at 1/10 Hz and at 1/30 Hz.
  const std::string free = R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3, "grid": { "cells": 12, "upper": 12 },
    "material": { "permittivity": 1, "permeability": 1 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 4 },
    "sources": { "points": [[6,6,6.5]], "fields": "Ez", "waveform": "harmonic", "frequency": 0.0999 } })";
  const auto warned = [&](const std::string& changes) {
    return contains(notices_of(free.c_str(), changes), "cells per wavelength");
  };
  CHECK_FALSE(warned(""));
  CHECK(warned("--set sources.frequency=0.1001"));
  const std::string slow =
      "--set objects.lower=[[1,1,1]] --set objects.upper=[[3,3,3]] --set objects.permittivity=9 "
      "--set ";
  CHECK_FALSE(warned(slow + "sources.frequency=0.0333"));
  CHECK(warned(slow + "sources.frequency=0.0334"));
  CHECK_FALSE(warned("--set spectra.fields=Ez --set spectra.frequencies=[0.0999]"));
  CHECK(warned("--set spectra.fields=Ez --set spectra.frequencies=[0.05,0.1001]"));
  // Cells of 4 from x = 8 on: 2.5 cells per wavelength at 1/10 Hz in the background, and in a body as in its own cells.
  const std::string graded = "--set 'grid.x=[[8,1,1],[4,4,4]]' --set grid.upper=[24,12,12] ";
  CHECK(warned(graded + "--set sources.frequency=0.0251"));
  CHECK_FALSE(warned(graded + "--set sources.frequency=0.0249"));
  CHECK_FALSE(warned(graded + slow + "sources.frequency=0.0249"));
  const std::string far =
      "--set 'objects.lower=[[9,1,1]]' --set 'objects.upper=[[23,3,3]]' "
      "--set objects.permittivity=9 --set ";
  CHECK(warned(graded + far + "sources.frequency=0.00835"));
  CHECK_FALSE(warned(graded + far + "sources.frequency=0.00832"));
}

TEST_CASE("fdtd: a short wave counts where its medium lies, of voxels too") {
  const Workplace place;
  // A dense medium in the first four of twelve cells along x, which are a quarter as wide as the others.
  place.write("case.json", R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3,
    "grid": { "cells": 12, "upper": [36, 12, 12], "x": [[4, 1, 1], [8, 4, 4]] },
    "material": { "permittivity": 1, "permeability": 1 },
    "voxels": { "path": "model.json", "spacing": "cells" },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 4 },
    "sources": { "points": [[6,6,6.5]], "fields": "Ez", "waveform": "harmonic", "frequency": 0.0249 } })");
  place.write("model.json", R"({ "cells": [12, 12, 12], "type": "uint8", "data": "model.raw",
    "media": [ { "permittivity": 16 } ] })");
  const auto warned = [&](long dense) {
    std::string model;
    for (long voxel = 0; voxel < 12 * 12 * 12; ++voxel)
      model.push_back(static_cast<char>(voxel % 12 < dense ? 1 : 0));
    place.write("model.raw", model);
    return contains(place.call("check case.json").error, "cells per wavelength");
  };
  CHECK_FALSE(warned(4));
  CHECK(warned(5));
}

TEST_CASE("fdtd: waves with two steps a period or fewer are refused") {
  const Workplace place;
  const std::string all = R"("dimension": 3, "grid": { "cells": 12, "upper": 12 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 12 },)";
  place.write("driven.json", R"({ "solver": "fdtd", "system": "maxwell", )" + all + R"(
    "material": { "permittivity": 1, "permeability": 1 },
    "sources": { "points": [[6,6,6.5]], "fields": "Ez", "waveform": "harmonic", "frequency": 0.1 } })");
  place.write("wave.json", R"({ "solver": "fdtd", "system": "maxwell", )" + all + R"(
    "material": { "permittivity": 1, "permeability": 1 },
    "incident": { "direction": "+z", "polarization": "Ex", "lower": 3, "upper": 9,
                  "waveform": "ricker", "frequency": 0.1, "delay": 2 } })");
  // 26 steps of 12/26 s: two of them are a period of 1.08333 Hz.
  for (const auto& [file, key] : std::vector<std::pair<std::string, std::string>>{
           {"driven.json", "sources.frequency"}, {"wave.json", "incident.frequency"}}) {
    CAPTURE(file);
    const Outcome good = place.call("check " + file + " --set " + key + "=1.083");
    CAPTURE(good.error);
    CHECK(good.code == 0);
    const Outcome bad = place.call("check " + file + " --set " + key + "=1.084");
    CHECK(bad.code == 3);
    CHECK(contains(bad.error, key + ": found 1.084, allowed less than 1.08333:"));
    CHECK(contains(bad.error, "a period needs more than two steps"));
  }
}
