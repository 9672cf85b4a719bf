// Receivers, norms and snapshots of whole runs, against exact solutions.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "tests/drivers/command.hpp"
#include "tests/drivers/table.hpp"

using namespace hermite;

namespace {

const char* const acoustics = R"({
  "system": "acoustics", "dimension": 2,
  "grid": { "cells": 8 },
  "material": { "density": 1.2, "speed": 1.5 },
  "initial": { "kind": "plane-wave", "waves": [1, 2] },
  "method": { "order": 2, "courant": 0.7 },
  "time": { "final": 0.4 },
  "receivers": { "points": [[0.12, 0.3], [0, 0], [1, 1], [0.97, 0.99]] },
  "norms": { "every": 1 }
})";

/// p of the case above.
double pressure(double x, double y, double t) {
  return std::sin(two_pi * (x + 2 * y) - two_pi * std::sqrt(5.0) * 1.5 * t);
}

}  // namespace

TEST_CASE("receivers converge at order 2N+1 to the exact solution, at all times") {
  const Workplace place;
  place.write("a.json", acoustics);
  for (const int order : {1, 2}) {
    std::vector<double> errors;
    for (const int cells : {12, 24}) {
      const Outcome outcome =
          place.call("run a.json --threads 1 --out out --set receivers.every=2 --set grid.cells=" +
                     std::to_string(cells) + " --set method.order=" + std::to_string(order));
      CAPTURE(outcome.error);
      REQUIRE(outcome.code == 0);
      const Table table = read_table(place.folder / "out/receivers.csv");
      REQUIRE(table.columns.size() == 2 + 4 * 3);
      CHECK(table.columns[2] == "p@1");
      CHECK(table.columns[13] == "vy@4");
      CHECK(table.column("step")[1] == 2);
      double worst = 0;
      for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const double t = table.column("time")[row];
        grow(worst, std::abs(table.column("p@1")[row] - pressure(0.12, 0.3, t)));
        grow(worst, std::abs(table.column("p@4")[row] - pressure(0.97, 0.99, t)));
        // v = k / (|k| rho c) p
        const double v = 2 / std::sqrt(5.0) / (1.2 * 1.5);
        grow(worst, std::abs(table.column("vy@4")[row] - v * pressure(0.97, 0.99, t)));
      }
      CHECK(table.column("p@2") == table.column("p@3"));  // one point of the periodic domain
      errors.push_back(worst);
    }
    // As `hermite converge` judges it.
    CHECK(std::log2(errors[0] / errors[1]) > 2 * order + 1 - 0.3);
  }
}

TEST_CASE("the energy of a plane wave is A^2/(4K) per mode and volume, and does not grow") {
  const Workplace place;
  place.write("a.json", acoustics);
  // 1/2 (p^2/K + rho v^2), both of mean 1/2 /K; K = rho c^2. No walls, unit square.
  const double wanted = 0.5 / (1.2 * 1.5 * 1.5);
  std::vector<double> misses;
  for (const char* cells : {"8", "16"}) {
    REQUIRE(place.call(std::string("run a.json --threads 1 --out out --set grid.cells=") + cells)
                .code == 0);
    const Table table = read_table(place.folder / "out/norms.csv");
    const std::vector<double> energy = table.column("energy");
    // The method's seminorm never grows, and the energy follows it to the interpolation's error.
    CHECK(energy.back() <= energy.front());
    // Of 8 cells for two waves: 0.5 % are lost.
    CHECK(energy.back() > 0.985 * energy.front());
    misses.push_back(std::abs(energy.front() - wanted) / wanted);
    CHECK(table.column("error_max").front() < 1e-14);  // the rounding of a sine
    CHECK(table.column("error_l2").back() <= table.column("error_max").back());
    CHECK(table.column("error_max").back() ==
          place.json("out/results.json")["rows"][0]["error_max"]);
  }
  // Interpolation is of order 2N+2 = 6, and its error's product with the field averages out to no
  // less: 2^6 = 64 is expected, 61 and 2.9e-4 were seen.
  CHECK(misses[0] < 5e-4);
  CHECK(misses[0] / misses[1] > 50);
}

