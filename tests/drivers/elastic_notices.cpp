// What the solver fdtd tells the user of a case of elastic waves before the first step.
#include <string>

#include "tests/drivers/fdtd_runs.hpp"
#include "tests/hermite/media/voxel_folder.hpp"

using namespace hermite;

TEST_CASE("elastic fdtd: short waves, sources in layers and odd media are warned of") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  const auto said = [&](const std::string& arguments) {
    return place.call("check driven.json " + arguments).error;
  };
  const std::string fast = said("--set sources.frequency=0.2");
  CHECK(contains(fast, "points"));
  CHECK(contains(fast, "this grid is safe"));
  CHECK(contains(said("--set sources.points=[[1,7,4]] --set sources.fields=vx --set "
                      "sources.amplitude=1 --set sources.delay=0 --set sources.waveform=step"),
                 "lies in an absorbing layer, in direction 1"));
  const std::string fluid = "where they reach into a fluid";
  CHECK(contains(said("--set initial.kind=gaussian --set initial.width=2"), fluid));
  CHECK_FALSE(contains(said("--set initial.kind=gaussian --set initial.width=2 "
                            "--set objects.s_speed=0.3"),
                       fluid));
  CHECK_FALSE(contains(said(""), fluid));
  CHECK(contains(said("--set cpml.alpha_max=0"), "alpha_max"));
  const std::string absent = said("--set 'layers.begin=[0,1e6]'");
  CAPTURE(absent);
  CHECK(contains(absent, "layer 2 lies outside the domain"));
  CHECK_FALSE(contains(absent, "object"));
  CHECK(contains(said("--set 'objects.upper=[[-8,-8,-8]]' --set 'objects.lower=[[-9,-9,-9]]'"),
                 "object 1 lies outside the domain"));
  CHECK(contains(said("--set sources.delay=0"), "source 1 begins with a jump"));
  CHECK(contains(said("--set sources.delay=1e3"), "after the run's end"));
  CHECK(contains(said("--set 'receivers.points=[[1,7,4]]'"),
                 "receiver 1 lies in an absorbing layer"));
}

TEST_CASE(
    "elastic fdtd: waves are short below 5 points, 6 under a surface, 10 where it is imaged") {
  const Workplace place;
  // Of waves of speed 0.6 on sides of 1; Ricker's wavelet ends at 3.2 times its frequency.
  place.write("half.json", R"({
    "solver": "fdtd", "system": "elastic", "dimension": 2, "grid": { "cells": 16, "upper": 16 },
    "material": { "density": 1, "p_speed": 1, "s_speed": 0.6 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 8 },
    "sources": { "points": [[8, 8]], "fields": "vx", "waveform": "ricker", "frequency": 0.01, "delay": 200 } })");
  const auto warned = [&](double points, const std::string& surface) {
    return contains(place
                        .call("check half.json --set sources.frequency=" +
                              std::to_string(0.6 / 3.2 / points) + surface)
                        .error,
                    "travel at a wrong speed");
  };
  const std::string free =
      " --set 'grid.boundary=[\"symmetry\",\"free,symmetry\"]'"
      " --set free_surface.operators=";
  const std::pair<std::string, double> least[] = {
      {" --set grid.boundary=symmetry", 5}, {free + "afda", 6}, {free + "imaging", 10}};
  for (const auto& [surface, points] : least) {
    CAPTURE(surface);
    CHECK(warned(0.99 * points, surface));
    CHECK_FALSE(warned(1.01 * points, surface));
  }
}

TEST_CASE("elastic fdtd: densities far apart are warned of near the limit of the time step") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  const auto warned = [&](const std::string& density, const std::string& courant) {
    const Outcome outcome = place.call("check driven.json --set layers.density=[" + density +
                                       ",1.1] --set method.courant=" + courant);
    CHECK(outcome.code == 0);
    return contains(outcome.error, "density goes from " + density + " to 1.1");
  };
  CHECK(warned("0.001", "0.85"));
  CHECK_FALSE(warned("0.001", "0.8"));
  CHECK_FALSE(warned("0.1", "0.85"));
  // On both sides of a hundred.
  CHECK(warned("0.0109", "0.85"));
  CHECK_FALSE(warned("0.0111", "0.85"));
}

TEST_CASE("elastic fdtd: a medium that becomes thicker when pulled is warned of, wherever it is") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  const VoxelFolder folder;
  const auto said = [&](const std::string& arguments) {
    const Outcome outcome = place.call("check driven.json " + arguments);
    CHECK(outcome.code == 0);
    return outcome.error;
  };
  // By index, where the last medium is in no voxel; and by values.
  folder.file("index.raw", {0, 1});
  const std::string head = R"({"cells": [2, 1, 1], "type": ")",
                    media = R"("p_speed": 0.8, "s_speed": 0.6})";
  const std::string used = folder.file("used.json", head + R"(uint8", "data": "index.raw",
    "media": [{)" + media + "]}"),
                    unused = folder.file("unused.json", head + R"(uint8", "data": "index.raw",
    "media": [{"density": 2}, {)" + media + "]}");
  folder.write("s.raw", {0.55F, 0.75F});
  const std::string values = folder.file("values.json", head + R"(float32", "s_speed": "s.raw"})");
  const struct {
    std::string arguments, medium;
  } cases[] = {{"layers.begin=[1,3.5] --set material.s_speed=0.8", "p_speed 1 and s_speed 0.8"},
               {"layers.s_speed=[0.4,0.75]", "p_speed 1 and s_speed 0.75"},
               {"objects.s_speed=0.45", "p_speed 0.6 and s_speed 0.45"},
               {"layers.begin=[1,3.5] --set voxels.path=" + used, "p_speed 0.8 and s_speed 0.6"},
               {"layers.begin=[1,3.5] --set voxels.path=" + values, "p_speed 1 and s_speed 0.75"}};
  for (const auto& one : cases) {
    CAPTURE(one.arguments);
    CHECK(contains(said("--set " + one.arguments),
                   "a medium with " + one.medium + " has a negative lambda"));
  }
  // Layers that fill the domain leave nothing of the background.
  CHECK_FALSE(contains(said("--set material.s_speed=0.8"), "negative lambda"));
  const Outcome hidden = place.call("check driven.json --set voxels.path=" + used);
  CHECK(hidden.code == 3);
  CHECK(contains(hidden.error, "layers.begin: found 0 beside the section voxels"));
  // vs^2 = vp^2/2 is the limit.
  CHECK_FALSE(
      contains(said("--set material.s_speed=0.707 --set layers.s_speed=[0.565,0.707] "
                    "--set objects.s_speed=0.424 --set layers.begin=[1,3.5] --set voxels.path=" +
                    unused),
               "negative lambda"));
}
