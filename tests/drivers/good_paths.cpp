// What each subcommand prints and leaves when all is well.
#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <vector>

#include "hermite/output/npy.hpp"
#include "tests/approx.hpp"
#include "tests/drivers/command.hpp"

using namespace hermite;

TEST_CASE("data of a file that contradict a wall are told of") {
  const Workplace place;
  const std::string box = "acoustic.json";
  place.write(box, R"({"solver": "hermite", "system": "acoustics", "dimension": 2,
    "grid": {"cells": [8, 6], "boundary": ["pressure-release", "rigid"]}, "material": {"density": 1000, "speed": 1500},
    "initial": {"kind": "plane-wave", "waves": [1, 2]}, "exact": {"kind": "none"}, "method": {"order": 1, "stages": "full"},
    "time": {"final": 0.0001}})");
  REQUIRE(place.call("run " + box + " --pipeline monolithic --out first").code == 0);
  const std::string again =
      "check " + box + " --pipeline monolithic --set initial.kind=file --set initial.path=";
  const Outcome good = place.call(again + "first/final.npy");
  CAPTURE(good.error);
  CHECK(good.code == 0);
  CHECK_FALSE(contains(good.error, "contradict"));
  NpyArray data = read_npy((place.folder / "first/final.npy").string());
  // v is 1.5e6 times smaller than p: its y-component on the lower wall along y, in the fourth column.
  double largest = 0;
  for (std::size_t n = 2 * 63 * 4; n < data.values.size(); ++n)
    largest = std::max(largest, std::abs(data.values[n]));
  data.values[(2 * 63 + 3) * 4] += largest / 1e5;  // ten times what is let pass
  write_npy((place.folder / "other.npy").string(), data.shape, data.values.data());
  const Outcome bad = place.call(again + "other.npy");
  CHECK(bad.code == 0);
  CHECK(contains(bad.error, "initial.path: [2, 0, 3, 0, 0] is "));
  CHECK(contains(bad.error, "the wall below in direction 2"));
  data.values[(2 * 63 + 6 * 9 + 3) * 4] = data.values[(2 * 63 + 3) * 4];
  data.values[(2 * 63 + 3) * 4] = 0;
  write_npy((place.folder / "above.npy").string(), data.shape, data.values.data());
  const Outcome above = place.call(again + "above.npy");
  CHECK(contains(above.error, "initial.path: [2, 6, 3, 0, 0] is "));
  CHECK(contains(above.error, "the wall above in direction 2"));
}

TEST_CASE("converge shows the orders 2N+1 in one dimension") {
  const Workplace place;
  const Outcome outcome = place.call(
      "converge good.json --orders 1,2,3 --cells 8,16,32 --set method.courant=0.5 --json "
      "rows.json");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.out, "expected"));
  for (const char* text : {"expected 3: verified", "expected 5: verified", "expected 7: verified"})
    CHECK(contains(outcome.out, text));
  const nlohmann::json results = place.json("rows.json");
  CHECK(results == place.json("results/good/converge/convergence.json"));
  REQUIRE(results["rows"].size() == 9);
  // Known errors of this study, given to seven digits.
  const double known[] = {2.402757e-2, 3.159283e-3, 4.002408e-4, 1.025052e-4, 3.234501e-6,
                          1.012844e-7, 2.923487e-7, 2.341912e-9, 1.841025e-11};
  for (std::size_t i = 0; i < 9; ++i) {
    const double error = results["rows"][i]["error_max"];
    CHECK(std::abs(error - known[i]) <= std::max(5e-7 * known[i], 5e-15));
  }
  const nlohmann::json& row = results["rows"][5];
  CHECK(row["order"] == 2);
  CHECK(row["cells"] == 32);
  CHECK(row["steps"] == 64);
  CHECK(row["stages"] == 5);
  CHECK(row["dof"] == 96);
  CHECK(row["bytes"] >= 96 * 8);
  CHECK(row["final_time"] == 1.0);
  CHECK(row["device"] == "host");
  CHECK(row["pipeline"] == "full-step");
}

TEST_CASE("converge ends with exit code 6 where the order is lost, and keeps its rows") {
  const Workplace place;
  // Two grids far too coarse for the wave.
  const Outcome outcome =
      place.call("converge good.json --orders 2 --cells 8,16 --set initial.waves=7 --out out");
  CHECK(outcome.code == 6);
  CHECK(contains(outcome.out, "NOT within"));
  CHECK(contains(outcome.error, "N = 2"));
  CHECK(place.json("out/convergence.json")["rows"].size() == 2);
}

TEST_CASE("grids of unequal lam are marked and not judged") {
  const Workplace place;
  const Outcome outcome =
      place.call("converge good.json --orders 2 --cells 3,4 --set time.final=0.5 --out out");
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.out, "*"));
  CHECK(contains(outcome.out,
                 "not judged: no two grids of different size have equal lam; take --cells"));
}

TEST_CASE("errors that are all 0 are not judged") {
  const Workplace place;
  const Outcome outcome =
      place.call("converge good.json --orders 2 --cells 4,8 --set initial.amplitude=0 --out out");
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.out, "not judged: initial.amplitude is 0"));
}

