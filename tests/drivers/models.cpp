// The cases that scripts generate, at a small scale: they are good, they run, and something is there.
#include <cmath>

#include "hermite/core/grow.hpp"
#include "tests/drivers/python.hpp"
#include "tests/drivers/table.hpp"

using namespace hermite;

namespace {

bool generate(const Workplace& place, const std::string& name, const std::string& options) {
  return python(place, script(name) + ". " + options);
}

void check_run(const Workplace& place, const std::string& name, const std::string& options) {
  const Outcome check = place.call("check " + name + ".json");
  CAPTURE(check.error);
  CHECK(check.code == 0);
  for (const char* part : {" voxels of ", ", media ", ", psi of layers "}) {
    CAPTURE(part);
    CHECK(contains(check.out, part));
  }
  const Outcome run = place.call("run " + name + ".json --out out " + options);
  CAPTURE(run.error);
  CHECK(run.code == 0);
  double largest = 0;
  for (const double value : read_table(place.folder / "out/receivers.csv").column("Ez@1"))
    grow(largest, std::abs(value));
  CHECK(largest > 0);
}

}  // namespace

TEST_CASE("mri-coil: a body in a coil, on a graded grid") {
  const Workplace place;
  if (!generate(place, "make_mri_coil.py", "--scale 8")) return;
  check_run(place, "mri-coil", "--set time.final=3e-9");
  // The voxels are those of this grid alone.
  CHECK(contains(place.call("check mri-coil.json --set grid.cells=[82,84,82]").error,
                 "voxels.spacing: found \"cells\" with a model of 41 x 42 x 41 voxels"));
}

TEST_CASE("car: a shell under a plane wave") {
  const Workplace place;
  if (!generate(place, "make_car.py", "--scale 8")) return;
  CHECK(place.call("check car.json")
            .error.empty());  // no notice: the wave's box holds all of the car
  check_run(place, "car", "--set time.final=3e-8");
}

TEST_CASE("make_voxels.py refuses arrays of which it would lose something") {
  const Workplace place;
  place.write(
      "arrays.py",
      "try:\n    import numpy as n\nexcept ImportError:\n    raise SystemExit(3)\n"
      "a = n.ones((2, 3, 4), int); n.savez(\"several.npz\", a=a); n.save(\"c.npy\", a + 1j)\n"
      "n.save(open(\"model.raw\", \"wb\"), a); n.save(open(\"model-density.raw\", \"wb\"), a)");
  place.write("media.json", R"([{"density": 1}])");
  if (!python(place, "arrays.py")) return;
  const std::string array = content(place.folder / "model.raw");
  struct Bad {
    std::string words, said;
  };
  for (const Bad& bad : std::vector<Bad>{
           {"several.npz media.json model.json",
            "found an archive of the arrays a, allowed one array"},
           {"--density several.npz model.json",
            "found an archive of the arrays a, allowed one array"},
           {"--density c.npy model.json", "found complex128 [2, 3, 4], allowed real numbers"},
           {"model.raw media.json model.json", "would overwrite model.raw"},
           {"--density model-density.raw model.json", "would overwrite model-density.raw"}}) {
    CAPTURE(bad.words);
    const Outcome outcome = call_python(place, script("make_voxels.py") + bad.words).value();
    CAPTURE(outcome.error);
    CHECK(outcome.code > 0);
    CHECK(contains(outcome.error, bad.said));
    CHECK(!contains(outcome.error, "Traceback"));
  }
  CHECK(content(place.folder / "model.raw") == array);
  CHECK(content(place.folder / "model-density.raw") == array);
  CHECK(!place.has("model.json"));
}

TEST_CASE("elastic voxels of NumPy arrays: layers by index and by values are the section layers") {
  const Workplace place;
  place.write("layers.json", R"({
    "solver": "fdtd", "system": "elastic", "dimension": 3,
    "grid": { "cells": [8, 7, 9], "upper": [8, 7, 9],
              "boundary": ["symmetry", "antisymmetry", "free,symmetry"] },
    "material": { "density": 1, "p_speed": 1, "s_speed": 0.5 },
    "layers": { "begin": [0, 3], "density": [0.75, 1.25], "p_speed": [0.75, 1], "s_speed": [0.375, 0.5] },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" },
    "cpml": { "lower": [2, 2, 0], "upper": 2 },
    "sources": { "points": [[4, 4, 4.2]], "fields": "vz", "waveform": "ricker", "frequency": 0.1 },
    "receivers": { "points": [[4.3, 3.1, 0], [2.2, 4.1, 5.2]], "fields": ["vx", "vz", "sxz"] },
    "time": { "final": 12 }
  })");
  const std::string arrays =
      "import numpy as n; z = (n.arange(6) > 1).reshape(6, 1, 1); n.save(\"i.npy\", z + 1);"
      "n.save(\"d.npy\", z * .5 + .75); n.save(\"p.npy\", z * .25 + .75);"
      "n.save(\"s.npy\", z * .125 + .375)";
  place.write("arrays.py",
              "try:\n    import numpy\nexcept ImportError:\n    raise SystemExit(3)\n" + arrays);
  place.write("media.json", R"([{"density": 0.75, "p_speed": 0.75, "s_speed": 0.375},
                                {"density": 1.25}])");
  if (!python(place, "arrays.py")) return;
  REQUIRE(python(place, script("make_voxels.py") + "i.npy media.json by-index.json"));
  REQUIRE(python(place, script("make_voxels.py") +
                            "--density d.npy --p-speed p.npy --s-speed s.npy by-value.json"));
  const auto traces = [&](const std::string& name, const std::string& options) {
    const Outcome run = place.call("run layers.json --threads 2 --out " + name + options);
    CAPTURE(run.error);
    CHECK(run.code == 0);
    if (!options.empty()) CHECK(contains(run.out, "1 x 1 x 6 voxels of " + name + ".json"));
    return content(place.folder / (name + "/receivers.csv"));
  };
  const std::string expected = traces("layers", "");
  for (const std::string name : {"by-index", "by-value"}) {
    CAPTURE(name);
    CHECK(traces(name,
                 " --set layers.begin=[] --set layers.density=[] --set layers.p_speed=[] "
                 "--set layers.s_speed=[] --set voxels.path=" +
                     name + ".json") == expected);
  }
  // A checkpoint is of these media.
  CHECK(
      place
          .call("run layers.json --set layers.begin=[] --set layers.density=[] --set "
                "layers.p_speed=[] "
                "--set layers.s_speed=[] --set voxels.path=by-index.json --stop-after 3 --out part")
          .code == 0);
  place.write("media.json",
              R"([{"density": 0.75, "p_speed": 0.75, "s_speed": 0.375}, {"density": 1.5}])");
  REQUIRE(python(place, script("make_voxels.py") + "i.npy media.json by-index.json"));
  const Outcome other = place.call(
      "run layers.json --set layers.begin=[] --set layers.density=[] "
      "--set layers.p_speed=[] --set layers.s_speed=[] --set voxels.path=by-index.json "
      "--resume part/checkpoint.h5 --out part");
  CHECK(other.code == 3);
  CHECK(contains(other.error, "by-index.json"));
  CHECK(contains(
      place.call("run layers.json --set exact.kind=initial --set voxels.path=by-index.json").error,
      "exact.kind"));
}
