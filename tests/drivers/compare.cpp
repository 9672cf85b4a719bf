// hermite compare as a user calls it: orders, marks, plot; that it goes on; what it refuses.
#include <algorithm>
#include <cmath>
#include <vector>

#include "drivers/compare_points.hpp"
#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

const char* const wave = R"({
  "solver": "hermite", "system": "maxwell", "dimension": 3,
  "grid": { "cells": 4, "boundary": "BOUNDARY" },
  "material": { "permittivity": 1, "permeability": 1 },
  "initial": { "kind": "plane-wave", "waves": [1, 0, 1], "phase": 0.25, "polarization": [0, 1, 0] },
  "method": { "order": 1, "courant": 0.9 },
  "time": { "final": 1 }
})";

std::string wave_between(const std::string& boundary) {
  std::string text = wave;
  return text.replace(text.find("BOUNDARY"), 8, boundary);
}

// The first one; null where there is none.
nlohmann::json run_of(const nlohmann::json& results, const std::string& method) {
  const nlohmann::json& runs = results.at("runs");
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const nlohmann::json& run) {
    return run.at("method") == method;
  });
  return found == runs.end() ? nlohmann::json() : *found;
}

const std::string tiny =
    "compare wave.json --threads 1 --orders 1 --courants .5,.99 --periods 1 --cells 4,8,16 "
    "--fdtd-cells 12,20,28 --tolerances .1,1e-3 --out out ";

}  // namespace

TEST_CASE("compare: 4 times an odd number of cells have the points among their nodes") {
  for (const int cells : {4, 12, 20, 252}) CHECK(has_compared_nodes(cells));
  for (const int cells : {8, 10, 13, 16, 24}) CHECK_FALSE(has_compared_nodes(cells));
}

TEST_CASE("compare: orders, marks and plots of a wave, periodic and between walls") {
  for (const std::string boundary : {"periodic", "pec"}) {
    CAPTURE(boundary);
    const Workplace place;
    place.write("wave.json", wave_between(boundary));
    const bool both = boundary == "periodic";  // precisions
    const std::string command = tiny + (both ? "" : "--precision double");
    const Outcome outcome = place.call(command);
    CAPTURE(outcome.out);
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    const nlohmann::json results = place.json("out/compare.json");
    CHECK(results.at("schema") == "hermite-compare-1");
    CHECK(results.at("complete") == true);
    CHECK(results.at("compared").at("fields") == nlohmann::json({"Ex", "Ey", "Ez"}));
    for (const std::string& precision :
         std::vector<std::string>{"double", both ? "single" : "double"})
      for (const std::string method : {"Hermite N=1", "FDTD CFL .99", "FDTD CFL .5"}) {
        CAPTURE(method);
        std::vector<nlohmann::json> runs;
        for (const nlohmann::json& run : results.at("runs"))
          if (run.at("method") == method && run.at("precision") == precision) runs.push_back(run);
        REQUIRE(runs.size() == 3);
        const double rate = std::log(runs[1].at("error_max").get<double>() /
                                     runs[2].at("error_max").get<double>()) /
                            std::log(runs[1].at("h").get<double>() / runs[2].at("h").get<double>());
        // As for `hermite converge` (verdict.hpp), on grids as coarse as these.
        CHECK(std::abs(rate - (method == "Hermite N=1" ? 3 : 2)) < 0.3);
        for (const nlohmann::json& run : runs) {
          CHECK(run.at("final_time") == runs[0].at("final_time"));
          CHECK(run.at("seconds") > 0);
          CHECK(run.at("bytes") > run.at("dof"));
          CHECK(run.at("samples").size() >= 1);
        }
      }
    // Each mark is that of a run below its tolerance, or says that it is none.
    CHECK(results.at("marks").size() == 3 * 2 * 3);
    for (const nlohmann::json& mark : results.at("marks")) {
      CAPTURE(mark.dump());
      bool found = false;
      for (const nlohmann::json& run : results.at("runs"))
        found = found || (run.at("method") == mark.at("method") &&
                          run.at("precision") == mark.at("precision") &&
                          run.at(mark.at("measure").get<std::string>()) == mark.at("value") &&
                          run.at("error_max") < mark.at("tolerance"));
      CHECK(found != mark.at("extrapolated").get<bool>());
    }
    CHECK(contains(outcome.out, "error below 0.001"));
    CHECK(contains(outcome.out, "is cheapest"));
    if (contains(outcome.out, "\nplots: "))
      for (const char* file :
           {"comparison-seconds.png", "comparison-bytes.svg", "comparison-dof.png"})
        CHECK(place.has(std::string("out/") + file));
    else
      CHECK(contains(outcome.out, "python3-matplotlib"));

    // The same command again runs nothing: its times are the same.
    const Outcome again = place.call(command);
    CHECK(again.code == 0);
    CHECK(contains(again.out, both ? "going on after 18 runs" : "going on after 9 runs"));
    CHECK(place.json("out/compare.json").at("runs") == results.at("runs"));
  }
}

