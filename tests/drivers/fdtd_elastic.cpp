// The solver fdtd with the system elastic by the command: convergence, refusals, checkpoints, records.
#include <cmath>
#include <cstring>
#include <vector>

#include "hermite/core/grow.hpp"
#include "tests/approx.hpp"
#include "tests/drivers/fdtd_runs.hpp"

using namespace hermite;

namespace {

const char* const wave = R"({
  "solver": "fdtd", "system": "elastic", "dimension": 2,
  "grid": { "cells": 16, "boundary": "periodic" },
  "material": { "density": 1, "p_speed": 1, "s_speed": 0.55 },
  "initial": { "kind": "plane-wave", "waves": [1, 2], "mode": "S" },
  "method": { "courant": 0.8 },
  "time": { "final": 0.5 }
})";

const Refusal wave_refusals[] = {
    {"--set method.courant=0.87", {"method.courant", "0.87", "6/7", "unstable"}},
    {"--set dimension=1 --set initial.waves=1 --set initial.mode=P", {"dimension", "2 or 3"}},
    {"--set material.motion=sh --set initial.waves=1", {"material.motion", "p-sv"}},
    {"--set grid.cells=3", {"grid.cells", "3 in direction 1", "at least 4"}},
    {"--set material.s_speed=1.1", {"material.s_speed", "1.1", "less than 1, the p_speed"}},
    {"--set method.order=3", {"method.order", "found 3", "order is 4"}},
    {"--set kernel.variant=registers", {"kernel.variant", "registers", "literal, march, tile"}},
    {"--set kernel.variant=tile", {"kernel.variant", "tile", "2-D"}},
    {"--set kernel.variant=march", {"kernel.variant", "march", "2-D"}},
    {"--set 'grid.boundary=[\"periodic\",\"free\"]'", {"exact.kind", "free"}},
    {"--set 'grid.boundary=[\"free\",\"periodic\"]'", {"grid.boundary", "\"free\" in direction 1"}},
    {"--set grid.boundary=mur", {"grid.boundary", "mur", "symmetry"}},
    {"--set cpml.lower=3", {"cpml.lower", "periodic"}},
    {"--set solver=hermite --set layers.begin=0.5", {"layers.begin", "fdtd only"}},
    {"--set layers.begin=[0.5]", {"layers.density", "missing"}},
    {"--set conductivity.electric=1", {"conductivity.electric", "maxwell only"}},
    {"--set incident.direction=+x", {"incident.direction", "maxwell only"}},
    {"--set 'grid.x=[[16,1,2]]'", {"--set: grid.x", "maxwell only", "\"elastic\""}},
    {"--set 'grid.y=[[8,1,2],[8,2,1]]'", {"grid.y", "maxwell only"}},
    {"--set anisotropy.permittivity=2", {"anisotropy.permittivity", "maxwell only"}},
    {"--set anisotropy.permeability=[1,2]", {"anisotropy.permeability", "maxwell only"}},
    {"--set conductivity.magnetic=1", {"conductivity.magnetic", "maxwell only"}},
    {"--set exact.kind=none --set voxels.path=no.json", {"voxels.path", "no file", "no.json"}},
    {"--set incident.direction=angles", {"incident.direction", "maxwell only"}},
    {"--set spectra.frequencies=1", {"spectra.frequencies", "maxwell only"}},
    {"--set far_field.frequencies=1", {"far_field.frequencies", "maxwell only"}},
    {"--set kernel.coefficients=arrays", {"kernel.coefficients", "maxwell only"}},
    {"--set cpml.kernels=regions", {"cpml.kernels", "maxwell only"}},
    {"--set cpml.vacuum_permittivity=1", {"cpml.vacuum_permittivity", "maxwell only"}},
};

