// Snapshots of planes beside snapshots of the whole domain, and against what is known.
#include <cmath>

#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "tests/approx.hpp"
#include "tests/drivers/ranks.hpp"
#include "tests/drivers/vtk.hpp"

using namespace hermite;

namespace {

// Places of planes and the point of the volume's lattice that each stands for, by axis.
struct Plane {
  int axis;
  long point;
  std::string file;  // before the step
};

// The same sums of the same values: bit for bit.
void check_planes(const Workplace& place, const std::string& step, const std::string& suffix,
                  const std::vector<Plane>& planes) {
  const Vtk volume = read_vtk(place.folder / ("volume/snapshot-" + step + suffix));
  for (const Plane& wanted : planes) {
    CAPTURE(wanted.file);
    const Vtk plane = read_vtk(place.folder / ("planes/" + wanted.file + "-" + step + suffix));
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = std::size_t(axis);
      CHECK(plane.points[a] == (axis == wanted.axis ? 1 : volume.points[a]));
      const double moved = axis == wanted.axis ? double(wanted.point) * volume.spacing[a] : 0;
      CHECK(plane.origin[a] == nearly(volume.origin[a] + moved));
      CHECK(plane.spacing[a] == volume.spacing[a]);
    }
    REQUIRE(plane.arrays.size() == volume.arrays.size());
    for (const auto& [name, values] : plane.arrays) {
      CAPTURE(name);
      long wrong = 0;
      for (long k = 0; k < plane.points[2]; ++k)
        for (long j = 0; j < plane.points[1]; ++j)
          for (long i = 0; i < plane.points[0]; ++i) {
            std::array<long, 3> at{i, j, k};
            at[std::size_t(wanted.axis)] += wanted.point;
            wrong += plane.at(name, i, j, k) != volume.at(name, at[0], at[1], at[2]);
          }
      CHECK(wrong == 0);
    }
  }
}

void run_both(const Workplace& place, const std::string& run, const std::string& planes) {
  for (const std::string& options : {std::string(" --out volume"), " --out planes " + planes}) {
    const Outcome outcome = place.call("run " + run + " --threads 2" + options);
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
  }
}

}  // namespace

TEST_CASE("planes of Hermite's interpolants are those of the whole domain's, derivatives too") {
  const Workplace place;
  place.write("box.json", on_ranks::hermite_case(R"("rigid")"));
  for (const std::string pipeline : {"monolithic", "leapfrog --precision single"}) {
    run_both(place, "box.json --set snapshots.derivatives=true --pipeline " + pipeline,
             "--set snapshots.x=[0.2,1] --set snapshots.y=0.5 --set snapshots.z=[0,0.5]");
    check_planes(place, "000008", ".vti",
                 {{0, 2, "snapshot-x0.2"},
                  {0, 10, "snapshot-x1"},
                  {1, 6, "snapshot-y0.5"},
                  {2, 0, "snapshot-z0"},
                  {2, 9, "snapshot-z0.5"}});
    CHECK_FALSE(place.has("planes/snapshot-000008.vti"));
    const std::string list = content(place.folder / "planes/snapshots.pvd");
    CHECK(contains(list, "part=\"4\" file=\"snapshot-z0.5-000008.vti\""));
    const nlohmann::json files = place.json("planes/manifest.json")["outcome"]["files"];
    CHECK(std::count(files.begin(), files.end(), "snapshot-y0.5-000008.vti") == 1);
  }
}