TEST_CASE(
    "compare: what the case says for Hermite holds for Hermite alone; another case begins anew") {
  const Workplace place;
  place.write("wave.json", wave_between("periodic"));
  const std::string few =
      "compare wave.json --orders 2 --courants .9 --periods 1 --cells 4,6 --fdtd-cells 12,20 "
      "--precision double --threads 1 --out out ";
  REQUIRE(place.call(few + "--pipeline parity --set solver=fdtd --set method.stages=full").code ==
          0);
  for (const nlohmann::json& run : place.json("out/compare.json").at("runs"))
    CHECK(run.at("pipeline") == (run.at("solver") == "fdtd" ? "yee" : "parity"));
  const Outcome other = place.call(few);
  CHECK(other.code == 0);
  CHECK(contains(other.error, "set aside"));
  CHECK(place.has("out/compare.json.old"));
  // What is set aside later does not take its place.
  const std::string first = content(place.folder / "out/compare.json.old");
  place.write("out/compare.json", "{}");
  CHECK(contains(place.call(few + "--budget 1e-9").error, "compare.json.old2"));
  CHECK(content(place.folder / "out/compare.json.old") == first);
}

TEST_CASE("compare: two steps in a sweep of the fields are a method of their own, as good as one") {
  const Workplace place;
  place.write("wave.json", wave_between("periodic"));
  const Outcome outcome = place.call(
      "compare wave.json --orders 1 --courants .9 --sweeps 1,2 --periods 1 --cells 4 --fdtd-cells "
      "36 "
      "--precision double --threads 1 --out out");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const nlohmann::json results = place.json("out/compare.json"),
                       one = run_of(results, "FDTD CFL .9"),
                       two = run_of(results, "FDTD CFL .9, pairs");
  CHECK(one.at("error_max") == two.at("error_max"));
  CHECK(one.at("bytes").get<double>() * 1.5 < two.at("bytes").get<double>());
  const Outcome three = place.call("compare wave.json --sweeps 3 --out out");
  CHECK(three.code != 0);
  CHECK(contains(three.error, "--sweeps"));
}

TEST_CASE(
    "compare: elastic waves, at Courant numbers that their scheme has; a coarse grid may be "
    "lucky") {
  const Workplace place;
  place.write("wave.json", R"({
    "solver": "hermite", "system": "elastic", "dimension": 2,
    "grid": { "cells": 4, "boundary": "periodic" },
    "material": { "density": 1, "p_speed": 2, "s_speed": 1 },
    "initial": { "kind": "plane-wave", "mode": "S", "waves": [1, 2] },
    "method": { "order": 1, "courant": 0.9 },
    "time": { "final": 1 }
  })");
  const Outcome outcome = place.call(
      "compare wave.json --threads 1 --orders 2 --periods 1 --cells 4,8 --precision double "
      "--fdtd-cells 12,20,28,36,44,52,60,76,92 --tolerances 1e-2,1e-9 --out out");
  CAPTURE(outcome.out);
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const nlohmann::json results = place.json("out/compare.json");
  CHECK(results.at("compared").at("fields") == nlohmann::json({"vx", "vy"}));
  // Second order in time shows on the finest grids, whatever the coarse ones did.
  for (const std::string method : {"FDTD CFL .85", "FDTD CFL .5"}) {
    CAPTURE(method);
    std::vector<double> errors;
    for (const nlohmann::json& run : results.at("runs"))
      if (run.at("method") == method) errors.push_back(run.at("error_max"));
    REQUIRE(errors.size() == 9);
    // As for `hermite converge` (verdict.hpp).
    CHECK(std::abs(std::log(errors[7] / errors[8]) / std::log(92.0 / 76) - 2) < 0.3);
  }
  CHECK(contains(outcome.out, "error below 0.01: FDTD CFL .85 is cheapest") !=
        contains(outcome.out, "error below 0.01: Hermite N=2 is cheapest"));
}

