// A run on several ranks leaves what one leaves: fields, records and pictures bit for bit, sums to
// rounding errors.
#if HERMITE_MPI_ENABLED
#include <cmath>
#include <csignal>
#include <set>
#include <sstream>

#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

std::string mpirun(int ranks) {
  return "'" HERMITE_MPIEXEC "' --oversubscribe --allow-run-as-root --bind-to none -n " +
         std::to_string(ranks);
}

// The numbers of a CSV file.
std::vector<double> numbers(const std::string& text) {
  std::vector<double> values;
  std::istringstream in(text.substr(text.find('\n') + 1));
  for (std::string word; std::getline(in, word, '\n');) {
    std::istringstream line(word);
    for (std::string cell; std::getline(line, cell, ',');) values.push_back(std::stod(cell));
  }
  return values;
}

void check_same(const Workplace& place, const std::string& a, const std::string& b) {
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
    // The sum of n squares is off by n eps at most, and n is less than 1e5 here.
    for (std::size_t i = 0; i < first.size(); ++i)
      CHECK(std::abs(first[i] - second[i]) <= 1e5 * 2.3e-16 * std::abs(first[i]));
  }
  CHECK(names.size() > 1);
}

// The same case on one rank and on `ranks`, and, stopped half way, from one number to another.
void check_ranks(const std::string& name, const std::string& text,
                 const std::vector<std::string>& options, const std::vector<int>& ranks = {2, 3}) {
  const Workplace place;
  place.write(name, text);
  for (const std::string& option : options) {
    const std::string run = "run " + name + " --threads 1 " + option + " --out ";
    CAPTURE(run);
    fs::remove_all(place.folder / "one");
    const Outcome one = place.call(run + "one");
    CAPTURE(one.error);
    REQUIRE(one.code == 0);
    for (const int n : ranks) {
      CAPTURE(n);
      fs::remove_all(place.folder / "many");
      const Outcome many = place.call(run + "many", mpirun(n));
      CAPTURE(many.error);
      REQUIRE(many.code == 0);
      CHECK(contains(many.out, "waiting for messages"));
      CHECK(place.json("many/manifest.json")["machine"]["ranks"] == n);
      check_same(place, "one", "many");
    }
  }
  // Stopped on three ranks, gone on with on two, on one.
  const long steps = place.json("one/manifest.json")["outcome"]["steps"];
  const std::string run = "run " + name + " --threads 1 " + options.back() + " --out part";
  const std::string stop = " --stop-after ";
  REQUIRE(place.call(run + stop + std::to_string(steps / 3), mpirun(3)).code == 0);
  const std::string resume = run + " --resume part/checkpoint.h5";
  REQUIRE(place.call(resume + stop + std::to_string(steps * 2 / 3), mpirun(2)).code == 0);
  const Outcome last = place.call(resume);
  CAPTURE(last.error);
  REQUIRE(last.code == 0);
  check_same(place, "one", "part");
}

// Receivers between the planes of different ranks, wherever these are cut.
std::string points(int dimension, int planes, double side) {
  std::string text;
  for (int k = 0; k <= 2 * planes; ++k) {
    text += k == 0 ? "[[" : ", [";
    for (int axis = 0; axis < dimension - 1; ++axis) text += "0.3, ";
    text += std::to_string(side * k / (2 * planes)) + "]";
  }
  return text + "]";
}

std::string hermite_case(const std::string& boundary) {
  return R"({"system": "acoustics", "dimension": 3, "grid": {"cells": [5, 6, 9], "boundary": )" +
         boundary + R"(},
  "material": {"density": 1.2, "speed": 1.5},
  "initial": {"kind": "plane-wave", "waves": [1, 1, 2]},
  "method": {"order": 1, "courant": 0.8}, "time": {"final": 0.8},
  "receivers": {"points": )" +
         points(3, 9, 1) + R"(, "every": 2}, "norms": {"every": 4}, "snapshots": {"every": 8}})";
}

