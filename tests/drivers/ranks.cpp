// A run on several ranks leaves what one leaves: fields, records and pictures bit for bit, sums to
// rounding errors.
#if HERMITE_MPI_ENABLED
#include <csignal>
#include <cmath>
#include <set>
#include <sstream>

#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

std::string mpirun(int ranks) {
  return "mpirun --oversubscribe --allow-run-as-root --bind-to none -n " + std::to_string(ranks);
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
               "--precision single --set kernel.layout=node-major", "--pipeline monolithic"});
  check_ranks("walls.json", hermite_case(R"("rigid")"),
              {"--pipeline two-kernel", "--pipeline leapfrog", "--pipeline conservative",
               "--pipeline monolithic --precision single"});
}

TEST_CASE("Hermite in the plane on several ranks: shift, full step, both layouts") {
  check_ranks("plane.json", plane_case,
              {"--pipeline shift", "--pipeline full-step",
               "--pipeline full-step --set kernel.layout=node-major", "--pipeline monolithic"});
}
#endif