TEST_CASE("compare: a method that reaches no tolerance is named, and why") {
  const Workplace place;
  place.write("wave.json", wave_between("periodic"));
  const Outcome outcome = place.call(
      "compare wave.json --threads 1 --orders 1 --courants .5 --periods 1 --cells 4,8 "
      "--fdtd-cells 12 --precision double --tolerances 1e-9 --out out");
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.out, "error below 1e-09: FDTD CFL .5 has no run, and it takes two"));
  const Outcome none = place.call(
      "compare wave.json --threads 1 --orders 1,2 --periods 1,2 --budget 1e-9 --out none");
  CAPTURE(none.out);
  CHECK(contains(none.out,
                 "1 period, error below 0.01: Hermite N=1, Hermite N=2, FDTD CFL .99, FDTD CFL .5 "
                 "have no run, and not all was run"));
  CHECK(lines(none.out) == 2 + 2 * 3 + 3);  // head, tolerances, results
}

TEST_CASE("compare: a method that this machine cannot run is told, and the others are run") {
  const Workplace place;
  place.write("wave.json", wave_between("periodic"));
  const Outcome outcome =
      place.call(tiny + "--precision single --device host --set kernel.variant=registers");
  CAPTURE(outcome.out);
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const nlohmann::json results = place.json("out/compare.json");
  int staggered = 0;
  for (const nlohmann::json& run : results.at("runs"))
    if (run.at("method") == "Hermite N=1")
      CHECK(contains(run.at("skipped").get<std::string>(), "kernel.variant"));
    else
      staggered += run.contains("error_max") ? 1 : 0;
  CHECK(staggered == 6);
  // What is asked for beside is added to what is there.
  const std::string more =
      "compare wave.json --threads 1 --orders 1 --courants .7 --periods 1 --cells 4 --fdtd-cells "
      "12 --precision single --set kernel.variant=registers --out out";
  const Outcome again = place.call(more);
  CHECK(again.code == 0);
  CHECK_FALSE(contains(again.error, "set aside"));
  CHECK(place.json("out/compare.json").at("runs").size() == 1 + 6 + 1);
}

TEST_CASE("compare: runs that take too long are not run, nor made shorter") {
  const Workplace place;
  place.write("wave.json", wave_between("periodic"));
  // So slow that there are steps enough to tell the pace.
  const std::string slow =
      "compare wave.json --threads 1 --orders 1 --set method.courant=.1 --courants .1 --periods 1 "
      "--cells 8,12 --fdtd-cells 12,20 --precision double ";
  const Outcome none = place.call(slow + "--limit 1e-9 --out out");
  CHECK(none.code == 4);
  CHECK(contains(none.out, "not run: would take"));
  CHECK(contains(none.error, "--limit"));
  const nlohmann::json results = place.json("out/compare.json");
  CHECK(results.at("marks").empty());
  CHECK(results.at("runs").size() == 2);  // no finer ones
  for (const nlohmann::json& run : results.at("runs")) CHECK(run.value("predicted", 0.0) > 1e-9);
  // With more time they are.
  REQUIRE(place.call(slow + "--out out").code == 0);
  for (const nlohmann::json& run : place.json("out/compare.json").at("runs"))
    CHECK(run.value("steps", 0) > 40);
  // A budget that is spent leaves the rest to the next call.
  const Outcome stopped = place.call(slow + "--budget 1e-9 --out other");
  CHECK(stopped.code == 4);
  CHECK(contains(stopped.out, "the same command goes on"));
  REQUIRE(place.has("other/compare.json"));
  CHECK(place.json("other/compare.json").at("complete") == false);
}

