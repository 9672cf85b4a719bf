// A small problem for hermite compare, and what of its results tests look at.
#pragma once

#include <algorithm>
#include <string>

#include "tests/drivers/command.hpp"

namespace hermite {

// A plane wave in 3-D, periodic or between walls.
inline std::string wave_between(const std::string& boundary) {
  std::string text = R"({
  "solver": "hermite", "system": "maxwell", "dimension": 3,
  "grid": { "cells": 4, "boundary": "BOUNDARY" },
  "material": { "permittivity": 1, "permeability": 1 },
  "initial": { "kind": "plane-wave", "waves": [1, 0, 1], "phase": 0.25, "polarization": [0, 1, 0] },
  "method": { "order": 1, "courant": 0.9 },
  "time": { "final": 1 }
})";
  return text.replace(text.find("BOUNDARY"), 8, boundary);
}

// Where wave.json is such a wave.
struct WavePlace : Workplace {
  explicit WavePlace(const std::string& boundary = "periodic") {
    write("wave.json", wave_between(boundary));
  }
};

// The first one; null where there is none.
inline nlohmann::json run_of(const nlohmann::json& results, const std::string& method) {
  const nlohmann::json& runs = results.at("runs");
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const nlohmann::json& run) {
    return run.at("method") == method;
  });
  return found == runs.end() ? nlohmann::json() : *found;
}

inline const std::string tiny =
    "compare wave.json --threads 1 --orders 1 --courants .5,.99 --periods 1 --cells 4,8,16 "
    "--fdtd-cells 12,20,28 --tolerances .1,1e-3,1e-5 --out out ";

}  // namespace hermite
