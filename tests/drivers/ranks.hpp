// A run on several ranks beside the same run on one.
#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/drivers/command.hpp"
#include "tests/hermite/media/voxel_folder.hpp"

namespace hermite::on_ranks {

inline std::string mpirun(int ranks) {
  return "'" HERMITE_MPIEXEC "' --oversubscribe --allow-run-as-root --bind-to none -n " +
         std::to_string(ranks);
}

// The numbers of a CSV file.
inline std::vector<double> numbers(const std::string& text) {
  std::vector<double> values;
  std::istringstream in(text.substr(text.find('\n') + 1));
  for (std::string word; std::getline(in, word, '\n');) {
    std::istringstream line(word);
    for (std::string cell; std::getline(line, cell, ',');) values.push_back(std::stod(cell));
  }
  return values;
}

inline void check_same_files(const Workplace& place, const std::string& a, const std::string& b) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(place.folder / a)) {
    const fs::path file = entry.path();
    if (file.extension() == ".json" || file.extension() == ".h5") continue;
    CAPTURE(file);
    names.insert(file.filename().string());
    const std::string one = content(file), other = content(place.folder / b / file.filename());
    CHECK_FALSE(one.empty());
    if (file.filename() != "norms.csv") {
      CHECK((one == other));
      continue;
    }
    const std::vector<double> first = numbers(one), second = numbers(other);
    REQUIRE(first.size() == second.size());
    const std::size_t columns =
        1 + std::size_t(std::count(one.begin(), one.begin() + long(one.find('\n')), ','));
    // Energies of finite differences are sums of planes, which ranks do not share (kernels/observe/nodal_energy.hpp).
    const nlohmann::json run = place.json(a + "/manifest.json")["case"]["resolved"];
    const bool same_energy = run["solver"] == "fdtd";
    if (same_energy) REQUIRE(one.rfind("step,time,energy", 0) == 0);
    // The sum of n squares is off by n eps at most, and n is less than 1e5 here.
    for (std::size_t i = 0; i < first.size(); ++i)
      if (same_energy && i % columns == 2)
        CHECK(first[i] == second[i]);
      else
        CHECK(std::abs(first[i] - second[i]) <= 1e5 * 2.3e-16 * std::abs(first[i]));
  }
  CHECK(names.size() > 1);
}

// How several ranks of a run are started, and what their messages are to go by.
struct Started {
  std::vector<int> ranks = {2, 3};
  std::string variables = {};  // before mpirun
  std::string messages = "MPI";

  std::string with(int n) const { return variables + mpirun(n); }
};

inline std::string run_of(const std::string& name, const std::string& option) {
  return "run " + name + " --threads 1 " + option + " --out ";
}

// The same case on one rank, which stays in "one", and on one of the numbers of ranks in turn, with the last option
// on each of them.
inline void check_as_on_one(const Workplace& place, const std::string& name,
                            const std::vector<std::string>& options, const Started& started) {
  const std::vector<int>& ranks = started.ranks;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string run = run_of(name, options[i]);
    CAPTURE(run);
    fs::remove_all(place.folder / "one");
    const Outcome one = place.call(run + "one");
    CAPTURE(one.error);
    REQUIRE(one.code == 0);
    for (std::size_t k = 0; k < ranks.size(); ++k) {
      const int n = ranks[k];
      if (i + 1 < options.size() && i % ranks.size() != k) continue;
      CAPTURE(n);
      fs::remove_all(place.folder / "many");
      const Outcome many = place.call(run + "many", started.with(n));
      CAPTURE(many.error);
      REQUIRE(many.code == 0);
      CHECK(contains(many.out, "waiting for messages"));
      CHECK(contains(many.out, "messages by " + started.messages));
      const nlohmann::json manifest = place.json("many/manifest.json");
      CHECK(manifest["machine"]["ranks"] == n);
      CHECK(manifest["messages"]["by"] == started.messages);
      const double waiting = manifest["messages"]["waiting_most"];
      CHECK(waiting >= manifest["messages"]["waiting_mean"]);
      CHECK(waiting <= 1);
      check_same_files(place, "one", "many");
    }
  }
}

// Stopped on as many ranks as there are at most, gone on with on two, on one, and on all of them again: as the run
// in "one".
inline void check_resumed(const Workplace& place, const std::string& name,
                          const std::string& option, const Started& started) {
  const long steps = place.json("one/manifest.json")["outcome"]["steps"];
  const std::string run = run_of(name, option) + "part";
  const std::string all = started.with(started.ranks.back());
  const std::string on[] = {all, started.with(2), "", all};
  for (long part = 0; part < 4; ++part) {
    CAPTURE(part);
    const Outcome outcome =
        place.call(run + (part > 0 ? " --resume part/checkpoint.h5" : "") +
                       (part < 3 ? " --stop-after " + std::to_string(steps * (part + 1) / 4) : ""),
                   on[part]);
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
  }
  check_same_files(place, "one", "part");
}

inline void check_ranks(const std::string& name, const std::string& text,
                        const std::vector<std::string>& options, const Started& started = {}) {
  const Workplace place;
  place.write(name, text);
  check_as_on_one(place, name, options, started);
  check_resumed(place, name, options.back(), started);
}