TEST_CASE("compare: a method that could take the whole budget leaves the others their part") {
  const Workplace place;
  place.write("wave.json", wave_between("periodic"));
  // Hermite's grids are many, each cheaper than the next method's one: it would go on until too little is left.
  std::string cells = "8";
  for (int n = 9; n <= 32; ++n) cells += "," + std::to_string(n);
  const std::string command =
      "compare wave.json --threads 1 --orders 1 --courants .5,.99 --periods 10 --fdtd-cells 44 "
      "--tolerances 1e-12 --precision double ";
  REQUIRE(place.call(command + "--cells 8 --out pace").code == 0);
  const double pace = run_of(place.json("pace/compare.json"), "FDTD CFL .5").at("seconds");
  const Outcome outcome = place.call(command + "--cells " + cells + " --budget " +
                                     std::to_string(24 * pace) + " --out out");
  CAPTURE(outcome.out);
  REQUIRE(outcome.code == 0);
  const nlohmann::json results = place.json("out/compare.json");
  CHECK(results.at("complete") == false);
  for (const std::string method : {"Hermite N=1", "FDTD CFL .99", "FDTD CFL .5"}) {
    CAPTURE(method);
    CHECK(run_of(results, method).is_object());
  }
}

TEST_CASE("compare: a signal ends it cleanly, and the same command goes on") {
  const Workplace place;
  place.write("wave.json", wave_between("periodic"));
  // Far longer than the three seconds after which the signal comes (as in resume.cpp).
  const std::string command =
      "compare wave.json --threads 1 --orders 1 --courants .5 --periods 1,1000 --cells 4 "
      "--fdtd-cells 12,100 --precision double --out out";
  const Outcome outcome = place.call(command, "timeout --foreground -s INT --preserve-status 3");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 130);
  CHECK(contains(outcome.error, "the same command goes on with out/compare.json"));
  REQUIRE(place.has("out/compare.json"));
  CHECK(place.json("out/compare.json").at("runs").size() >= 2);
  CHECK(place.json("out/compare.json").at("complete") == false);
}

TEST_CASE("compare refuses what cannot be, before the first step") {
  const Workplace place;
  place.write("wave.json", wave_between("periodic"));
  struct Bad {
    std::string arguments;
    int code;
    std::vector<std::string> parts;
  };
  for (const Bad& bad : std::vector<Bad>{
           {"", 2, {"compare", "give a case", "plane wave", "compare-cavity.json"}},
           {"absent.json", 3, {"absent.json"}},
           {"good.json", 3, {"system", "advection", "\"maxwell\" or \"elastic\": compare"}},
           {"wave.json --orders 1,x", 2, {"--orders"}},
           {"wave.json --orders 12", 3, {"--orders", "method.order", "found 12"}},
           {"wave.json --courants 1.1", 3, {"--courants", "1.1", "at most 1"}},
           {"wave.json --courants 0", 2, {"--courants", "greater than 0"}},
           {"wave.json --periods -1", 2, {"--periods", "greater than 0"}},
           {"wave.json --cells 0", 2, {"--cells"}},
           {"wave.json --fdtd-cells 12,32", 3, {"--fdtd-cells", "found 32", "28 or 36"}},
           {"wave.json --tolerances 0", 2, {"--tolerances", "greater than 0"}},
           {"wave.json --limit 0", 2, {"--limit", "greater than 0"}},
           {"wave.json --budget soon", 2, {"--budget", "found soon"}},
           {"wave.json --precision half", 3, {"--precision", "half"}},
           {"wave.json --device cuda:7", 4, {"--device", "cuda:7"}},
           {"wave.json --set dimension=2 --set initial.polarization=[] --set initial.waves=1",
            3,
            {"dimension", "3 with the solver fdtd"}},
           {"wave.json --set initial.kind=gaussian --set exact.kind=none", 3, {"plane-wave"}},
           {"wave.json --set grid.cells=8", 2, {"--set grid.cells", "--cells"}},
           {"wave.json --set time.final=1", 2, {"--set time.final", "--periods"}},
           {"wave.json --set exact.kind=none", 3, {"exact.kind", "initial"}},
           {"wave.json --set initial.amplitude=0", 3, {"initial", "0"}},
           {"wave.json --set conductivity.electric=1", 3, {"conductivity"}},
           {"wave.json --out /proc/nowhere", 4, {"/proc/nowhere"}}}) {
    CAPTURE(bad.arguments);
    const Outcome outcome = place.call("compare " + bad.arguments);
    CAPTURE(outcome.error);
    CHECK(outcome.code == bad.code);
    CHECK(lines(outcome.error) == 1);
    for (const std::string& part : bad.parts) {
      CAPTURE(part);
      CHECK(contains(outcome.error, part));
    }
    CHECK_FALSE(place.has("results"));
  }
}