std::string maxwell_wave() {
  return R"({"solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": {"cells": [6, 5, 12], "boundary": "periodic"},
  "material": {"permittivity": 1, "permeability": 1},
  "initial": {"kind": "plane-wave", "waves": [1, 2, -1], "polarization": [1, 0, 0]},
  "exact": {"kind": "initial"}, "method": {"courant": 0.9}, "time": {"final": 1},
  "receivers": {"points": )" +
         points(3, 12, 1) + R"(}, "norms": {"every": 3}, "snapshots": {"every": 7}})";
}

// Bodies across the cuts, sources on either side of them; `faces`: the keys boundary and, behind it, cpml.
std::string maxwell_box(const std::string& boundary, const std::string& sections) {
  return R"({"solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": {"cells": [11, 12, 14], "upper": [11, 12, 14], "boundary": )" +
         boundary + R"(},
  "material": {"permittivity": 1, "permeability": 1},
  "objects": {"kind": ["pec", "medium"], "lower": [[3, 3, 4], [6, 3, 1]], "upper": [[5, 5, 6], [9, 9, 11]],
              "permittivity": [1, 4], "conductivity": [0, 0.1]},
  "initial": {"kind": "zero"}, "exact": {"kind": "none"}, "method": {"courant": 0.99},
  "time": {"final": 20}, )" +
         sections + R"(, "receivers": {"points": )" + points(3, 14, 14) +
         R"(, "every": 2}, "snapshots": {"every": 20}})";
}

const char* const layers = R"("cpml": {"lower": 3, "upper": [3, 2, 4], "order": 3,
  "alpha_order": 1, "sigma_max": 0.75, "kappa_max": 15, "alpha_max": 0.05}, )";
const char* const currents = R"("sources": {"points": [[5, 5, 6.5], [6, 6, 5], [4, 7, 9]],
  "fields": ["Ez", "Ex", "Ey"], "waveform": "gaussian", "width": 2, "delay": 6})";
const char* const incident = R"("incident": {"direction": "+z", "polarization": "Ex",
  "lower": [2, 2, 3], "upper": [9, 10, 11], "waveform": "gaussian", "width": 2, "delay": 6})";

// `in_plane`: 2-D, else 3-D.
std::string elastic_box(bool in_plane) {
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
  "time": {"final": 16}, "snapshots": {"every": 20}, "receivers": {"points": )" +
         points(in_plane ? 2 : 3, in_plane ? 26 : 22, in_plane ? 26 : 22) + "}}";
}

std::string elastic_wave() {
  return R"({"solver": "fdtd", "system": "elastic", "dimension": 3,
  "grid": {"cells": [8, 7, 15], "boundary": "periodic"},
  "material": {"density": 1, "p_speed": 1, "s_speed": 0.577},
  "initial": {"kind": "plane-wave", "mode": "S", "waves": [1, 2, -1], "polarization": [1, 0, 0]},
  "exact": {"kind": "initial"}, "method": {"courant": 0.8}, "time": {"final": 1},
  "norms": {"every": 5}, "receivers": {"points": )" +
         points(3, 15, 1) + "}}";
}

const char* const plane_case = R"({"system": "advection", "dimension": 2,
  "grid": {"cells": [7, 8]}, "material": {"velocity": [-1, -0.7]}, "initial": {"kind": "sines"},
  "method": {"order": 2, "courant": 0.9}, "time": {"final": 1},
  "receivers": {"points": [[0.1, 0.2], [0.9, 1], [0.4, 0.49]]}, "norms": {"every": 3},
  "snapshots": {"every": 5}})";

}  // namespace

TEST_CASE("Hermite on several ranks, periodic and between walls") {
  check_ranks("periodic.json", hermite_case(R"("periodic")"),
              {"--pipeline two-kernel", "--pipeline two-kernel --set kernel.slab=2",
               "--pipeline leapfrog", "--pipeline parity", "--pipeline conservative",
               "--precision single", "--pipeline monolithic"});
  check_ranks("walls.json", hermite_case(R"("rigid")"),
              {"--pipeline two-kernel", "--pipeline leapfrog", "--pipeline conservative",
               "--pipeline monolithic --precision single"});
}

TEST_CASE("Hermite in the plane on several ranks: shift, full step, both layouts") {
  check_ranks("plane.json", plane_case,
              {"--pipeline shift", "--pipeline full-step",
               "--pipeline full-step --set kernel.layout=node-major", "--pipeline monolithic"});
}