const Refusal driven_refusals[] = {
    {"--set cpml.lower=3", {"cpml.lower", "3 in direction 3", "free"}},
    {"--set 'grid.boundary=[\"symmetry\",\"antisymmetry\",\"symmetry,free\"]'",
     {"cpml.upper", "2 in direction 3", "free"}},
    {"--set layers.begin=[3,1]", {"layers.begin", "ascend"}},
    {"--set layers.begin=[3,3]", {"layers.begin", "3 after 3", "ascend"}},
    {"--set layers.s_speed=[0.4,0.9]", {"layers.s_speed", "entry 2", "sqrt(3)/2"}},
    {"--set layers.density=[1,2,3]", {"layers.density", "3 entries", "2, or one for all"}},
    {"--set layers.density=[1,-2]", {"layers.density", "greater than 0"}},
    {"--set objects.permittivity=2", {"objects.permittivity", "maxwell only"}},
    {"--set objects.kind=pec", {"objects.kind", "maxwell only"}},
    {"--set sources.fields=Ez", {"sources.fields", "Ez", "vx, vy, vz, moment"}},
    {"--set sources.kind=hard", {"sources.kind", "maxwell only"}},
    {"--set sources.moment=[1,2,3]", {"sources.moment"}},
    {"--set sources.points=[[1,1,99],[1,1,1],[1,1,1],[1,1,1]]",
     {"sources.points", "point 1 outside"}},
    {"--set sources.width=[]", {"sources.width", "missing"}},
    {"--set 'grid.cells=[16,14,7]'", {"grid.cells", "7 in direction 3", "at least 8"}},
    {"--set solver=hermite", {"objects.lower", "fdtd only"}},
    {"--set layers.density=0", {"layers.density", "greater than 0"}},
    {"--set objects.density=0", {"objects.density", "greater than 0"}},
    {"--set material.density=-1", {"material.density", "-1", "greater than 0"}},
    {"--set material.s_speed=0.87", {"material.s_speed", "0.87", "less than 0.866"}},
    {"--set objects.s_speed=0.55", {"objects.s_speed", "entry 1", "sqrt(3)/2"}},
    {"--set sources.waveform=table", {"sources.table", "missing"}},
    {"--set sources.waveform=table --set sources.table=no.csv",
     {"sources.table", "no file", "no.csv"}},
    {"--set sources.waveform=table --set sources.table=bad.csv",
     {"bad.csv: line 2", "times that ascend"}},
    {"--set objects.permeability=2", {"objects.permeability", "maxwell only"}},
    {"--set objects.conductivity=2", {"objects.conductivity", "maxwell only"}},
    {"--set objects.magnetic_conductivity=2", {"objects.magnetic_conductivity", "maxwell only"}},
};

}  // namespace

TEST_CASE("elastic fdtd: the energy of a plane wave is that of its squares' means") {
  // 1/2 (rho v^2 + sigma : e) has the mean 1/2 rho |v|^2 of v = (1/2, 1), or (-1, 1/2); over nodes at equal
  // distances a square of a sine has its mean exactly.
  const Workplace place;
  place.write("wave.json", wave);
  for (const char* mode : {"P", "S"})
    for (const int cells : {12, 16}) {
      REQUIRE(
          place
              .call(std::string("run wave.json --out out --precision double --set norms.every=1 ") +
                    "--set time.final=0.1 --set initial.mode=" + mode +
                    " --set grid.cells=" + std::to_string(cells))
              .code == 0);
      const std::vector<double> energy =
          read_table(place.folder / "out/norms.csv").column("energy");
      // Sums of some hundred terms, each known to 1e-16.
      CHECK(energy.front() == nearly(0.625));
      // Stresses are half a step early; a wave that travels keeps both, but for the dispersion's (k h)^4: 9e-4 was seen.
      CHECK(energy.back() == relative(energy.front(), 2e-3));
    }
}

TEST_CASE("elastic fdtd: what it cannot do is refused before the first step, in one clear line") {
  const Workplace place;
  place.write("wave.json", wave);
  place.write("driven.json", driven_elastic);
  place.write("bad.csv", "1,0\n0,1\n");
  check_refused(place, "wave.json", wave_refusals);
  check_refused(place, "driven.json", driven_refusals);
  CHECK(contains(place.call("converge driven.json --cells 16,32").error, "a uniform medium"));
}