TEST_CASE("planes of finite differences, each component from its own two planes of nodes") {
  const Workplace place;
  place.write("maxwell.json", on_ranks::maxwell_box(
                                  R"("pec")", std::string(on_ranks::layers) + on_ranks::currents));
  place.write("elastic.json", on_ranks::elastic_box(false));
  place.write("plane.json", on_ranks::elastic_box(true));
  run_both(place, "maxwell.json --precision single",
           "--set snapshots.x=4.5 --set snapshots.y=5 --set snapshots.z=6");
  check_planes(place, "000020", ".vti",
               {{0, 9, "snapshot-x4.5"}, {1, 10, "snapshot-y5"}, {2, 12, "snapshot-z6"}});
  run_both(place, "elastic.json",
           "--set snapshots.x=13 --set snapshots.y=5 --set snapshots.z=[0,7.5]");
  check_planes(place, "000020", ".vti",
               {{0, 26, "snapshot-x13"},
                {1, 10, "snapshot-y5"},
                {2, 0, "snapshot-z0"},
                {2, 15, "snapshot-z7.5"}});
  run_both(place, "plane.json", "--set snapshots.x=8.5 --set snapshots.y=3");
  check_planes(place, "000020", ".vti", {{0, 17, "snapshot-x8.5"}, {1, 6, "snapshot-y3"}});
}

TEST_CASE("between planes of nodes finite differences are interpolated linearly") {
  const Workplace place;
  place.write("maxwell.json", on_ranks::maxwell_wave());
  run_both(place, "maxwell.json", "--set snapshots.x=0.3 --set snapshots.z=0.71");
  const Vtk volume = read_vtk(place.folder / "volume/snapshot-000007.vti");
  const Vtk x = read_vtk(place.folder / "planes/snapshot-x0.3-000007.vti");
  const Vtk z = read_vtk(place.folder / "planes/snapshot-z0.71-000007.vti");
  CHECK(z.origin[2] == 0.71);
  // All components' nodes are points of the volume's lattice of half cells, 1/12 and 1/24 apart: linear
  // between these.
  for (const std::string name : {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"}) {
    double worst = 0, most = 0;
    const double wx = 0.3 * 12 - 3, wz = 0.71 * 24 - 17;
    for (long k = 0; k < volume.points[2]; ++k)
      for (long j = 0; j < volume.points[1]; ++j)
        for (long i = 0; i < volume.points[0]; ++i) {
          if (i == 0)
            grow(worst, std::abs(x.at(name, 0, j, k) - (1 - wx) * volume.at(name, 3, j, k) -
                                 wx * volume.at(name, 4, j, k)));
          if (k == 0)
            grow(worst, std::abs(z.at(name, i, j, 0) - (1 - wz) * volume.at(name, i, j, 17) -
                                 wz * volume.at(name, i, j, 18)));
          grow(most, std::abs(volume.at(name, i, j, k)));
        }
    // Fields of size 1, a few roundings each.
    CHECK(worst < 1e-14);
    CHECK(most > 0);
  }
}

TEST_CASE("a plane anywhere is the solution there, to the order of the method") {
  const Workplace place;
  place.write("box.json", on_ranks::hermite_case(R"("periodic")"));
  const Outcome outcome = place.call(
      "run box.json --out out --set method.order=3 --set grid.cells=[8,8,12] --set "
      "snapshots.every=1000 --set snapshots.y=0.313 --set snapshots.derivatives=true");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  // sin k.x at first.
  const Vtk plane = read_vtk(place.folder / "out/snapshot-y0.313-000000.vti");
  double worst = 0, worst_slope = 0;
  for (long k = 0; k < plane.points[2]; ++k)
    for (long i = 0; i < plane.points[0]; ++i) {
      const double phase = two_pi * (double(i) / 16 + 0.313 + 2 * double(k) / 24);
      grow(worst, std::abs(plane.at("p", i, 0, k) - std::sin(phase)));
      grow(worst_slope, std::abs(plane.at("p_y", i, 0, k) - two_pi * std::cos(phase)));
    }
  // Interpolation at kh of at most 1.05: three times (kh/2)^8/8! = 4e-7; of the slope 2 pi times that, and with kh = 0.79
  // along y (kh/2)^7/7! k = 2e-6.
  CHECK(worst < 4e-7);
  CHECK(worst_slope < 5e-6);
}

TEST_CASE("planes of a graded grid say where they and their points are") {
  const Workplace place;
  place.write("graded.json", R"({"solver": "fdtd", "system": "maxwell", "dimension": 3,
  "grid": {"cells": [6, 5, 12], "boundary": "pec", "z": [[6, 1, 1], [6, 1, 3]]},
  "material": {"permittivity": 1, "permeability": 1},
  "sources": {"points": [[0.5, 0.4, 0.3]], "fields": ["Ez"], "waveform": "gaussian", "width": 0.2, "delay": 0.3},
  "initial": {"kind": "zero"}, "exact": {"kind": "none"}, "method": {"courant": 0.9}, "time": {"final": 0.5},
  "snapshots": {"every": 10}})");
  run_both(place, "graded.json", "--set snapshots.x=0.5 --set snapshots.z=0.3125");
  check_planes(place, "000010", ".vtr", {{0, 6, "snapshot-x0.5"}});
  const std::string volume = content(place.folder / "volume/snapshot-000010.vtr");
  const std::string plane = content(place.folder / "planes/snapshot-x0.5-000010.vtr");
  const auto coordinates = [](const std::string& text, const std::string& axis) {
    const std::string mark = "Name=\"" + axis + "\" format=\"ascii\">";
    const std::size_t begin = text.find(mark) + mark.size();
    return text.substr(begin, text.find('<', begin) - begin);
  };
  CHECK(coordinates(plane, "x") == " 0.5");
  CHECK(coordinates(plane, "z") == coordinates(volume, "z"));
  CHECK(coordinates(content(place.folder / "planes/snapshot-z0.3125-000010.vtr"), "z") ==
        " 0.3125");
}

