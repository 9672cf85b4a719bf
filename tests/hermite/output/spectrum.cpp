// What a running Fourier transform samples, where and how, and which frequencies it refuses.
#include "hermite/output/spectrum.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>

#include "hermite/core/case.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/grid/yee.hpp"
#include "tests/hermite/complaint.hpp"

using namespace hermite;

namespace {

// Of 100 steps of 1/4.
Spectrum plan(double frequency, long every, double begin) {
  return plan_spectrum("spectra", {frequency}, every, begin, {100, 0.25, 0.9}, Source{"case.json"});
}
std::string complaint(double frequency, long every, double begin) {
  return complaint_of([&] { plan(frequency, every, begin); });
}

Grid cube() {
  Grid grid;
  grid.dimension = 3;
  grid.cells = {10, 10, 10};
  for (auto& wall : grid.wall) wall = {1, 1};
  return grid;
}

}  // namespace

TEST_CASE("A transform's samples: from the first step after its begin to the end of the run") {
  CHECK(plan(0.1, 1, 0).first == 1);
  CHECK(plan(0.1, 1, 0).samples() == 100);
  CHECK(plan(0.1, 1, 0.1).first == 1);
  CHECK(plan(0.1, 1, 5.1).first == 21);
  // Of a begin at the end of a step, rounded or not: as many as there are steps from there.
  for (long step = 0; step < 100; ++step)
    for (const double off : {1 - 1e-15, 1.0, 1 + 1e-15})
      CHECK(plan(0.1, 1, 0.25 * double(step) * off).samples() == 100 - step);
  CHECK(plan(0.1, 1, 5.1).samples() == 80);
  CHECK(plan(0.1, 3, 5.1).samples() == 27);  // steps 21, 24, ... 99
  CHECK(plan(0.1, 1, 24.9).samples() == 1);
  CHECK(contains(complaint(0.1, 1, 25.1), "before the end of the run"));
}

TEST_CASE("A transform's frequencies: a period has more than two steps, and two samples") {
  CHECK(complaint(1.99, 1, 0).empty());
  CHECK(contains(complaint(2.01, 1, 0), "less than 2.0: a period needs more than two steps"));
  CHECK(complaint(0.49, 4, 0).empty());
  CHECK(contains(complaint(0.51, 4, 0), "more than two samples"));
}

TEST_CASE("A transform's nodes: those of a box, its faces among them, else the nearest") {
  Case input;
  input.dimension = 3;
  Grid grid;
  grid.dimension = 3;
  grid.cells = {10, 8, 6};
  grid.upper = {10, 8, 6};
  grid.wall = {{{1, 1}, {0, 0}, {1, -1}}};
  input.spectra.frequencies = {0.1};
  const auto regions = [&] {
    return make_spectra(input, grid, {100, 0.25, 0.9}, Source{"case.json"}).regions;
  };
  const auto check = [](const SpectrumRegion& region, int field, std::array<long, 3> lower,
                        std::array<long, 3> nodes) {
    CHECK(region.field == field);
    CHECK(region.lower == lower);
    CHECK(region.nodes == nodes);
  };
  // All of every field where nothing is said.
  REQUIRE(regions().size() == 6);
  for (int f = 0; f < 6; ++f)
    check(regions()[std::size_t(f)], f, {0, 0, 0}, grid.extents(yee_staggering(f)));
  input.spectra.fields = {"Hx", "Ex"};
  input.spectra.lower = {2, 2, 2};
  input.spectra.upper = {4, 4, 4};
  REQUIRE(regions().size() == 2);
  check(regions()[0], 3, {2, 2, 2}, {3, 2, 2});
  check(regions()[1], 0, {2, 2, 2}, {2, 3, 3});
  input.spectra.lower = input.spectra.upper = {2.1, 2.6, 3};
  check(regions()[1], 0, {2, 3, 3}, {1, 1, 1});
  for (std::size_t d = 0; d < 3; ++d) {
    const double end = grid.upper[d];
    const std::string where = " in direction " + std::to_string(d + 1);
    input.spectra.lower = {0, 0, 0};
    input.spectra.upper = {10, 8, 6};
    CHECK(complaint_of(regions).empty());
    input.spectra.upper[d] = end + 0.1;
    CHECK(contains(complaint_of(regions), "spectra.upper: found"));
    input.spectra.upper[d] = 1;
    input.spectra.lower[d] = 1.5;
    CHECK(contains(complaint_of(regions), where));
    input.spectra.lower[d] = -0.1;
    CHECK(contains(complaint_of(regions), "spectra.lower: found"));
  }
}

TEST_CASE("A box holds the nodes on its ends, whatever they are rounded to") {
  // Sides of 0.1, so that most nodes are not quite where they are asked for.
  for (long lower = 0; lower <= 10; ++lower)
    for (long upper = lower; upper <= 10; ++upper) {
      Case input;
      input.dimension = 3;
      input.spectra.frequencies = {1};
      input.spectra.fields = {"Ez", "Hz"};
      input.spectra.lower.assign(3, 0.1 * static_cast<double>(lower));
      input.spectra.upper.assign(3, 0.1 * static_cast<double>(upper));
      const Spectrum s = make_spectra(input, cube(), {100, 0.01, 1}, {});
      REQUIRE(s.regions.size() == 2);
      // Nodes of Ez along x are whole, those of Hz half.
      CHECK(s.regions[0].lower[0] == lower);
      CHECK(s.regions[0].nodes[0] == upper - lower + 1);
      if (upper == lower) continue;
      CHECK(s.regions[1].lower[0] == lower);
      CHECK(s.regions[1].nodes[0] == upper - lower);
      CHECK(s.size() == s.regions[0].size() + s.regions[1].size());
    }
}

TEST_CASE("A sample weighs as much as the steps up to the next, at its own time") {
  const Spectrum s = plan_spectrum("spectra", {0.1}, 2, 0, {100, 0.25, 1}, {});
  for (const double offset : {0.0, -0.5})
    for (const long step : {1L, 7L, 100L}) {
      const std::complex<double> found = s.phase(0.1, step, offset);
      const double angle = 2 * pi * 0.1 * 0.25 * (static_cast<double>(step) + offset);
      // Roundings of angles of up to 16.
      CHECK(std::abs(found - 0.5 * std::polar(1.0, -angle)) < 1e-14);
    }
}
