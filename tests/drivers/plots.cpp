// Plots: the scripts that a user calls, what they refuse, and what the command says where it has none.
#include "tests/drivers/fdtd_runs.hpp"
#include "tests/drivers/python.hpp"

using namespace hermite;

TEST_CASE(
    "plots of a run: receivers, snapshots of lines, planes and domains, on graded grids too") {
  const Workplace place;
  const std::string run = "run good.json --set time.final=0.1 --set snapshots.every=1 --out ";
  REQUIRE(place.call(run + "line --set receivers.points=[0.5]").code == 0);
  if (!python(place, script("plot_run.py") + "line")) return;
  CHECK(place.has("line/receivers.png"));
  REQUIRE(place.call(run + "domain --set dimension=3").code == 0);
  REQUIRE(place.call(run + "plane --set dimension=3 --set snapshots.x=0.3").code == 0);
  place.write("driven.json", driven_maxwell);
  REQUIRE(place
              .call("run driven.json --set grid.x=[[8,1,3],[8,3,1]] --set snapshots.every=50 "
                    "--precision single --out graded")
              .code == 0);
  for (const std::string name :
       {"line/snapshot-000001.vti", "domain/snapshot-000001.vti --y 0.3",
        "plane/snapshot-x0.3-000001.vti --arrays u", "graded/snapshot-000050.vtr --arrays Ex,Hz"}) {
    CHECK(python(place, script("plot_snapshot.py") + name));
    for (const char* kind : {".png", ".svg"})
      CHECK(place.has(name.substr(0, name.find(".vt")) + kind));
  }
}

TEST_CASE("scripts end in one line where they cannot") {
  const Workplace place;
  REQUIRE(place
              .call("run good.json --set dimension=3 --set time.final=0.1 --set snapshots.every=1 "
                    "--set norms.every=1 --out out")
              .code == 0);
  for (const std::string folder : {"alone", "other", "far"})
    fs::create_directory(place.folder / folder);
  place.write("alone/receivers.csv", "step,time\n0,0\n");
  place.write("other/receivers.csv", "a,b\n0,0\n");
  place.write("far/far_field.csv", "frequency,theta,phi\n1,0,0\n");
  REQUIRE(place.call("run good.json --set exact.kind=none --json unjudged.json").code == 0);
  const std::string data = "<AppendedData encoding=\"raw\">\n_";
  place.write("broken.vti", "<VTKFile><ImageData>" + data);
  place.write("kind.vti", "<VTKFile><PolyData/>" + data);
  place.write("cells.vti",
              "<VTKFile><ImageData WholeExtent=\"0 1 0 0 0 0\" Origin=\"0 0 0\" "
              "Spacing=\"1 1 1\"/>" +
                  data);
  struct Bad {
    std::string words, said;
  };
  const std::string snapshot = "out/snapshot-000001.vti ";
  for (const Bad& bad : std::vector<Bad>{
           {script("plot_run.py") + "out --out /proc/nowhere", "/proc/nowhere"},
           {script("make_car.py") + "/proc/nowhere", "/proc/nowhere"},
           {script("make_mri_coil.py") + "/proc/nowhere", "/proc/nowhere"},
           {script("plot_snapshot.py") + snapshot + "--out /proc/nowhere", "another folder"},
           {script("plot_snapshot.py") + "absent.vti", "absent.vti: No such file"},
           {script("plot_snapshot.py") + "good.json", "good.json is not what `hermite run` writes"},
           {script("plot_snapshot.py") + "broken.vti",
            "broken.vti is not what `hermite run` writes: its XML"},
           {script("plot_snapshot.py") + "kind.vti",
            "kind.vti is not what `hermite run` writes: found PolyData"},
           {script("plot_snapshot.py") + "cells.vti",
            "cells.vti is not what `hermite run` writes: it has no PointData"},
           {script("plot_run.py") + "alone",
            "alone/receivers.csv is not what `hermite run` writes: it has no column FIELD@POINT"},
           {script("plot_run.py") + "other", "it has no column time, FIELD@POINT"},
           {script("plot_run.py") + "far",
            "far/far_field.csv is not what `hermite run` writes: it has no column Etheta_re"},
           {script("plot_convergence.py") + "unjudged.json",
            "unjudged.json is not what `hermite converge` writes: no row has an error"},
           {script("make_car.py") + "car --scale 1e-30", "allowed a larger scale"},
           {script("plot_snapshot.py") + snapshot + "--arrays p", "no array p, but u"},
           {script("plot_snapshot.py") + snapshot + "--z 2", "--z: found 2, allowed 0 to 1"}}) {
    CAPTURE(bad.words);
    const std::optional<Outcome> outcome = call_python(place, bad.words);
    if (!outcome) return;
    CAPTURE(outcome->error);
    CHECK(outcome->code == 1);
    CHECK(lines(outcome->error) == 1);
    CHECK(contains(outcome->error, bad.said));
  }
}

TEST_CASE("a python3 without matplotlib gives way to the system's; one that fails is quoted") {
  const Workplace place;
  fs::create_directory(place.folder / "bin");
  const auto said_with = [&](const std::string& python3) {
    place.write("bin/python3", "#!/bin/sh\n" + python3 + "\n");
    fs::permissions(place.folder / "bin/python3", fs::perms::owner_all);
    return place.call("converge good.json --orders 1 --cells 8,16 --out out", "PATH=bin:$PATH").out;
  };
  const std::string without = said_with("exit 3");
  CAPTURE(without);
  CHECK((contains(without, "\nplots: out/") || contains(without, "package python3-matplotlib")));
  CHECK(contains(said_with("echo no disk; exit 1"), "no plots: this failed: python3 "));
  CHECK(contains(said_with("echo no disk; exit 1"), ": no disk\n"));
}
