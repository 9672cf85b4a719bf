// A run that is stopped and resumed, beside the run that never was: state and records, bit for bit.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/drivers/command.hpp"

namespace hermite {

inline const char* const plane_case = R"({
  "system": "acoustics", "dimension": 2,
  "grid": { "cells": [7, 6] },
  "material": { "density": 1.2, "speed": 1.5 },
  "initial": { "kind": "plane-wave", "waves": [1, 2] },
  "method": { "order": 1, "courant": 0.7 },
  "time": { "final": 4 },
  "receivers": { "points": [[0.1, 0.2], [0.9, 1]], "every": 2 },
  "norms": { "every": 3 },
  "snapshots": { "every": 10 }
})";

inline const char* const line_case = R"({
  "system": "advection", "dimension": 1,
  "grid": { "cells": 40 },
  "material": { "velocity": -1 },
  "initial": { "kind": "sines" },
  "method": { "order": 2, "courant": 0.9 },
  "time": { "final": 3 },
  "receivers": { "points": [0.25, [0.7]] },
  "norms": { "every": 5 }
})";

using FileNames = std::vector<std::string>;
inline const FileNames nodal_files = {"final.npy", "receivers.csv", "norms.csv"};

// All that a run leaves but how it ran; these files are among it.
inline void check_same(const Workplace& place, const std::string& a, const std::string& b,
                       const FileNames& files = nodal_files) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(place.folder / a)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".json" || file.extension() == ".h5") continue;
    names.insert(file.filename().string());
    CAPTURE(file);
    const std::string first = content(file);
    CHECK(std::count(first.begin(), first.end(), '\n') > (file.extension() == ".csv" ? 5 : 0));
    CHECK((first == content(place.folder / b / file.filename())));
  }
  for (const std::string& name : files) CHECK(names.count(name) == 1);
}

// `run`: "run CASE OPTIONS". Stops after `stops` steps, those past the end left out, a negative one
// counted from the end.
inline void check_resume(const Workplace& place, std::string run, const std::vector<int>& stops,
                         const FileNames& files = nodal_files) {
  run += " --threads 1 --out ";
  CAPTURE(run);
  fs::remove_all(place.folder / "whole");
  const Outcome whole = place.call(run + "whole");
  CAPTURE(whole.error);
  REQUIRE(whole.code == 0);
  const int steps = place.json("whole/manifest.json")["outcome"]["steps"];
  REQUIRE(steps > 40);
  for (const int wanted : stops) {
    const int stop = wanted < 0 ? steps + wanted : wanted;
    if (stop >= steps) continue;
    CAPTURE(stop);
    fs::remove_all(place.folder / "part");
    const Outcome first = place.call(run + "part --stop-after " + std::to_string(stop));
    REQUIRE(first.code == 0);
    CHECK(contains(first.out, "--resume part/checkpoint.h5"));
    const Outcome second = place.call(run + "part --resume part/checkpoint.h5");
    CAPTURE(second.error);
    REQUIRE(second.code == 0);
    CHECK(second.error == whole.error);  // no notice that the whole run does not give
    check_same(place, "whole", "part", files);
  }
  // Resumed more than once, and from a checkpoint of its own making.
  fs::remove_all(place.folder / "part");
  REQUIRE(place.call(run + "part --checkpoint-every 7 --stop-after 9").code == 0);
  REQUIRE(place.call(run + "part --resume part/checkpoint.h5 --stop-after 20").code == 0);
  REQUIRE(place.call(run + "part --resume part/checkpoint.h5 --checkpoint-every 11").code == 0);
  check_same(place, "whole", "part", files);
  REQUIRE(place.call(run + "part --resume part/checkpoint.h5").code == 0);
  check_same(place, "whole", "part", files);
  for (const auto& entry : fs::directory_iterator(place.folder / "part"))
    CHECK_FALSE(contains(entry.path().string(), ".part"));
}

}  // namespace hermite