// Receivers between the planes of different ranks, wherever these are cut.
inline std::string points(int dimension, int planes, double side) {
  std::string text;
  for (int k = 0; k <= 2 * planes; ++k) {
    text += k == 0 ? "[[" : ", [";
    for (int axis = 0; axis < dimension - 1; ++axis) text += "0.3, ";
    text += std::to_string(side * k / (2 * planes)) + "]";
  }
  return text + "]";
}

inline std::string hermite_case(const std::string& boundary) {
  return R"({"system": "acoustics", "dimension": 3, "grid": {"cells": [5, 6, 9], "boundary": )" +
         boundary + R"(},
  "material": {"density": 1.2, "speed": 1.5},
  "initial": {"kind": "plane-wave", "waves": [1, 1, 2]},
  "method": {"order": 1, "courant": 0.8}, "time": {"final": 0.8},
  "receivers": {"points": )" +
         points(3, 9, 1) + R"(, "every": 2}, "norms": {"every": 4}, "snapshots": {"every": 8}})";
}

inline std::string maxwell_wave() {
  return R"({"solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": {"cells": [6, 5, 12], "boundary": "periodic"},
  "material": {"permittivity": 1, "permeability": 1},
  "initial": {"kind": "plane-wave", "waves": [1, 2, -1], "polarization": [1, 0, 0]},
  "exact": {"kind": "initial"}, "method": {"courant": 0.9}, "time": {"final": 1},
  "receivers": {"points": )" +
         points(3, 12, 1) + R"(}, "norms": {"every": 3}, "snapshots": {"every": 7}})";
}

// Bodies across the cuts, sources on either side of them; `faces`: the keys boundary and, behind it, cpml.
inline std::string maxwell_box(const std::string& boundary, const std::string& sections) {
  return R"({"solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": {"cells": [11, 12, 14], "upper": [11, 12, 14], "boundary": )" +
         boundary + R"(},
  "material": {"permittivity": 1, "permeability": 1},
  "objects": {"kind": ["pec", "medium"], "lower": [[3, 3, 4], [6, 3, 1]], "upper": [[5, 5, 6], [9, 9, 11]],
              "permittivity": [1, 4], "conductivity": [0, 0.1]},
  "initial": {"kind": "zero"}, "exact": {"kind": "none"}, "method": {"courant": 0.99},
  "time": {"final": 20}, )" +
         sections + R"(, "receivers": {"points": )" + points(3, 14, 14) +
         R"(, "every": 2}, "norms": {"every": 7}, "snapshots": {"every": 20}})";
}

inline const char* const layers = R"("cpml": {"lower": 3, "upper": [3, 2, 4], "order": 3,
  "alpha_order": 1, "sigma_max": 0.75, "kappa_max": 15, "alpha_max": 0.05}, )";
inline const char* const currents = R"("sources": {"points": [[5, 5, 6.5], [6, 6, 5], [4, 7, 9]],
  "fields": ["Ez", "Ex", "Ey"], "waveform": "gaussian", "width": 2, "delay": 6})";
inline const char* const incident = R"("incident": {"direction": "+z", "polarization": "Ex",
  "lower": [2, 2, 3], "upper": [9, 10, 11], "waveform": "gaussian", "width": 2, "delay": 6})";

inline const char* const spanning = R"("incident": {"direction": "+y", "polarization": "Ex",
  "lower": [0, 3, 0], "upper": [11, 10, 14], "waveform": "gaussian", "width": 2, "delay": 6})";

// Sums of a box across the cuts and of one's faces, of which those across the last direction are one rank's.
inline const char* const transforms =
    R"({"solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": {"cells": [12, 13, 14], "upper": [12, 13, 14], "boundary": "pec"},
  "material": {"permittivity": 1, "permeability": 1},
  "cpml": {"lower": 2, "upper": 2, "order": 3, "alpha_order": 1, "sigma_max": 0.75, "kappa_max": 15, "alpha_max": 0.05},
  "sources": {"points": [[6, 6, 6.5]], "fields": ["Ez"], "waveform": "gaussian", "width": 2, "delay": 6},
  "initial": {"kind": "zero"}, "exact": {"kind": "none"}, "method": {"courant": 0.99}, "time": {"final": 25},
  "spectra": {"frequencies": [0.05, 0.08], "fields": ["Ez", "Hx"], "lower": [1, 2, 2], "upper": [8, 9, 12]},
  "far_field": {"frequencies": [0.05, 0.1], "every": 2, "lower": 3, "upper": [9, 10, 11], "theta": [0, 50, 90]}})";

