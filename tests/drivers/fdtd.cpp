// The solver fdtd by the command: its cases, its convergence, its refusals, its checkpoints.
#include <cmath>
#include <vector>

#include "hermite/core/grow.hpp"
#include "hermite/output/npy.hpp"
#include "tests/drivers/fdtd_runs.hpp"
#include "tests/drivers/table.hpp"

using namespace hermite;

namespace {

const Refusal refusals[] = {
    {"--set method.courant=1.01", {"--set: method.courant", "1.01", "at most 1", "unstable"}},
    {"--set system=acoustics --set grid.boundary=rigid --set initial.polarization=[] "
     "--set 'material={\"density\":1,\"speed\":1}'",
     {"\"maxwell\" or \"elastic\" with the solver fdtd"}},
    {"--set dimension=2 --set initial.waves=1 --set initial.polarization=[]",
     {"dimension", "found 2", "3 with"}},
    {"--set method.order=3", {"method.order", "found 3", "Yee"}},
    {"--set method.stages=4", {"method.stages", "found 4"}},
    {"--set kernel.pipeline=shift", {"kernel.pipeline", "shift", "yee"}},
    {"--set kernel.variant=registers", {"kernel.variant", "registers", "literal"}},
    {"--set kernel.variant=matrix", {"kernel.variant", "matrix", "literal"}},
    {"--set kernel.min_blocks=2", {"kernel.min_blocks", "found 2"}},
    {"--set kernel.layout=node-major", {"kernel.layout", "x1-innermost"}},
    {"--set kernel.slab=2", {"kernel.slab"}},
    {"--set kernel.truncate=false", {"kernel.truncate"}},
    {"--set cpml.lower=3", {"exact.kind", "cpml"}},
    {"--set conductivity.electric=1", {"exact.kind", "conductivity"}},
    {"--set exact.kind=none --set cpml.lower=5 --set cpml.upper=4",
     {"cpml.lower", "5 and 4", "together at most the 8"}},
    {"--set exact.kind=none --set cpml.upper=2 --set cpml.alpha_max=1 --set "
     "cpml.vacuum_permittivity=0",
     {"--set: cpml.vacuum_permittivity", "found 0", "a number, greater than 0"}},
    {"--set exact.kind=none --set grid.boundary=periodic --set cpml.upper=2",
     {"cpml.upper", "periodic", "0 there"}},
    {"--set exact.kind=none --set sources.points=[[1,1,2]] --set sources.width=1",
     {"sources.points", "point 1", "outside", "direction 3"}},
    {"--set exact.kind=none --set sources.points=[[0.5,0.5,0.5]]", {"sources.width", "missing"}},
    {"--set exact.kind=none --set sources.points=[[0.5,0.5,0.5]] --set sources.waveform=harmonic",
     {"sources.frequency", "missing"}},
    {"--set exact.kind=none --set sources.points=[[0.5,0.5,0.5]] --set sources.width=[1,2,3]",
     {"sources.width", "3 entries", "allowed one"}},
    {"--set exact.kind=none --set objects.lower=[[0,0,0]]",
     {"objects.upper", "0 points", "as many"}},
    {"--set exact.kind=none --set objects.lower=[[0,0,0]] --set objects.upper=[[1,1,0]]",
     {"objects.upper", "object 1", "direction 3"}},
    {"--set exact.kind=none --set objects.permittivity=-1",
     {"objects.permittivity", "-1", "greater than 0"}},
    {"--set grid.boundary=mur", {"exact.kind", "mur"}},
    {"--set exact.kind=none --set 'grid.boundary=[\"mur\",\"pec,mur\",\"pec\"]' --set cpml.upper=2",
     {"cpml.upper", "2 in direction 1", "mur"}},
    {"--set solver=hermite --set kernel.variant=tile", {"kernel.variant", "tile", "literal"}},
    {"--set kernel.variant=tile --set kernel.rows_per_block=1",
     {"kernel.rows_per_block", "found 1", "at least 2"}},
    {"--set exact.kind=none --set voxels.path=no.json", {"voxels.path", "no file", "no.json"}},
    {"--set solver=hermite --set grid.boundary=mur", {"grid.boundary", "mur", "pec, pmc"}},
    {"--set exact.kind=none --set incident.direction=+x --set incident.polarization=Ex",
     {"incident.polarization", "Ex", "across"}},
    {"--set exact.kind=none --set incident.direction=+x", {"incident.lower", "missing"}},
    {"--set exact.kind=none --set incident.direction=+x --set incident.lower=0.25 --set "
     "incident.upper=0.75",
     {"incident.width", "missing"}},
    {"--set exact.kind=none --set grid.boundary=periodic --set incident.direction=+x --set "
     "incident.width=1 --set incident.lower=0 --set incident.upper=1",
     {"incident.lower", "fills direction 1", "travels along it"}},
    {"--set exact.kind=none --set incident.direction=+x --set incident.lower=0 --set "
     "incident.upper=0.75",
     {"incident.lower", "direction 1", "a cell away"}},
    {"--set exact.kind=none --set incident.direction=+x --set incident.width=1 --set "
     "incident.lower=0.25 --set incident.upper=0.75 --set cpml.lower=[0,2,0]",
     {"--set: incident.lower", "0.25 in direction 2", "0.375 or more", "ends of the domain",
      "layers"}},
    {"--set exact.kind=none --set incident.direction=+x --set incident.width=1 --set "
     "incident.lower=0.25 --set incident.upper=0.75 --set cpml.upper=[0,0,2]",
     {"--set: incident.upper", "0.75 in direction 3", "0.625 or less", "ends of the domain",
      "layers"}},
    {"--set incident.direction=-z", {"exact.kind", "incident"}},
    {"--set solver=hermite --set incident.direction=-z", {"incident.direction", "fdtd only"}},
    {"--set conductivity.electric=-1", {"conductivity.electric", "-1"}},
    {"--set solver=hermite --set cpml.lower=2", {"cpml.lower", "fdtd only"}},
    {"--set solver=hermite --set sources.points=[[0.5,0.5,0.5]]", {"sources.points", "fdtd only"}},
    {"--set grid.x=[[3,1,2]]", {"--set: grid.x", "segments of 3 cells", "grid.cells, 8"}},
    {"--set grid.z=[[4,1,2],[4,2,0]]", {"grid.z", "the segment [4.0,2.0,0.0]", "greater than 0"}},
    {"--set grid.z=[8,1,2]", {"grid.z", "the segment [8.0]", "[cells, first side, last side]"}},
    {"--set solver=hermite --set grid.y=[[8,1,1]]", {"grid.y", "fdtd only"}},
    {"--set grid.x=[[4,1,1],[4,1,2]] --set method.courant=1.01",
     {"--set: method.courant", "1.01", "at most 1", "unstable"}},
    {"--set receivers.points=[[0.5,0.5,0.5],[0.5,0.5,1.01]]",
     {"--set: receivers.points", "found point 2, (0.5, 0.5, 1.01)",
      "points of the domain [0, 1] x [0, 1] x [0, 1]"}},
    {"--set receivers.points=[[-0.01,0.5,0.5]] --set receivers.fields=Hx",
     {"--set: receivers.points", "found point 1, (-0.01, 0.5, 0.5)"}},
    {"--set anisotropy.permittivity=[1,2,3]", {"exact.kind", "anisotropy"}},
    {"--set anisotropy.permeability=[1,1,2]", {"exact.kind", "anisotropy"}},
    {"--set conductivity.magnetic=[0,0,1]", {"exact.kind", "conductivity"}},
    {"--set voxels.path=model.json", {"exact.kind", "voxels"}},
    {"--set 'grid.boundary=[\"pec\",\"pec\",\"pec,mur\"]'", {"exact.kind", "mur"}},
    {"--set cpml.upper=[0,0,1]", {"exact.kind", "cpml"}},
    {"--set anisotropy.permittivity=0", {"anisotropy.permittivity", "greater than 0"}},
    {"--set solver=hermite --set anisotropy.permeability=2",
     {"anisotropy.permeability", "fdtd only"}},
    {"--set exact.kind=none --set objects.lower=[[0,0,0]] --set objects.upper=[[1,1,1]] --set "
     "objects.permittivity=[[1,2]]",
     {"objects.permittivity", "an entry of 2 numbers", "three of x, y and z"}},
    {"--set kernel.coefficients=table", {"kernel.coefficients", "table", "arrays"}},
    {"--set solver=hermite --set kernel.coefficients=arrays", {"kernel.coefficients", "fdtd only"}},
    {"--set solver=hermite --set spectra.frequencies=1", {"spectra.frequencies", "fdtd only"}},
    {"--set layers.begin=0.5", {"--set: layers.begin", "elastic only", "\"maxwell\""}},
    {"--set objects.density=2", {"objects.density", "elastic only"}},
    {"--set sources.moment=[1,2,3,4,5,6]", {"sources.moment", "elastic only"}},
    {"--set sources.strike=30", {"sources.strike", "elastic only"}},
    {"--set free_surface.operators=imaging", {"free_surface.operators", "elastic only"}},
    {"--set exact.kind=none --set sources.points=[[0.5,0.5,0.5]] --set sources.fields=vx",
     {"sources.fields", "vx", "Ex, Ey, Ez"}},
    {"--set exact.kind=none --set sources.points=[[0.5,0.5,0.5],[0.51,0.5,0.5]] --set "
     "sources.width=1 --set 'sources.kind=[\"soft\",\"hard\"]'",
     {"sources.points", "sources 1 and 2 at one edge", "one source at an edge"}},
    {"--set exact.kind=none --set sources.points=[[0.5,0.01,0.5]] --set sources.width=1 --set "
     "sources.kind=hard",
     {"sources.points", "the hard source 1 on the wall across direction 2", "within the domain"}},
    {"--set exact.kind=none --set sources.points=[[0.5,0.5,0.5],[0.51,0.5,0.5]] --set "
     "sources.width=1 --set 'sources.kind=[\"hard\",\"soft\"]'",
     {"sources.points", "sources 1 and 2 at one edge"}},
    {"--set sources.kind=given", {"sources.kind", "given", "\"soft\", \"hard\""}},
};

}  // namespace