TEST_CASE("run leaves manifest, results and state, and a run from that state goes on from it") {
  const Workplace place;
  const std::string half = "--set time.final=0.5 ";
  REQUIRE(place.call("run good.json --set time.final=1 --out whole").code == 0);
  REQUIRE(place.call("run good.json --out first " + half).code == 0);
  REQUIRE(
      place
          .call("run good.json --out second --set exact.kind=none --set initial.kind=file --set "
                "initial.path=first/final.npy " +
                half)
          .code == 0);
  const NpyArray whole = read_npy((place.folder / "whole/final.npy").string());
  const NpyArray second = read_npy((place.folder / "second/final.npy").string());
  CHECK(whole.shape == std::vector<long>{1, 8, 3});
  CHECK(whole.values == second.values);  // ten steps are five and five, to the last bit
  const nlohmann::json manifest = place.json("whole/manifest.json");
  CHECK(manifest["outcome"]["text"] == "finished");
  CHECK(manifest["case"]["resolved"]["grid"]["cells"][0] == 8);
  // At lam = .5 it would be 5.5e-5 k (k h)^5 = 1e-4 (known_errors.cpp), and at .8 it is less.
  CHECK(place.json("whole/results.json")["rows"][0]["error_max"] < 1e-4);
  CHECK(place.json("second/results.json")["rows"][0]["error_max"].is_null());
  for (const auto& entry : fs::recursive_directory_iterator(place.folder))
    CHECK_FALSE(contains(entry.path().string(), ".part"));
}

TEST_CASE("all pipelines, layouts and dimensions end at the same error") {
  const Workplace place;
  for (const char* dimension : {"1", "2", "3"}) {
    std::vector<double> errors;
    for (const char* pipeline : {"monolithic", "two-kernel", "shift", "full-step"})
      for (const char* layout : {"x1-innermost", "node-major"}) {
        const Outcome outcome =
            place.call(std::string("run good.json --threads 1 --out out --set dimension=") +
                       dimension + " --pipeline " + pipeline + " --set kernel.layout=" + layout);
        REQUIRE(outcome.code == 0);
        errors.push_back(place.json("out/results.json")["rows"][0]["error_max"]);
      }
    // Rounding in the fields, which are at most 1, over ten steps.
    for (const double error : errors) CHECK(std::abs(error - errors[0]) < 1e-13);
  }
}

TEST_CASE("--no-final leaves all but the fields, and removes those of an earlier run") {
  const Workplace place;
  REQUIRE(place.call("run good.json --out out").code == 0);
  REQUIRE(place.has("out/final.npy"));
  const nlohmann::json whole = place.json("out/results.json")["rows"][0];
  REQUIRE(place.call("run good.json --no-final --out out").code == 0);
  CHECK_FALSE(place.has("out/final.npy"));
  CHECK(place.json("out/results.json")["rows"][0]["error_max"] == whole["error_max"]);
}

TEST_CASE("--stop-after stops there and measures the error at that time") {
  const Workplace place;
  const Outcome outcome = place.call("run good.json --stop-after 3 --out out");
  REQUIRE(outcome.code == 0);
  const nlohmann::json row = place.json("out/results.json")["rows"][0];
  CHECK(row["steps"] == 3);
  CHECK(row["final_time"].get<double>() == nearly(0.3));
  CHECK(row["error_max"] < 3e-5);  // three tenths of that at time 1, above
  CHECK(row["error_max"] > 0);
  CHECK(contains(place.json("out/manifest.json")["outcome"]["text"], "--stop-after"));
  // One that stops where it ends anyway has finished, and may go on beyond.
  REQUIRE(place.call("run good.json --stop-after 10 --out all").code == 0);
  CHECK(place.json("all/manifest.json")["outcome"]["text"] == "finished");
  CHECK(place.has("all/checkpoint.h5"));
}

TEST_CASE("a run ends at the final time that is asked for, to the last bit") {
  const Workplace place;
  REQUIRE(1.0 / 49 * 49 != 1.0);
  REQUIRE(place
              .call("run good.json --out out --set grid.cells=39 --set method.courant=0.796 --set "
                    "norms.every=49")
              .code == 0);
  const nlohmann::json row = place.json("out/results.json")["rows"][0];
  REQUIRE(row["steps"] == 49);
  CHECK(row["final_time"] == 1.0);
  CHECK(contains(content(place.folder / "out/norms.csv"), "\n49,1,"));
}

TEST_CASE("more stages than the series has are all of them") {
  const Workplace place;
  CHECK(contains(place.call("check good.json --set method.stages=99").out, "q = 5 (full)"));
}

TEST_CASE("what a run begins with is not removed as a file of the run before") {
  const Workplace place;
  REQUIRE(place.call("run good.json --out out").code == 0);
  const std::string again =
      "run good.json --no-final --out out --set exact.kind=none --set "
      "initial.kind=file --set initial.path=out/final.npy";
  const Outcome outcome = place.call(again);
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
  CHECK(place.has("out/final.npy"));
}