TEST_CASE("Yee's scheme on several ranks: waves, layers, walls, sources") {
  check_ranks("wave.json", maxwell_wave(), {"", "--set kernel.variant=march --precision single"});
  check_ranks(
      "layers.json", maxwell_box(R"("pec")", std::string(layers) + currents),
      {"--set kernel.variant=march", "--set kernel.variant=tile", "--set cpml.kernels=regions",
       "--set cpml.kernels=faces", "--set kernel.coefficients=arrays", "--precision single"});
  check_ranks("mur.json", maxwell_box(R"("mur")", currents), {""});
  check_ranks("walls.json", maxwell_box(R"(["pec", "pmc", "pmc,pec"])", currents),
              {"--set kernel.variant=march", ""});
  check_ranks("incident.json", maxwell_box(R"("pec")", incident), {""});
}

TEST_CASE(
    "elastic finite differences on several ranks: free surfaces, layers, moments, the plane") {
  check_ranks("wave.json", elastic_wave(), {"", "--set kernel.variant=march --precision single"},
              {2, 3});
  check_ranks("box.json", elastic_box(false),
              {"--set kernel.variant=march", "--set free_surface.operators=imaging", ""});
  check_ranks("plane.json", elastic_box(true), {""}, {2, 3});
}

TEST_CASE("what several ranks cannot do is refused once, before anything is written") {
  const Workplace place;
  place.write("box.json", hermite_case(R"("periodic")"));
  const auto complaint = [&](const std::string& arguments, int ranks, int code) {
    const Outcome outcome = place.call(arguments, mpirun(ranks));
    CAPTURE(arguments);
    CAPTURE(outcome.error);
    CHECK(outcome.code == code);
    CHECK_FALSE(place.has("results"));
    const std::size_t found = outcome.error.find("hermite: ");
    CHECK(outcome.error.find("hermite: ", found + 1) == std::string::npos);
    return outcome.error;
  };
  CHECK(contains(complaint("run box.json --set grid.cells=[5,6,3]", 2, 3),
                 "3 planes along the last direction for 2 ranks, allowed at least 2 for each"));
  CHECK(contains(complaint("run good.json", 2, 3), "1-D problems on several ranks"));
  CHECK(contains(complaint("converge good.json --orders 1 --cells 8,16", 2, 2),
                 "found 2 ranks, allowed 1: only run works on several"));
  CHECK(contains(complaint("run box.json --set method.courant=3", 2, 3), "method.courant"));
  CHECK(contains(complaint("run box.json --device cuda", 2, 4), "--device: found cuda"));
}

TEST_CASE("a rank that is killed ends the run, and the last checkpoint is whole") {
  const Workplace place;
  place.write("box.json", hermite_case(R"("periodic")"));
  const std::string run =
      "run box.json --threads 1 --out out --checkpoint-every 50 --set time.final=100000 "
      "--set norms.every=0 --set snapshots.every=0 --set receivers.every=1000";
  // Three seconds after the start the second rank kills itself.
  const Outcome outcome = place.call(run, mpirun(1) + " '" HERMITE_COMMAND "' " + run +
                                              " : --bind-to none -n 1 "
                                              "timeout -s KILL 3");
  CAPTURE(outcome.error);
  CHECK(outcome.code != 0);
  CHECK(contains(outcome.error, "rank 1 does not answer any more"));
  CHECK(contains(outcome.error, "go on with --resume out/checkpoint.h5"));
  REQUIRE(place.has("out/checkpoint.h5"));
  // Its step is in the refusal to stop before it.
  const std::string resume = run + " --resume out/checkpoint.h5 --stop-after ";
  const std::string early = place.call(resume + "0").error;
  const std::string marker = "is at step ";
  REQUIRE(contains(early, marker));
  const long step = std::stol(early.substr(early.find(marker) + marker.size()));
  CHECK(step % 50 == 0);
  const Outcome resumed = place.call(resume + std::to_string(step + 10));
  CAPTURE(resumed.error);
  CHECK(resumed.code == 0);
}
#endif