TEST_CASE("fdtd: what it cannot do is refused before the first step, in one clear line") {
  const Workplace place;
  place.write("model.json", "{}");  // refused before it is read
  place.write("cavity.json", cavity);
  check_refused(place, "cavity.json", refusals);
  CHECK(contains(place.call("tune cavity.json --orders 2").error, "none with the solver fdtd"));
}

TEST_CASE(
    "fdtd: two steps in one sweep are two steps, also from data that electric walls do not allow") {
  const Workplace place;
  place.write("cavity.json", cavity);
  const std::string run =
      "run cavity.json --set grid.cells=40 --set initial.kind=gaussian --set initial.width=0.5 "
      "--set exact.kind=none --set kernel.variant=march --set kernel.steps_per_sweep=";
  REQUIRE(place.call(run + "1 --out one").code == 0);
  const Outcome pairs = place.call(run + "2 --out two");
  REQUIRE(pairs.code == 0);
  CHECK(contains(pairs.out, "two steps a sweep for 100 % of the cells"));
  double largest = 0, difference = 0;
  for (const char* field : {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"}) {
    const auto values = [&](const char* out) {
      return read_npy((place.folder / out / (std::string("final-") + field + ".npy")).string())
          .values;
    };
    const std::vector<double> expected = values("one"), found = values("two");
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      grow(largest, std::abs(expected[i]));
      grow(difference, std::abs(found[i] - expected[i]));
    }
  }
  CHECK(largest > 1e-2);  // something to compare: 0.55
  // Where the compiler contracts, the sums of both kernels round differently: ten times in each of 70 steps.
  CHECK(difference <= (HERMITE_STRICT_FP ? 0 : 70 * 10 * 2.3e-16 * largest));
}

