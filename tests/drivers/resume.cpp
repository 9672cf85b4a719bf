// A run that was stopped and resumed is the run that never was: state and records, bit for bit.
#include "tests/drivers/resume.hpp"

#include <cstdlib>
#include <vector>

#include "hermite/core/format.hpp"
#include "hermite/output/checkpoint.hpp"
#include "tests/drivers/fdtd_runs.hpp"

using namespace hermite;

TEST_CASE("stopped after any step and resumed, a run leaves the same bits") {
  const Workplace place;
  place.write("plane.json", plane_case);
  place.write("line.json", line_case);
  for (const char* run : {"run plane.json --pipeline monolithic",
                          "run plane.json --pipeline two-kernel --precision single",
                          "run line.json --pipeline full-step",
                          "run line.json --pipeline shift --precision single --set "
                          "kernel.layout=node-major"})
    check_resume(place, run, {0, 1, 25, 50, -1});
  // Two states, the second half a step before the first.
  for (const char* run : {"run plane.json --pipeline leapfrog --precision single",
                          "run plane.json --pipeline conservative"})
    check_resume(place, run, {1, -1});
}

TEST_CASE("a case that leaves the pipeline open goes on by that of its checkpoint") {
  const Workplace place;
  place.write("line.json", line_case);
  place.write("plane.json", plane_case);
  // By what the code chooses, from beginning to end.
  check_resume(place, "run line.json", {1, 25});
  check_resume(place, "run plane.json", {25});
  for (const std::string file : {"line.json", "plane.json"}) {
    const std::string run = "run " + file + " --threads 1 --out ";
    REQUIRE(place.call(run + "whole --pipeline monolithic").code == 0);
    REQUIRE(place.call(run + "part --pipeline monolithic --stop-after 9").code == 0);
    const Outcome outcome = place.call(run + "part --resume part/checkpoint.h5");
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    CHECK(contains(outcome.out, "| pipeline  monolithic: "));
    CHECK(place.json("part/manifest.json")["case"]["resolved"]["kernel"]["pipeline"] ==
          "monolithic");
    check_same(place, "whole", "part");
    // One that is named is that of the checkpoint, or refused.
    const Outcome other =
        place.call(run + "b --resume part/checkpoint.h5 --stop-after 10 --pipeline two-kernel");
    CHECK(other.code == 3);
    CHECK(contains(other.error,
                   "kernel.pipeline: the checkpoint has \"monolithic\", the case \"two-kernel\""));
    fs::remove_all(place.folder / "whole");
    fs::remove_all(place.folder / "part");
  }
}

TEST_CASE("a run goes on beyond its end by steps as long, and is the one that was to go there") {
  const Workplace place;
  place.write("plane.json", plane_case);
  place.write("driven.json", driven_maxwell);
  for (const std::string name : {"plane.json", "driven.json"}) {
    CAPTURE(name);
    const std::string run = "run " + name + " --checkpoint-every 1 ";
    REQUIRE(place.call(run + "--out once").code == 0);
    const nlohmann::json row = place.json("once/results.json")["rows"][0];
    const long steps = row["steps"];
    const double final = row["final_time"];
    const auto until = [&](double time, long count) {
      return "--set time.final=" + format("%.17g", time) +
             " --set time.steps=" + std::to_string(count);
    };
    const std::string longer = until(1.5 * final, steps + steps / 2),
                      twice = until(2 * final, 2 * steps);
    REQUIRE(place.call(run + twice + " --out whole").code == 0);
    REQUIRE(place.call(run + twice + " --out more --resume once").code == 0);
    const std::string field = name == "plane.json" ? "final.npy" : "final-Ez.npy";
    CHECK(content(place.folder / "more" / field) == content(place.folder / "whole" / field));
    if (steps % 2 == 0) CHECK(place.call(run + longer + " --out more --resume once").code == 0);
    // Neither by other steps, which the message puts right, nor back in time.
    const Outcome other =
        place.call(run + until(2 * final, 2 * steps + 1) + " --out none --resume once");
    CHECK(other.code == 3);
    CHECK(contains(other.error, "with time.steps=" + std::to_string(2 * steps)));
    const Outcome back =
        place.call(run + until(final / 2, steps - 1) + " --out none --resume once");
    CHECK(back.code == 3);
    CHECK(contains(back.error, "the checkpoint is of that time"));
    CHECK_FALSE(place.has("none"));
  }
}

TEST_CASE("a run goes on with other rows in memory, bit for bit") {
  const Workplace place;
  place.write("plane.json", plane_case);
  const std::string run = "run plane.json --threads 1 --out ";
  REQUIRE(place.call(run + "whole").code == 0);
  REQUIRE(place.call(run + "part --stop-after 5").code == 0);
  const Outcome second = place.call(run + "part --resume part --set kernel.rows=tight");
  CAPTURE(second.error);
  REQUIRE(second.code == 0);
  CHECK(contains(second.out, ", tight rows"));
  check_same(place, "whole", "part");
}

