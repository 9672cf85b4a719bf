// hermite compare as a user calls it: orders, marks, plots, methods; what it refuses.
#include <cmath>
#include <vector>

#include "drivers/compare/points.hpp"
#include "tests/drivers/compare_runs.hpp"

using namespace hermite;

TEST_CASE("compare: 4 times an odd number of cells have the points among their nodes") {
  for (const int cells : {4, 12, 20, 252}) CHECK(has_compared_nodes(cells));
  for (const int cells : {8, 10, 13, 16, 24}) CHECK_FALSE(has_compared_nodes(cells));
}

TEST_CASE("compare: orders, marks and plots of a wave, periodic and between walls") {
  for (const std::string boundary : {"periodic", "pec"}) {
    CAPTURE(boundary);
    const WavePlace place(boundary);
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
          // Six times at most, of which the first warms up.
          CHECK(run.at("samples").size() <= 5);
        }
      }
    // Each mark is that of a run below its tolerance, or says that it is none.
    CHECK(results.at("marks").size() == 3 * 3 * 3);
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
    CHECK(contains(outcome.out, "error below 1e-05"));
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
    // The record alone leads to the same marks, whatever was made of them.
    nlohmann::json spoilt = place.json("out/compare.json");
    CHECK(spoilt.at("marks") == results.at("marks"));
    for (nlohmann::json& mark : spoilt.at("marks")) mark.at("value") = 0;
    place.write("spoilt.json", spoilt.dump());
    CHECK(place.call("compare marks spoilt.json").code == 0);
    CHECK(place.json("spoilt.json").at("marks") == results.at("marks"));
    CHECK(place.json("spoilt.json").at("runs") == results.at("runs"));
  }
}

TEST_CASE("compare marks refuses what is no record, and leaves it as it is") {
  const WavePlace place;
  const std::string before = content(place.folder / "wave.json");
  const Outcome outcome = place.call("compare marks wave.json");
  CHECK(outcome.code == 3);
  CHECK(contains(outcome.error, "wave.json: schema: found"));
  CHECK(contains(outcome.error, "a compare.json of hermite compare"));
  CHECK(content(place.folder / "wave.json") == before);
  place.write("part.json", R"({ "schema": "hermite-compare-1" })");
  const Outcome part = place.call("compare marks part.json");
  CHECK(part.code == 3);
  CHECK(contains(part.error, "part.json: is not whole"));
}

TEST_CASE("compare: as long as finer grids are better, none is at round-off, however small") {
  const WavePlace place;
  // Errors 5.4e-11 and 6.6e-14, of order 13; what is taken for round-off there is below 1.6e-13.
  const Outcome outcome = place.call(
      "compare wave.json --threads 1 --orders 6 --courants .9 --periods .1 --cells 3,5 "
      "--fdtd-cells 12 --precision double --tolerances 1e-14 --out out");
  CAPTURE(outcome.out);
  REQUIRE(outcome.code == 0);
  CHECK_FALSE(contains(outcome.out, "at round-off"));
  const nlohmann::json marks = place.json("out/compare.json").at("marks");
  REQUIRE(marks.size() == 3);  // by seconds, memory, degrees of freedom
  for (const nlohmann::json& mark : marks) CHECK(mark.at("method") == "Hermite N=6");
}

TEST_CASE("compare: double precision is not run where single leads to all that is asked for") {
  const WavePlace place;
  const Outcome outcome = place.call(
      "compare wave.json --threads 1 --orders 1 --courants .9 --periods 1 --cells 4,8 "
      "--fdtd-cells 12,20 --tolerances .1,1e-2 --out out");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  CHECK(
      contains(outcome.out, "Hermite N=1, double: single precision leads to all errors asked for"));
  const nlohmann::json results = place.json("out/compare.json");
  CHECK(results.at("complete") == true);
  CHECK(results.at("runs").size() == 4);
  for (const nlohmann::json& run : results.at("runs")) CHECK(run.at("precision") == "single");
}

TEST_CASE(
    "compare: what the case says for Hermite holds for Hermite alone; another case begins anew") {
  const WavePlace place;
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
  const WavePlace place;
  const Outcome outcome = place.call(
      "compare wave.json --threads 1 --orders 1 --courants .9 --sweeps 1,2 --periods 1 --cells 4 "
      "--fdtd-cells 36 --precision double --out out");
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

TEST_CASE("compare refuses what cannot be, before the first step") {
  const WavePlace place;
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
           {"wave.json --sweeps 3", 2, {"--sweeps"}},
           {"wave.json --set kernel.steps_per_sweep=2",
            2,
            {"--set kernel.steps_per_sweep", "--sweeps"}},
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
           {"wave.json --out /proc/nowhere", 4, {"/proc/nowhere"}}})
    check_refused(place, "compare " + bad.arguments, bad.code, bad.parts);
}
