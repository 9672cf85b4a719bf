// A plane wave along a graded axis, whose sides grow by a tenth a cell at the ends of its box: in a medium without bodies it
// is what it was asked for, with its own size, and nothing comes after it.
#include <cmath>

#include "hermite/core/grow.hpp"
#include "tests/approx.hpp"
#include "tests/drivers/fdtd_runs.hpp"

using namespace hermite;

TEST_CASE("fdtd: a plane wave along a graded axis has its size, and nothing comes back") {
  const Workplace place;
  // Sides of 4 to 1 to 4, unit speed; the pulse is as long as 60 of the widest.
  place.write("graded.json", R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3,
    "grid": { "cells": [2, 2, 50], "upper": [1, 1, 96], "boundary": ["periodic", "periodic", "pec"],
              "z": [[15, 4, 1], [20, 1, 1], [15, 1, 4]] },
    "material": { "permittivity": 1, "permeability": 1 },
    "cpml": { "lower": [0, 0, 6], "upper": [0, 0, 6], "alpha_max": 0 },
    "incident": { "polarization": "Ex", "width": 60, "delay": 240 },
    "receivers": { "points": [[0.25, 0, 48]], "fields": "Ex" },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 900 } })");
  for (const char* const direction : {"+z", "-z"}) {
    CAPTURE(direction);
    const Outcome outcome =
        place.call(std::string("run graded.json --no-final --out out --set incident.lower=[0,0,27] "
                               "--set incident.upper=[1,1,69] --set incident.direction=") +
                   direction);
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    const Table table = read_table(place.folder / "out/receivers.csv");
    const std::vector<double>&time = table.column("time"), &field = table.column("Ex@1");
    double most = 0, after = 0;
    for (std::size_t i = 0; i < time.size(); ++i) {
      grow(most, field[i]);
      if (time[i] > 600) grow(after, std::abs(field[i]));  // 5 widths after the peak
    }
    CHECK(most == relative(1, 0.001));
    CHECK(after < 0.001);
  }
}