TEST_CASE("a run's folder stands for the checkpoint in it") {
  const Workplace place;
  place.write("line.json", line_case);
  REQUIRE(place.call("run line.json --out a --stop-after 3").code == 0);
  REQUIRE(place.call("run line.json --out b --resume a").code == 0);
  REQUIRE(place.call("run line.json --out c --resume a/checkpoint.h5").code == 0);
  CHECK(content(place.folder / "b/final.npy") == content(place.folder / "c/final.npy"));
  CHECK(
      contains(content(place.folder / "b/manifest.json"), "\"resumed_from\": \"a/checkpoint.h5\""));
  fs::remove(place.folder / "a/checkpoint.h5");
  const Outcome none = place.call("run line.json --out d --resume a");
  CHECK(none.code == 3);
  CHECK(contains(none.error, "a/checkpoint.h5: no such file to resume from"));
}

TEST_CASE("a checkpoint of another case, or none, is refused and nothing is written") {
  const Workplace place;
  place.write("line.json", line_case);
  REQUIRE(place.call("run line.json --out a --stop-after 3").code == 0);
  const auto complaint = [&](const std::string& options) {
    const Outcome outcome = place.call("run line.json --out b --resume " + options);
    CHECK(outcome.code == 3);
    CHECK(lines(outcome.error) == 1);
    CHECK_FALSE(place.has("b"));
    return outcome.error;
  };
  CHECK(contains(complaint("a/checkpoint.h5 --set method.order=1"),
                 "a/checkpoint.h5: method.order: the checkpoint has 2, the case 1"));
  CHECK(contains(complaint("a/checkpoint.h5 --precision single"),
                 "precision: the checkpoint has \"double\", the case \"single\""));
  CHECK(contains(complaint("a/checkpoint.h5 --set material.velocity=-2"), "material.velocity"));
  // Before the checkpoint's pipeline is taken over, which is one of other equations.
  place.write("sound.json", R"({"system": "acoustics", "dimension": 3, "grid": {"cells": 4},
  "material": {"density": 1, "speed": 1}, "initial": {"kind": "plane-wave"}, "method": {"order": 2, "courant": 0.9, "stages": "full"}, "time": {"final": 1}})");
  REQUIRE(place.call("run sound.json --pipeline parity --out sound --stop-after 1").code == 0);
  CHECK(contains(
      complaint("sound/checkpoint.h5"),
      "sound/checkpoint.h5: system: the checkpoint has \"acoustics\", the case \"advection\""));
  CHECK(contains(complaint("a/final.npy"), "is not a checkpoint"));
  CHECK(contains(complaint("nowhere.h5"), "no such file"));
  // What is recorded may change: then it begins here, which a notice says.
  const Outcome outcome =
      place.call("run line.json --out b --resume a/checkpoint.h5 --set receivers.points=[0.5]");
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.error, "receivers.csv begins after step 3"));
  CHECK(content(place.folder / "b/receivers.csv").rfind("step,time,u@1\n4,", 0) == 0);
  // Other points in as many columns are other records too.
  const Outcome moved = place.call(
      "run line.json --out c --resume a/checkpoint.h5 --set receivers.points=[0.25,0.6]");
  CHECK(moved.code == 0);
  CHECK(contains(moved.error, "receivers.csv begins after step 3"));
  CHECK(content(place.folder / "c/receivers.csv").rfind("step,time,u@1,u@2\n4,", 0) == 0);
  const Outcome early = place.call("run line.json --out d --resume a/checkpoint.h5 --stop-after 2");
  CHECK(early.code == 2);
  CHECK(contains(early.error, "a/checkpoint.h5 is at step 3 already"));
  CHECK_FALSE(place.has("d"));
  CHECK(place.call("run line.json --out d --resume a/checkpoint.h5 --stop-after 3").code == 2);
  CHECK(place.call("run line.json --out d --resume a/checkpoint.h5 --stop-after 4").code == 0);
}

TEST_CASE("a run that stops after its last step may be made longer") {
  const Workplace place;
  place.write("line.json", line_case);
  REQUIRE(place.call("run line.json --out whole").code == 0);
  const long steps = place.json("whole/results.json")["rows"][0]["steps"];
  const double end = place.json("whole/results.json")["rows"][0]["final_time"];
  REQUIRE(place.call("run line.json --out part --stop-after " + std::to_string(steps)).code == 0);
  CHECK(content(place.folder / "part/final.npy") == content(place.folder / "whole/final.npy"));
  std::ostringstream longer;
  longer.precision(17);
  longer << " --set time.final=" << 2 * end << " --set time.steps=" << 2 * steps;
  REQUIRE(place.call("run line.json --out b --resume part" + longer.str()).code == 0);
  REQUIRE(place.call("run line.json --out c" + longer.str()).code == 0);
  CHECK(content(place.folder / "b/final.npy") == content(place.folder / "c/final.npy"));
}