TEST_CASE("elastic: in plane strain vs may be all below vp, in 1-D anything, with either solver") {
  const Workplace place;
  place.write("wave.json", wave);
  for (const std::string solver : {"fdtd", "hermite"}) {
    const Outcome outcome =
        place.call("run wave.json --out out --set material.s_speed=0.95 --set solver=" + solver);
    CAPTURE(outcome.error);
    CHECK(outcome.code == 0);
  }
  CHECK(place
            .call("check wave.json --set dimension=1 --set initial.waves=1 --set initial.mode=P "
                  "--set solver=hermite --set material.s_speed=1.5")
            .code == 0);
}

TEST_CASE("elastic fdtd: the tuner finds blocks, and runs use them") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  const Outcome tuned = place.call(
      "tune driven.json --threads 1 --cells-per-block 4,8 --rounds 3 --budget 60 --no-roof "
      "--table own.jsonl");
  CAPTURE(tuned.error);
  CHECK(tuned.code == 0);
  CHECK(contains(tuned.out, "staggered"));
  CHECK(contains(place.call("tune driven.json --variants registers --no-roof").error,
                 "--variants: kernel.variant: found \"registers\", allowed literal, march, tile "
                 "for staggered"));
  const Outcome run = place.call("run driven.json --threads 1 --out run --tuned own.jsonl");
  CAPTURE(run.error);
  CHECK(run.code == 0);
  CHECK(contains(run.out, "| block     tuned ("));
}

TEST_CASE("elastic fdtd: the roofline takes every variant") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  const Outcome outcome = place.call("roofline kernels driven.json --quick --precision single");
  CAPTURE(outcome.error);
  CAPTURE(outcome.out);
  CHECK(outcome.code == 0);
  for (const char* part :
       {"staggered/literal/single", "staggered/march/single", "staggered/tile/single"})
    CHECK(contains(outcome.out, part));
}

TEST_CASE("elastic fdtd: a plane wave converges at order 2, that of the time step") {
  const Workplace place;
  place.write("wave.json", wave);
  const Outcome outcome = place.call("converge wave.json --cells 64,128 --out out");
  CAPTURE(outcome.error);
  CAPTURE(outcome.out);
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.out, "expected 2: verified"));
}

TEST_CASE("elastic fdtd: a run that was stopped goes on bit for bit") { check_elastic_resume(""); }

TEST_CASE("elastic fdtd: a checkpoint of other media, sources or steps is refused") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  REQUIRE(place.call("run driven.json --out half --stop-after 5").code == 0);
  for (const char* change : {"layers.s_speed=[0.3,0.6]", "objects.density=0.8", "sources.strike=31",
                             "free_surface.operators=imaging", "method.courant=0.7"}) {
    CAPTURE(std::string(change));
    const Outcome outcome =
        place.call("run driven.json --out half --resume half/checkpoint.h5 --set '" +
                   std::string(change) + "'");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 3);
    CHECK(lines(outcome.error) == 1);
  }
}

