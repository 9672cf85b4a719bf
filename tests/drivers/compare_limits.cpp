// hermite compare where not all can be run: tolerances out of reach, what a machine lacks, limits of time, signals; that it
// goes on.
#include <vector>

#include "tests/drivers/compare_runs.hpp"

using namespace hermite;

TEST_CASE("compare: a method that reaches no tolerance is named, and why") {
  const WavePlace place;
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

TEST_CASE(
    "compare: single precision is not asked for less than counts, and where it has none says why") {
  const WavePlace place;
  const std::string few =
      "compare wave.json --threads 1 --orders 1 --courants .9 --periods 1 --cells 4 --fdtd-cells "
      "12 ";
  const Outcome refused = place.call(few + "--precision single --tolerances 1e-5,1e-6 --out no");
  CHECK(refused.code == 2);
  CHECK(contains(refused.error, "all --tolerances are below 0.0001"));
  CHECK_FALSE(place.has("no"));
  // Of both precisions double alone is run.
  REQUIRE(place.call(few + "--tolerances 1e-5 --out double").code == 0);
  for (const nlohmann::json& run : place.json("double/compare.json").at("runs"))
    CHECK(run.at("precision") == "double");
  const Outcome some = place.call(few + "--precision single --tolerances 1e-1,1e-6 --out single");
  CHECK(contains(some.out,
                 "below 1e-06: Hermite N=1, FDTD CFL .9 have no run, and single precision "
                 "does not count below 0.0001"));
  CHECK(place.call(few + "--tolerances 1e-300 --out no").code == 2);
  CHECK(
      contains(place.call(few + "--courants .8,.80000001 --out no").error, "differ in six digits"));
}

TEST_CASE(
    "compare: few steps are within the limit too, and no winner is named for good before all is "
    "run") {
  const WavePlace place;
  const std::string few =
      "compare wave.json --threads 1 --orders 1 --courants .9 --cells 4,8 --fdtd-cells 12,20 "
      "--precision double --tolerances .5 ";
  // Three steps.
  const Outcome slow = place.call(few + "--periods .1 --limit 1e-9 --out slow");
  CHECK(slow.code == 4);
  for (const nlohmann::json& run : place.json("slow/compare.json").at("runs"))
    CHECK(contains(run.at("skipped").get<std::string>(), "would take"));
  const Outcome all = place.call(few + "--periods 1 --out all");
  CHECK(contains(all.out, "is cheapest"));
  CHECK_FALSE(contains(all.out, "not all was run"));
}

TEST_CASE("compare: a method that this machine cannot run is told, and the others are run") {
  const WavePlace place;
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
  const WavePlace place;
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
  const WavePlace place;
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
  const WavePlace place;
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