TEST_CASE("snapshots hold the interpolants, their derivatives, and their times") {
  const Workplace place;
  place.write("a.json", acoustics);
  for (const bool single : {false, true}) {
    const Outcome outcome =
        place.call(std::string("run a.json --threads 1 --out out --set snapshots.every=3 --set "
                               "snapshots.fields=p --set "
                               "snapshots.derivatives=true --set snapshots.points_per_cell=3 --set "
                               "grid.cells=[16,12] --set method.order=3 --precision ") +
                   (single ? "single" : "double"));
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    const std::string list = content(place.folder / "out/snapshots.pvd");
    CHECK(contains(list, "file=\"snapshot-000003.vti\""));
    CHECK(contains(list, "timestep=\"0\""));
    const double t = place.json("out/manifest.json")["outcome"]["time"].get<double>() /
                     place.json("out/manifest.json")["outcome"]["steps"].get<double>() * 3;
    const std::string bytes = content(place.folder / "out/snapshot-000003.vti");
    const std::string mark = "<AppendedData encoding=\"raw\">\n_";
    const std::size_t begin = bytes.find(mark) + mark.size(), size = single ? 4 : 8;
    CHECK(contains(bytes, "WholeExtent=\"0 48 0 36 0 0\""));
    CHECK(contains(bytes, "Name=\"p_y\""));
    CHECK_FALSE(contains(bytes, "Name=\"vx\""));
    const long points = 49 * 37;
    const auto value = [&](long array, long i) {
      const char* at =
          bytes.data() + begin + array * (8 + points * long(size)) + 8 + i * long(size);
      float f;
      double d;
      std::memcpy(&f, at, 4);
      if (single) return double(f);
      std::memcpy(&d, at, 8);
      return d;
    };
    double worst = 0, worst_slope = 0;
    for (long i = 0; i < points; ++i) {
      const double x = double(i % 49) / 48, y = double(i / 49) / 36;
      grow(worst, std::abs(value(0, i) - pressure(x, y, t)));
      // p_y = 2 p_x; a quarter of a period later.
      const double slope =
          2 * two_pi * std::cos(two_pi * (x + 2 * y) - two_pi * std::sqrt(5.0) * 1.5 * t);
      grow(worst_slope, std::abs(value(2, i) - slope));
      grow(worst_slope, std::abs(2 * value(1, i) - slope));
    }
    // Interpolation at 12 cells for two waves, k h = 1: (kh/2)^8/8! = 1.4e-7 of the field, and less by a
    // power of kh for the slope; to this come the errors of three steps, and floats: up to 1.0e-6 and 3.8e-5 were seen.
    CHECK(worst < 3e-6);
    CHECK(worst_slope < 1.2e-4);
  }
}

TEST_CASE("what cannot be observed is refused before the run") {
  const Workplace place;
  place.write("a.json", acoustics);
  const auto complaint = [&](const std::string& set) {
    const Outcome outcome = place.call("run a.json --out out " + set);
    CHECK(outcome.code == 3);
    CHECK(lines(outcome.error) == 1);
    CHECK(place.call("check a.json " + set).error == outcome.error);
    return outcome.error;
  };
  CHECK(contains(complaint("--set receivers.points=[[0,0],[0.5,1.5]]"),
                 "--set: receivers.points: found point 2, (0.5, 1.5), allowed points of the domain "
                 "[0, 1] x [0, 1]"));
  CHECK(contains(complaint("--set receivers.points=[[0.5]]"), "2 coordinates"));
  CHECK(contains(complaint("--set receivers.points=[[0.5,null]]"), "list of points"));
  CHECK(contains(complaint("--set receivers.fields=vz"), "receivers.fields: found \"vz\""));
  CHECK(contains(complaint("--set snapshots.fields=[p,p]"), "snapshots.fields"));
  CHECK(contains(complaint("--set snapshots.every=8 --set 'snapshots.fields=[\"p\",\"p\"]'"),
                 "each field once"));
  CHECK(contains(complaint("--set receivers.every=0"), "1 to"));
  CHECK(contains(complaint("--set checkpoint.on_failure=panic"), "stop"));
  CHECK(contains(place.call("run a.json --checkpoint-every x").error,
                 "--checkpoint-every: checkpoint.every"));
  CHECK_FALSE(place.has("out"));
}

TEST_CASE(
    "elastic fdtd: between nodes fields are recorded to fourth order, as the scheme has them") {
  const Workplace place;
  place.write("wave.json", R"({
    "solver": "fdtd", "system": "elastic", "dimension": 2,
    "grid": { "cells": 16, "boundary": "periodic" },
    "material": { "density": 1, "p_speed": 1, "s_speed": 0.55 },
    "initial": { "kind": "plane-wave", "waves": [1, 1], "mode": "S" },
    "method": { "courant": 0.8 }, "time": { "final": 1e-9 } })");
  // 1/3 lies as far from the nearest nodes on all of these grids, of one side or the other; all before time passes.
  std::vector<std::vector<double>> recorded;
  for (const int cells : {16, 32, 64}) {
    const Outcome outcome = place.call(
        "run wave.json --set "
        "receivers.points=[[0.3333333333333333,0.3333333333333333]] "
        "--out out --set grid.cells=" +
        std::to_string(cells));
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    const Table table = read_table(place.folder / "out/receivers.csv");
    recorded.emplace_back();
    for (const char* field : {"vx", "vy", "sxx"})
      recorded.back().push_back(table.column(std::string(field) + "@1").front());
  }
  for (std::size_t f = 0; f < recorded[0].size(); ++f) {
    CAPTURE(f);
    const double coarse = recorded[0][f] - recorded[1][f], fine = recorded[1][f] - recorded[2][f];
    CHECK(std::abs(fine) > 1e-6);
    CHECK(coarse / fine == doctest::Approx(16).epsilon(0.2));
  }
}
