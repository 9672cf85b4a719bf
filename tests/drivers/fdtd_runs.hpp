// Runs of the solver fdtd that the host and a GPU are both asked for. `device`: options that name one.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "tests/drivers/resume.hpp"
#include "tests/drivers/table.hpp"

namespace hermite {

// What `check` tells the user of a case.
inline std::string notices_of(const char* text, const std::string& changes) {
  const Workplace place;
  place.write("case.json", text);
  return place.call("check case.json " + changes).error;
}

// A mode of a cavity.
inline const char* const cavity = R"({
  "solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": { "cells": 8, "boundary": "pec" },
  "material": { "permittivity": 1, "permeability": 1 },
  "initial": { "kind": "plane-wave", "waves": [1, 2, 3], "phase": 0.25, "polarization": [1, 1, -1] },
  "method": { "courant": 0.5 },
  "time": { "final": 0.5 }
})";

// A pulse near a conductor in a box with layers.
inline const char* const driven_maxwell = R"({
  "solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": { "cells": [16, 14, 12], "upper": [16, 14, 12], "boundary": ["pec", "pmc", "pec,pmc"] },
  "material": { "permittivity": 1, "permeability": 1 },
  "initial": { "kind": "zero" }, "exact": { "kind": "none" },
  "objects": { "lower": [[5,5,5],[9,3,3]], "upper": [[7,8,9],[12,6,9]], "kind": ["pec","medium"],
               "permittivity": 3, "conductivity": 0.01 },
  "cpml": { "lower": 3, "upper": [4, 3, 2], "alpha_max": 0.1 },
  "sources": { "points": [[4,4,4.5],[4,4,4.5],[8.5,9,6]], "fields": ["Ez","Ez","Ex"],
               "waveform": ["gaussian","harmonic","ricker"], "width": 3, "frequency": 0.05,
               "delay": [9,0,20], "amplitude": [1,0.5,-2] },
  "incident": { "direction": "-y", "polarization": "Ex", "lower": 4, "upper": [11,10,9], "width": 3, "delay": 9 },
  "receivers": { "points": [[10,10,6]], "fields": ["Ez","Hx"] },
  "time": { "final": 40 }
})";

// Layers, a fluid body, a free surface, absorbing layers, sources of all kinds.
inline const char* const driven_elastic = R"({
  "solver": "fdtd", "system": "elastic", "dimension": 3,
  "grid": { "cells": [16, 14, 12], "upper": [16, 14, 12], "boundary": ["symmetry", "antisymmetry", "free,symmetry"] },
  "material": { "density": 1, "p_speed": 1, "s_speed": 0.55 },
  "initial": { "kind": "zero" }, "exact": { "kind": "none" },
  "layers": { "begin": [0, 3.5], "density": [0.8, 1.1], "p_speed": [0.8, 1], "s_speed": [0.4, 0.6] },
  "objects": { "lower": [[5,5,5]], "upper": [[7,8,9]], "density": 0.7, "p_speed": 0.6, "s_speed": 0 },
  "cpml": { "lower": [3, 3, 0], "upper": [4, 3, 2], "order": 2, "reflection": 0.001, "alpha_max": 0.1 },
  "sources": { "points": [[8,8,4.5],[8.2,7.9,4],[8,7,3],[8,7,0]], "fields": ["vx","double-couple","moment","vz"],
               "moment": [1,2,3,4,5,6], "strike": 30, "dip": 40, "rake": 50, "amplitude": [1,0.5,-2,1],
               "waveform": ["gaussian","step","ricker","step"], "width": 3, "frequency": 0.03,
               "delay": [9,5,20,6] },
  "receivers": { "points": [[10.3,10.1,0]], "fields": ["vx","vz"] },
  "time": { "final": 16 }
})";

// Wide enough for two steps in one sweep on either device, within layers and walls.
inline const char* const wide = R"({
  "solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": { "cells": [150, 22, 31], "upper": [150, 22, 31], "boundary": "pec" },
  "material": { "permittivity": 1, "permeability": 1 },
  "initial": { "kind": "zero" }, "exact": { "kind": "none" },
  "objects": { "lower": [[60,5,5]], "upper": [[90,12,20]], "permittivity": 3, "conductivity": [[0.02]] },
  "cpml": { "lower": [3, 0, 2], "upper": [4, 0, 2], "alpha_max": 0.1 },
  "kernel": { "steps_per_sweep": 2 },
  "sources": { "points": [[75,9,12.5]], "fields": "Ez", "waveform": "gaussian", "width": 3, "delay": 9 },
  "receivers": { "points": [[80,10,14]], "fields": ["Ez","Hx"], "every": 4 },
  "time": { "final": 40 }
})";