TEST_CASE("fdtd: blocks larger than the grid change nothing") {
  const Workplace place;
  place.write("cavity.json", cavity);
  const auto error_of = [&](const std::string& keys) {
    const Outcome outcome = place.call("run cavity.json --tuned off --out out " + keys);
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    return place.json("out/results.json")["rows"][0]["error_max"].get<double>();
  };
  const double error = error_of("");
  for (const char* variant : {"literal", "march", "tile"})
    CHECK(error_of(std::string("--cells-per-block 128 --set kernel.rows_per_block=20 --set "
                               "kernel.planes_per_block=64 --set kernel.variant=") +
                   variant) == error);
}

TEST_CASE("fdtd: a cavity converges at order 2") {
  const Workplace place;
  place.write("cavity.json", cavity);
  const Outcome outcome = place.call("converge cavity.json --cells 16,32 --out out");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.out, "expected 2: verified"));
}

TEST_CASE("fdtd: sources with tables of their own") {
  const Workplace place;
  place.write("driven.json", driven_maxwell);
  place.write("up.csv", "0,0\n3,1\n6,0\n");
  place.write("down.csv", "0,0\n3,-1\n6,0\n");
  // Of opposite currents at one edge nothing is left; of twice the same something is.
  const auto run = [&](const std::string& tables) {
    const Outcome outcome = place.call(
        "run driven.json --out " + tables +
        " --set incident.direction=none --set sources.points=[[4,4,4.5],[4,4,4.5]] --set "
        "sources.fields=Ez --set sources.waveform=table --set sources.amplitude=1 --set "
        "sources.delay=0 --set 'sources.table=[\"up.csv\",\"" +
        tables + ".csv\"]'");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 0);
    double most = 0;
    for (const double v : read_table(place.folder / tables / "receivers.csv").column("Ez@1"))
      grow(most, std::abs(v));
    return most;
  };
  const double twice = run("up");
  CHECK(twice > 0);
  CHECK(run("down") < 1e-15 * twice);  // the rounding of a product, where the sum is an FMA
}