TEST_CASE("planes that are not there are refused, once and by name") {
  const Workplace place;
  place.write("box.json", on_ranks::hermite_case(R"("periodic")"));
  place.write("plane.json", on_ranks::plane_case);
  const Refusal boxes[] = {
      {"--set snapshots.z=1.5",
       {"--set: snapshots.z: found 1.5, allowed places of the domain, 0 to 1"}},
      {"--set snapshots.x=[0.5,-0.1]", {"snapshots.x: found -0.1, allowed places of the domain"}},
      {"--set snapshots.y=[0.5,0.25,0.5]", {"snapshots.y: found 0.5, allowed each place once"}},
      {"--set snapshots.y=low", {"snapshots.y", "a number"}},
      {"--set snapshots.every=0 --set snapshots.y=0.5", {"snapshots.y"}},
  };
  check_refused(place, "box.json", boxes);
  const Refusal planes[] = {
      {"--set snapshots.z=0.5", {"snapshots.z: found 0.5", "no third direction"}}};
  check_refused(place, "plane.json", planes);
  const Refusal lines[] = {
      {"--set snapshots.every=1 --set snapshots.x=0.5", {"snapshots.x", "receivers"}}};
  check_refused(place, "good.json", lines);
}

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: planes are those of the whole domain's, along every axis") {
    const Workplace place;
    place.write("box.json", on_ranks::hermite_case(R"("rigid")"));
    run_both(place, "box.json --device cuda",
             "--set snapshots.x=0.2 --set snapshots.y=0.5 --set snapshots.z=0.5");
    check_planes(place, "000008", ".vti",
                 {{0, 2, "snapshot-x0.2"}, {1, 6, "snapshot-y0.5"}, {2, 9, "snapshot-z0.5"}});
    place.write("elastic.json", on_ranks::elastic_box(false));
    run_both(place, "elastic.json --device cuda --precision single",
             "--set snapshots.x=13 --set snapshots.y=5 --set snapshots.z=7.5");
    check_planes(place, "000020", ".vti",
                 {{0, 26, "snapshot-x13"}, {1, 10, "snapshot-y5"}, {2, 15, "snapshot-z7.5"}});
  }
}