// `in_plane`: 2-D, else 3-D.
inline std::string elastic_box(bool in_plane) {
  const std::string head = R"({"solver": "fdtd", "system": "elastic", "dimension": )";
  const std::string grid =
      in_plane
          ? R"(2, "grid": {"cells": [17, 26], "upper": [17, 26], "boundary": ["symmetry", "free"]},
  "objects": {"lower": [[3, 9]], "upper": [[7, 13]], "density": 2, "p_speed": 2, "s_speed": 1},
  "cpml": {"lower": [3, 0], "upper": [3, 0], "order": 2, "reflection": 0.001, "alpha_max": 0.157},
  "sources": {"points": [[6, 5.3], [6.2, 13]], "fields": ["vx", "vy"], )"
          : R"(3, "grid": {"cells": [13, 12, 22], "upper": [13, 12, 22],
           "boundary": ["symmetry", "symmetry", "free,symmetry"]},
  "objects": {"lower": [[3, 3, 9]], "upper": [[7, 6, 13]], "density": 2, "p_speed": 2, "s_speed": 1},
  "cpml": {"lower": [3, 3, 0], "upper": [3, 3, 4], "order": 2, "reflection": 0.001, "alpha_max": 0.157},
  "sources": {"points": [[6, 6, 5.3], [6.2, 6, 11.2]], "fields": ["moment", "vz"],
              "moment": [[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0]], )";
  return head + grid + R"("waveform": "gaussian", "width": 3, "delay": 8},
  "material": {"density": 1, "p_speed": 1.7320508, "s_speed": 1},
  "layers": {"begin": [0, 6], "density": [0.8, 1], "p_speed": [1.2, 1.7320508], "s_speed": [0.7, 1]},
  "initial": {"kind": "zero"}, "exact": {"kind": "none"}, "method": {"courant": 0.8},
  "time": {"final": 16}, "snapshots": {"every": 20}, "norms": {"every": 6}, "receivers": {"points": )" +
         points(in_plane ? 2 : 3, in_plane ? 26 : 22, in_plane ? 26 : 22) + "}}";
}

inline std::string elastic_wave() {
  return R"({"solver": "fdtd", "system": "elastic", "dimension": 3,
  "grid": {"cells": [8, 7, 15], "boundary": "periodic"},
  "material": {"density": 1, "p_speed": 1, "s_speed": 0.577},
  "initial": {"kind": "plane-wave", "mode": "S", "waves": [1, 2, -1], "polarization": [1, 0, 0]},
  "exact": {"kind": "initial"}, "method": {"courant": 0.8}, "time": {"final": 1},
  "norms": {"every": 5}, "receivers": {"points": )" +
         points(3, 15, 1) + "}}";
}

// Voxels whose values go from those of a background, by a part from 0 to 1 of each. `cells`: how many, as in JSON.
inline std::string in_voxels(const VoxelFolder& folder, const std::string& cells,
                             const std::vector<float>& parts) {
  std::vector<float> density, p_speed, s_speed;
  for (const float part : parts) {
    density.push_back(1 + part);
    p_speed.push_back(1.7F + part / 2);
    s_speed.push_back(1 - part / 4);
  }
  folder.write("density.raw", density);
  folder.write("p.raw", p_speed);
  folder.write("s.raw", s_speed);
  const std::string path = folder.model(R"({"cells": )" + cells + R"(, "type": "float32",
  "density": "density.raw", "p_speed": "p.raw", "s_speed": "s.raw"})",
                                        "");
  return R"({"solver": "fdtd", "system": "elastic", "dimension": 3,
  "grid": {"cells": [9, 8, 16], "upper": [9, 8, 16], "boundary": ["symmetry", "periodic", "free"]},
  "material": {"density": 1, "p_speed": 1.7320508, "s_speed": 1}, "voxels": {"path": ")" +
         path +
         R"("}, "sources": {"points": [[4, 4, 7.3]], "fields": ["vz"], "waveform": "gaussian", "width": 3, "delay": 8},
  "initial": {"kind": "zero"}, "exact": {"kind": "none"}, "method": {"courant": 0.8},
  "time": {"final": 12}, "norms": {"every": 5}, "receivers": {"points": )" +
         points(3, 16, 16) + "}}";
}

// Values of its own in each of 4 x 3 x 5 voxels.
inline std::string elastic_voxels(const VoxelFolder& folder) {
  std::vector<float> parts;
  for (int n = 0; n < 60; ++n) parts.push_back(static_cast<float>(n * 37 % 60) / 60);
  return in_voxels(folder, "[4, 3, 5]", parts);
}

// Of voxels as large as cells the upper half have values of their own, more than are numbered; the lower half are alike.
inline std::string elastic_half_alike(const VoxelFolder& folder) {
  std::vector<float> parts(9 * 8 * 16, 0);
  for (int n = 9 * 8 * 9; n < 9 * 8 * 16; ++n)
    parts[std::size_t(n)] = static_cast<float>(n * 37 % 1009) / 1009;
  return in_voxels(folder, "[9, 8, 16]", parts);
}

inline const char* const plane_case = R"({"system": "advection", "dimension": 2,
  "grid": {"cells": [7, 8]}, "material": {"velocity": [-1, -0.7]}, "initial": {"kind": "sines"},
  "method": {"order": 2, "courant": 0.9}, "time": {"final": 1},
  "receivers": {"points": [[0.1, 0.2], [0.9, 1], [0.4, 0.49]]}, "norms": {"every": 3},
  "snapshots": {"every": 5}})";

}  // namespace hermite::on_ranks