// A run that is stopped and resumed beside one that is not, bit for bit: with layers and with Mur's walls.
inline void check_fdtd_resume(const std::string& device) {
  const Workplace place;
  place.write("driven.json", driven_maxwell);
  for (const std::string more :
       {"--precision single", "--precision double",
        "--set grid.boundary=mur --set cpml.lower=0 --set cpml.upper=0",
        "--set kernel.coefficients=constant --set 'sources.kind=[\"soft\",\"soft\",\"hard\"]'",
        "--set grid.x=[[8,1,2],[8,2,1]] --set grid.z=[[6,1,2],[6,2,1]] --set "
        "kernel.coefficients=arrays --set anisotropy.permittivity=[1,2,3] "
        "--set objects.permittivity=[[3,2,4]]"}) {
    check_resume(place, "run driven.json " + more + " " + device, {31},
                 {"final-Ex.npy", "final-Ez.npy", "final-Hy.npy", "receivers.csv"});
    CHECK(content(place.folder / "whole" / "receivers.csv").size() > 1000);
  }
}

// The same of two steps in one sweep, stopped where a sweep ends and between its steps.
inline void check_pairs_resume(const std::string& device) {
  const Workplace place;
  place.write("wide.json", wide);
  for (const std::string precision : {"single", "double"}) {
    const std::string run = "run wide.json --precision " + precision + " " + device;
    CHECK(contains(place.call(run + " --out told --stop-after 1").out, "two steps a sweep for"));
    check_resume(place, run, {30, 31},
                 {"final-Ex.npy", "final-Ez.npy", "final-Hy.npy", "receivers.csv"});
  }
}

inline void check_elastic_resume(const std::string& device) {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  for (const std::string more :
       {"--precision single", "--precision double --set free_surface.operators=imaging",
        "--set kernel.variant=march"}) {
    check_resume(place, "run driven.json --set time.final=20 " + more + " " + device, {13},
                 {"final-vx.npy", "final-szz.npy", "final-sxz.npy", "receivers.csv"});
    CHECK(content(place.folder / "whole" / "receivers.csv").size() > 500);
  }
}

// A travelling wave, Ey = sin(2 pi (x - t)) = Hz sqrt(mu/eps), as receivers between nodes have it: Hz half a step before
// the time of Ey.
inline void check_fdtd_observers(const std::string& device) {
  const Workplace place;
  place.write("wave.json", R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3,
    "grid": { "upper": [1, 0.25, 0.25], "boundary": "periodic" },
    "material": { "permittivity": 2, "permeability": 0.5 },
    "initial": { "kind": "plane-wave", "waves": [1, 0, 0], "polarization": [0, 1, 0] },
    "method": { "courant": 0.5 },
    "time": { "final": 1 },
    "receivers": { "points": [[0.3333333333333333, 0.1, 0.07], [0.6666666666666667, 0.2, 0]],
                   "fields": ["Ey", "Hz"], "every": 2 },
    "norms": { "every": 4 }
  })");
  std::array<std::vector<double>, 2> errors;  // of 16 and of 32 cells
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string cells = i == 0 ? "[16,4,4]" : "[32,8,8]";
    const Outcome outcome =
        place.call("run wave.json --out out --set grid.cells=" + cells + " " + device);
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    const Table table = read_table(place.folder / "out/receivers.csv");
    REQUIRE(table.columns.size() == 2 + 2 * 2);
    const std::vector<double> times = table.column("time");
    REQUIRE(times.size() > 20);
    const double dt = (times[1] - times[0]) / 2;
    for (const std::string field : {"Ey", "Hz"})
      for (const int receiver : {1, 2}) {
        const std::vector<double> found = table.column(field + "@" + std::to_string(receiver));
        double worst = 0;
        for (std::size_t row = 0; row < times.size(); ++row) {
          const double time = times[row] - (field == "Ey" ? 0 : dt / 2);
          const double wave = std::sin(two_pi * (receiver / 3.0 - time));
          grow(worst, std::abs(found[row] - (field == "Ey" ? 1 : 2) * wave));
        }
        errors[i].push_back(worst);
      }
    errors[i].push_back(read_table(place.folder / "out/norms.csv").column("error_max").back());
  }
  for (std::size_t n = 0; n < errors[0].size(); ++n) {
    CAPTURE(n);
    CAPTURE(errors[1][n]);
    // As `hermite converge` judges it. The receivers lie at thirds of a cell from nodes with either grid, so that
    // what interpolation misses is of order 2 too.
    CHECK(std::log2(errors[0][n] / errors[1][n]) > 2 - 0.3);
  }
}

}  // namespace hermite