TEST_CASE("a run that goes on says from where, and counts the seconds of what went before") {
  const Workplace place;
  place.write("line.json", line_case);
  REQUIRE(place.call("run line.json --out a --stop-after 130").code == 0);
  CHECK_FALSE(place.json("a/manifest.json")["outcome"].contains("resumed_from"));
  const double before = place.json("a/results.json")["rows"][0]["seconds"];
  const Outcome outcome =
      place.call("run line.json --out b --resume a/checkpoint.h5 --stop-after 131");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  CHECK(place.json("b/manifest.json")["outcome"]["resumed_from"] == "a/checkpoint.h5");
  CHECK(place.json("b/results.json")["rows"][0]["seconds"] > before);
}

TEST_CASE("a checkpoint of another version of the program is taken, and a notice says so") {
  const Workplace place;
  place.write("line.json", line_case);
  REQUIRE(place.call("run line.json --threads 1 --out whole").code == 0);
  REQUIRE(place.call("run line.json --threads 1 --out part --stop-after 9").code == 0);
  const CheckpointReader reader((place.folder / "part/checkpoint.h5").string());
  Checkpoint older = reader.content();
  older.program = "0.0.1, commit abc";
  NodalState state;
  state.name = "u";
  state.fields = {"u"};
  state.order = 2;
  state.nodes = {40, 1, 1};
  reader.read(state, [&](const ReadSlice& saved) {
    state.read_slice = saved;
    write_checkpoint((place.folder / "older.h5").string(), older, {state});
  });
  const Outcome outcome = place.call("run line.json --threads 1 --out part --resume older.h5");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  CHECK(lines(outcome.error) == 1);
  CHECK(contains(outcome.error,
                 "notice: the checkpoint was written by version 0.0.1, commit abc; this is " +
                     reader.content().program));
  check_same(place, "whole", "part");
}

TEST_CASE("snapshots that are not where a run goes on are left out of its list") {
  const Workplace place;
  place.write("plane.json", plane_case);
  REQUIRE(place.call("run plane.json --out a --stop-after 25").code == 0);
  const Outcome outcome = place.call("run plane.json --out b --resume a/checkpoint.h5");
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.error, "of 3 steps before the checkpoint"));
  const std::string list = content(place.folder / "b/snapshots.pvd");
  CHECK_FALSE(contains(list, "snapshot-000020"));
  CHECK(contains(list, "snapshot-000030"));
}

TEST_CASE("a signal leaves a checkpoint from which the run goes on") {
  const Workplace place;
  place.write("line.json", line_case);
  for (const char* signal : {"INT", "TERM"}) {
    // Far longer than the three seconds after which the signal comes, by when even a busy machine has
    // begun to step. In the foreground, `timeout` sends it once: a second one would end the run at once.
    const std::string run =
        "run line.json --out out --threads 1 --set grid.cells=2000 "
        "--set norms.every=0 --set receivers.every=100 --set time.final=2000";
    const Outcome first =
        place.call(run, std::string("timeout --foreground -s ") + signal + " --preserve-status 3");
    CAPTURE(first.error);
    REQUIRE(first.code == 130);
    CHECK(contains(first.error, "--resume out/checkpoint.h5"));
    const long steps = place.json("out/manifest.json")["outcome"]["steps"];
    const Outcome second =
        place.call(run + " --resume out/checkpoint.h5 --stop-after " + std::to_string(steps + 100));
    CAPTURE(second.error);
    REQUIRE(second.code == 0);
    CHECK(place.json("out/manifest.json")["outcome"]["steps"] == steps + 100);
    fs::remove_all(place.folder / "out");
  }
}

TEST_CASE("killed at any moment, a run can be resumed from its last checkpoint") {
  const Workplace place;
  place.write("line.json", line_case);
  // A checkpoint every other step: most moments are within the writing of one.
  const std::string run =
      "run line.json --pipeline monolithic --threads 1 --set norms.every=50 --set grid.cells=300 "
      "--set time.final=2 --out ";
  REQUIRE(place.call(run + "whole").code == 0);
  int killed = 0;
  for (int round = 0; round < 20; ++round) {
    const std::string from = place.has("part/checkpoint.h5") ? " --resume part/checkpoint.h5" : "";
    const std::string delay = "0." + std::to_string(100 + (round * 37) % 140);
    const Outcome outcome = place.call(run + "part --checkpoint-every 2" + from,
                                       "timeout --foreground -s KILL --preserve-status " + delay);
    CAPTURE(outcome.error);
    CHECK((outcome.code == 137 || outcome.code == 0));
    killed += outcome.code == 137;
    if (outcome.code == 0) fs::remove_all(place.folder / "part");  // done: once more
  }
  CHECK(killed > 10);
  MESSAGE("killed: ", killed);
  const std::string from = place.has("part/checkpoint.h5") ? " --resume part/checkpoint.h5" : "";
  REQUIRE(place.call(run + "part" + from).code == 0);
  check_same(place, "whole", "part");
}