TEST_CASE("a folder that is used again holds the files of its last run") {
  const Workplace place;
  const std::string observed =
      "run good.json --out out --set receivers.points=[0.5] --set norms.every=1 --set "
      "snapshots.every=2";
  REQUIRE(place.call(observed + " --stop-after 4").code == 0);
  place.write("out/mine.txt", "mine");
  REQUIRE(place.has("out/snapshot-000004.vti"));
  // What goes on keeps what it began with.
  REQUIRE(place.call(observed + " --stop-after 6 --resume out/checkpoint.h5").code == 0);
  for (const char* name : {"snapshot-000002.vti", "snapshot-000006.vti", "checkpoint.h5"})
    CHECK(place.has(std::string("out/") + name));
  const Outcome again = place.call("run good.json --out out --set snapshots.every=4");
  REQUIRE(again.code == 0);
  CHECK(contains(again.out, "removed, of an earlier run: out/{"));
  for (const char* name : {"snapshot-000002.vti", "snapshot-000006.vti", "receivers.csv",
                           "norms.csv", "checkpoint.h5"})
    CHECK_FALSE(place.has(std::string("out/") + name));
  for (const char* name :
       {"snapshot-000004.vti", "snapshots.pvd", "final.npy", "results.json", "mine.txt"})
    CHECK(place.has(std::string("out/") + name));
  // A manifest that names what lies elsewhere is not believed.
  nlohmann::json manifest = place.json("out/manifest.json");
  manifest["outcome"]["files"] = {"../good.json", "../other.json", ".", "..", "out", 3};
  place.write("other.json", "{}");  // which no run reads
  place.write("out/manifest.json", manifest.dump());
  CHECK(place.call("run good.json --out out").code == 0);
  CHECK(place.has("good.json"));
  CHECK(place.has("other.json"));
}

TEST_CASE("run names the files that it wrote, all of them") {
  const Workplace place;
  const Outcome outcome = place.call(
      "run good.json --out out --stop-after 3 --set receivers.points=[0.5] --set norms.every=1 "
      "--set snapshots.every=2");
  REQUIRE(outcome.code == 0);
  const std::string begin = "written: out/{";
  const std::size_t at = outcome.out.find(begin);
  REQUIRE(at != std::string::npos);
  const std::size_t from = at + begin.size();
  std::istringstream names(outcome.out.substr(from, outcome.out.find('}', from) - from));
  std::set<std::string> named, found;
  for (std::string name; std::getline(names, name, ',');) named.insert(name);
  for (const auto& entry : fs::directory_iterator(place.folder / "out")) {
    const std::string name = entry.path().filename().string();
    found.insert(name.rfind("snapshot-", 0) == 0 ? "snapshot-*.vti" : name);
  }
  CHECK((named == found));
  CHECK(found.count("checkpoint.h5") == 1);
  CHECK_FALSE(contains(place.call("run good.json --out plain").out, "receivers.csv"));
}

TEST_CASE("stability merges its rows into a table") {
  const Workplace place;
  const std::string command = "stability --system advection --dim 1 --out table.json ";
  REQUIRE(place.call(command + "--orders 1,2 --courant 0.5,1").code == 0);
  REQUIRE(place.call(command + "--orders 2 --courant .75,1").code == 0);
  CHECK(place.json("table.json")["rows"].size() == 5);
}

TEST_CASE("stages auto takes the table's q, and says so where the table has no answer") {
  const Workplace place;
  fs::create_directories(place.folder / "data/cases");
  const std::string variable = "HERMITE_DATA=data";
  const std::string run = "check good.json --set dimension=2 --set method.stages=auto";
  Outcome outcome = place.call(run, variable);
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.error, "notice: method.stages"));
  CHECK(contains(outcome.out, "q = 10 (full)"));
  outcome = place.call("check good.json --set method.stages=3", variable);
  CHECK(outcome.code == 3);
  CHECK(contains(outcome.error, "hermite stability --system advection --dim 1 --orders 2"));
  REQUIRE(place
              .call("stability --system advection --dim 2 --orders 2 --courant 0.8 --out "
                    "data/stability/advection.json")
              .code == 0);
  outcome = place.call(run, variable);
  CHECK(outcome.error.empty());
  CHECK(contains(outcome.out, "of 10, chosen"));
}

TEST_CASE("devices, help and version") {
  const Workplace place;
  CHECK(contains(place.call("devices").out, "host"));
  const Outcome help = place.call("--help");
  CHECK(help.code == 0);
  CHECK(contains(help.out, "130  interrupted"));
  CHECK(place.call("--version").code == 0);
}

TEST_CASE("a case's description is printed, and nothing depends on it") {
  const Workplace place;
  REQUIRE(place.call("run good.json --out plain --checkpoint-every 1").code == 0);
  const std::string told = "--set 'description=\"A pulse, for once\"'";
  const Outcome outcome = place.call("run good.json --out told " + told);
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.out, "| about     A pulse, for once\n"));
  CHECK(content(place.folder / "told/final.npy") == content(place.folder / "plain/final.npy"));
  CHECK(place.call("run good.json --out on --resume plain " + told).code == 0);
}