TEST_CASE("fdtd: pictures and summary of a graded grid show its cells") {
  const Workplace place;
  place.write("driven.json", driven_maxwell);
  const Outcome outcome = place.call(
      "run driven.json --set grid.x=[[8,1,3],[8,3,1]] --set snapshots.every=50 --set "
      "snapshots.fields=Ez --out out");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
  // Sides of x: 16 over twice the sum of 3^(i/7), i = 0..7.
  CHECK(contains(outcome.out, "h = 0.541657 to 1.62497"));
  CHECK(contains(content(place.folder / "out/snapshots.pvd"), "snapshot-000050.vtr"));
  const std::string picture = content(place.folder / "out/snapshot-000050.vtr");
  CHECK(contains(picture, "<RectilinearGrid WholeExtent=\"0 32 0 28 0 24\">"));
}

TEST_CASE("fdtd: E along electric walls begins as 0, not as what images leave of roundings") {
  const Workplace place;
  place.write("cavity.json", cavity);
  // No step changes Ex on the walls across y and z.
  const Outcome outcome = place.call(
      "run cavity.json --set initial.kind=gaussian --set initial.width=0.5 "
      "--set exact.kind=none --stop-after 1 --threads 1 --out out");
  REQUIRE(outcome.code == 0);
  const std::vector<double> ex = read_npy((place.folder / "out/final-Ex.npy").string()).values;
  REQUIRE(ex.size() == 9 * 9 * 8);
  double inside = 0, on_walls = 0;
  for (std::size_t i = 0; i < ex.size(); ++i) {
    const std::size_t y = i / 8 % 9, z = i / 72;
    const bool wall = y == 0 || y == 8 || z == 0 || z == 8;
    grow(wall ? on_walls : inside, std::abs(ex[i]));
  }
  CHECK(inside > 0.1);
  CHECK(on_walls == 0);
}

TEST_CASE("fdtd: at a wall of Mur, which is none to waves, records go on as they come to it") {
  const Workplace place;
  place.write("driven.json", driven_maxwell);
  // At both walls across x, and at the two nodes next to each that these fields have.
  const Outcome outcome = place.call(
      "run driven.json --threads 1 --out out --set grid.boundary=mur --set cpml.lower=0 "
      "--set cpml.upper=0 "
      "--set 'receivers.fields=[\"Ex\",\"Hy\",\"Hz\"]' --set receivers.points="
      "[[0,8.3,7.1],[0.5,8.3,7.1],[1.5,8.3,7.1],[16,8.3,7.1],[15.5,8.3,7.1],[14.5,8.3,7.1]]");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const Table table = read_table(place.folder / "out/receivers.csv");
  for (const std::string field : {"Ex", "Hy", "Hz"})
    for (const int first : {1, 4}) {
      const auto at = [&](int point) { return table.column(field + "@" + std::to_string(point)); };
      const std::vector<double> wall = at(first), near = at(first + 1), next = at(first + 2);
      double size = 0, slope = 0, off = 0;
      for (std::size_t row = 0; row < wall.size(); ++row) {
        grow(size, std::abs(near[row]));
        grow(slope, std::abs(near[row] - next[row]));
        grow(off, std::abs(wall[row] - 1.5 * near[row] + 0.5 * next[row]));
      }
      CAPTURE(field);
      CAPTURE(first);
      CHECK(slope > 0.1 * size);
      CHECK(off < 1e-14 * (size + slope));  // a few roundings
    }
}

TEST_CASE("fdtd: a run that was stopped goes on bit for bit") {
  check_fdtd_resume("");
  check_pairs_resume("");
}

TEST_CASE("fdtd: receivers and norms converge at order 2 to the exact solution, at all times") {
  check_fdtd_observers("");
}

TEST_CASE("fdtd: the summary names layers, media and sources, and the memory of all it holds") {
  const Workplace place;
  place.write("driven.json", driven_maxwell);
  const Outcome outcome = place.call("check driven.json");
  CHECK(outcome.code == 0);
  for (const char* part :
       {"x 3 and 4, y 3 and 3, z 3 and 2 cells", "2 objects", "| memory    fields ",
        ", psi of layers ", ", media ", "sources", "yee: literal"}) {
    CAPTURE(part);
    CHECK(contains(outcome.out, part));
  }
}