TEST_CASE("elastic fdtd: records are files of SAC too, with the values of receivers.csv") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  REQUIRE(place.call("run driven.json --out all --set receivers.every=2 --set receivers.sac=true")
              .code == 0);
  REQUIRE(place.call("run driven.json --out part --set receivers.every=2 --stop-after 9").code ==
          0);
  REQUIRE(place
              .call("run driven.json --out part --set receivers.every=2 --set receivers.sac=true "
                    "--resume "
                    "part/checkpoint.h5")
              .code == 0);
  const Table table = read_table(place.folder / "all/receivers.csv");
  for (const std::string name : {"vx@1", "vz@1"}) {
    const std::string bytes = content(place.folder / "all" / ("receivers-" + name + ".sac"));
    CHECK(bytes == content(place.folder / "part" / ("receivers-" + name + ".sac")));
    const std::vector<double> values = table.column(name), time = table.column("time");
    REQUIRE(bytes.size() == 632 + 4 * values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      float value = 0;
      std::memcpy(&value, bytes.data() + 632 + 4 * i, 4);
      CHECK(value == float(values[i]));
    }
    float step = 0;
    std::memcpy(&step, bytes.data(), 4);
    CHECK(step == relative(time[1] - time[0], 1e-7));  // a float
  }
  // Records that begin where a run goes on.
  REQUIRE(place
              .call("run driven.json --out late --set receivers.sac=true --resume "
                    "part/checkpoint.h5")
              .code == 0);
  const double first = read_table(place.folder / "late/receivers.csv").column("time").front();
  float begin = 0;
  std::memcpy(&begin, content(place.folder / "late/receivers-vz@1.sac").data() + 4 * 5, 4);
  CHECK(first > 0);
  CHECK(begin == float(first));
  CHECK(place.json("all/manifest.json")["outcome"]["files"].dump().find("receivers-vz@1.sac") !=
        std::string::npos);
}

TEST_CASE(
    "elastic fdtd: a run goes on with the differences at its free surface that it began with") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  for (const std::string operators : {"afda", "imaging"}) {
    REQUIRE(place
                .call("run driven.json --out part --stop-after 3 --set free_surface.operators=" +
                      operators)
                .code == 0);
    const Outcome outcome =
        place.call("run driven.json --out part --stop-after 5 --resume part/checkpoint.h5");
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    CHECK(place.json("part/manifest.json")["case"]["resolved"]["free_surface"]["operators"] ==
          operators);
  }
}

TEST_CASE("elastic fdtd: on a free surface no stress across it is recorded") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  const Outcome outcome = place.call(
      "run driven.json --out out --set 'receivers.points=[[9.3,8.1,0],[9.3,8.1,0.5]]' --set "
      "'receivers.fields=[\"sxz\",\"syz\"]'");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const Table table = read_table(place.folder / "out/receivers.csv");
  for (const std::string name : {"sxz", "syz"}) {
    const std::vector<double> on = table.column(name + "@1"), below = table.column(name + "@2");
    for (const double value : on) CHECK(value == 0);
    CHECK(*std::max_element(below.begin(), below.end()) > 0);
  }
}

TEST_CASE("elastic fdtd: a table of a waveform drives like the waveform") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  std::string table = "# a step of width 3\n";
  for (int i = -120; i <= 120; ++i)
    table += std::to_string(0.1 * i) + "," + std::to_string((1 + std::erf(0.1 * i / 3)) / 2) + "\n";
  place.write("step.csv", table);
  const std::string all = " --set sources.delay=9 --set sources.waveform=";
  REQUIRE(place.call("run driven.json --out known" + all + "step").code == 0);
  const Outcome outcome =
      place.call("run driven.json --out read" + all + "table --set 'sources.table=[\"step.csv\"]'");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const std::vector<double> a = read_table(place.folder / "known/receivers.csv").column("vx@1"),
                            b = read_table(place.folder / "read/receivers.csv").column("vx@1");
  double most = 0, worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    grow(most, std::abs(a[i]));
    grow(worst, std::abs(a[i] - b[i]));
  }
  // Of six digits in the table differences at 0.1 make rates good to 1e-5 of 0.2, 5e-5 of the largest.
  CHECK(worst < 1e-4 * most);
  CHECK(most > 0);
}

TEST_CASE(
    "elastic fdtd: the summary names layers, surface and sources, and the memory of all it holds") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  const Outcome outcome = place.call("check driven.json");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
  for (const char* part :
       {"x 3 and 4, y 3 and 3, z 0 and 2 cells", "2 layers, 1 object",
        "the lower end of the last direction free, by afda", "| memory    fields ",
        ", psi of layers ", ", media ", "staggered: literal"}) {
    CAPTURE(part);
    CHECK(contains(outcome.out, part));
  }
}
