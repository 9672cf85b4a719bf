// What the sections sources and incident of a case become: forces, moments, edges, plane waves.
#include <doctest/doctest.h>

#include <cmath>

#include "hermite/core/case.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/cpml.hpp"
#include "hermite/sources/edge_sources.hpp"
#include "hermite/sources/elastic_sources.hpp"
#include "hermite/sources/incident_wave.hpp"
#include "tests/approx.hpp"
#include "tests/hermite/complaint.hpp"

using namespace hermite;

namespace {

const Source file{"case.json"};

Grid box(int dimension, int wall) {
  Grid grid;
  grid.dimension = dimension;
  for (std::size_t d = 0; d < std::size_t(dimension); ++d) {
    grid.cells[d] = 10;
    grid.upper[d] = 10;
    grid.wall[d] = {wall, wall};
  }
  return grid;
}

PointSource elastic(int dimension, const Case::Sources& sources) {
  Case input;
  input.system = "elastic";
  input.dimension = dimension;
  input.sources = sources;
  input.sources.points = {std::vector<double>(std::size_t(dimension), 5.0)};
  input.sources.width = {1};
  return make_point_sources(input, box(dimension, 1), file).front();
}

std::vector<EdgeSource> edges(const Grid& grid, const Case::Sources& sources) {
  Case input;
  input.dimension = 3;
  input.sources = sources;
  input.sources.width = {1};
  return make_sources(input, grid, file);
}

IncidentWave incident(const Grid& grid, const CpmlProfile& cpml, const Case::Incident& keys) {
  Case input;
  input.dimension = 3;
  input.incident = keys;
  std::vector<std::string> notices;
  return make_incident(input, grid, cpml, file, notices);
}

}  // namespace

TEST_CASE("Elastic sources: amplitude times a force, a tensor or a double couple, in its place") {
  Case::Sources s;
  s.amplitude = {-2};
  s.fields = {"vy"};
  CHECK(elastic(3, s).force == std::array<double, 3>{0, -2, 0});
  CHECK(elastic(2, s).force == std::array<double, 3>{0, -2, 0});
  s.fields = {"moment"};
  s.moment = {{1, 2, 3, 4, 5, 6}};
  CHECK(elastic(3, s).moment == std::array<double, 6>{-2, -4, -6, -8, -10, -12});
  CHECK(elastic(3, s).force == std::array<double, 3>{0, 0, 0});
  s.moment = {{1, 2, 3}};  // xx yy xy
  CHECK(elastic(2, s).moment == std::array<double, 6>{-2, -4, 0, -6, 0, 0});
  s.moment = {{1}, {2}, {3}};  // without brackets of its own
  CHECK(elastic(2, s).moment == std::array<double, 6>{-2, -4, 0, -6, 0, 0});
  s.fields = {"double-couple"};
  s.strike = {30};
  s.dip = {40};
  s.rake = {50};
  const std::array<double, 6> slip = double_couple(-2, 30, 40, 50);
  CHECK(elastic(3, s).moment == slip);
  s.axes = "east-north-up";
  CHECK(elastic(3, s).moment == east_north_up(slip));
}

TEST_CASE("Sources of Yee's grid: the nearest edge, round from one periodic end to the other") {
  Case::Sources s;
  s.fields = {"Ex", "Ey", "Ez"};
  // Ex lies between nodes along x, and on them along y and z; the point is nearest to the node after the last.
  s.points.assign(3, {9.8, 9.8, 9.8});
  const auto at = [&](int wall) {
    std::vector<std::array<long, 3>> all;
    for (const EdgeSource& e : edges(box(3, wall), s)) all.push_back(e.edge);
    return all;
  };
  using Edges = std::vector<std::array<long, 3>>;
  CHECK(at(0) == Edges{{9, 0, 0}, {0, 9, 0}, {0, 0, 9}});
  CHECK(at(-1) == Edges{{9, 10, 10}, {10, 9, 10}, {10, 10, 9}});
  s.points.assign(3, {0.2, 0.2, 0.2});
  CHECK(at(0) == Edges{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
}

TEST_CASE(
    "Sources of Yee's grid: what lies outside, and hard ones on electric walls, are refused") {
  const auto complaint = [](int axis, double place, const char* kind) {
    Case::Sources s;
    s.kind = {kind};
    s.fields = {axis == 2 ? "Ex" : "Ez"};  // along a wall across the axis
    s.points = {{5, 5, 5}};
    s.points[0][std::size_t(axis)] = place;
    return complaint_of([&] { edges(box(3, 1), s); });
  };
  for (int axis = 0; axis < 3; ++axis) {
    const std::string direction = "direction " + std::to_string(axis + 1);
    for (const double outside : {-0.1, 10.1})
      CHECK(contains(complaint(axis, outside, "soft"), "outside the domain in " + direction));
    for (const double wall : {0.0, 10.0}) {
      CHECK(complaint(axis, wall, "soft").empty());
      CHECK(contains(complaint(axis, wall, "hard"), "on the wall across " + direction));
    }
    CHECK(complaint(axis, 1, "hard").empty());
  }
  Case::Sources two;
  two.points = {{5, 5, 5}, {5, 5, 5}};
  for (const auto& kinds : {std::vector<std::string>{"soft", "hard"}, {"hard", "soft"}}) {
    two.kind = kinds;
    CHECK(contains(complaint_of([&] { edges(box(3, 1), two); }), "sources 1 and 2 at one edge"));
  }
  two.kind = {"soft"};
  CHECK(edges(box(3, 1), two).size() == 2);
}

TEST_CASE("A plane wave by angles: E is along theta where psi is 0, along phi where it is 90") {
  const Grid grid = box(3, 1);
  Case::Incident keys;
  keys.direction = "angles";
  keys.lower = {3, 3, 3};
  keys.upper = {7, 7, 7};
  keys.width = 1;
  // Directions of the grid itself: (1, 1, 0), (0, -1, 1) and (1, 0, 0).
  const double angles[][2] = {{90, 45}, {45, -90}, {90, 0}};
  for (const auto& [theta, phi] : angles)
    for (const double psi : {0.0, 30.0, 90.0, 200.0}) {
      CAPTURE(psi);
      keys.theta = theta;
      keys.phi = phi;
      keys.psi = psi;
      const IncidentWave wave = incident(grid, {}, keys);
      const double t = theta * degree, p = phi * degree, ct = std::cos(psi * degree),
                   cp = std::sin(psi * degree);
      const std::array<double, 3> e = {ct * std::cos(t) * std::cos(p) - cp * std::sin(p),
                                       ct * std::cos(t) * std::sin(p) + cp * std::cos(p),
                                       -ct * std::sin(t)};
      const std::array<double, 3> k = {std::sin(t) * std::cos(p), std::sin(t) * std::sin(p),
                                       std::cos(t)};
      for (std::size_t d = 0; d < 3; ++d) {
        // Sums of products of sines of angles that are rounded.
        CHECK(std::abs(wave.electric[d] - e[d]) < 1e-14);
        CHECK(std::abs(wave.direction(grid)[d] - k[d]) < 1e-14);
      }
    }
}

TEST_CASE("A plane wave by angles that the grid does not have: near to them, E across its way") {
  Grid grid = box(3, 1);
  grid.upper = {10, 12, 9};
  Case::Incident keys;
  keys.direction = "angles";
  keys.lower = {3, 3, 3};
  keys.upper = {7, 7, 7};
  keys.width = 1;
  for (const double theta : {11.0, 47.0, 83.0, 140.0})
    for (const double phi : {-170.0, -33.0, 13.0, 101.0})
      for (const double psi : {0.0, 30.0, 90.0}) {
        CAPTURE(psi);
        keys.theta = theta;
        keys.phi = phi;
        keys.psi = psi;
        const IncidentWave wave = incident(grid, {}, keys);
        const std::array<double, 3> k = wave.direction(grid), &e = wave.electric;
        const double t = theta * degree, p = phi * degree,
                     along = std::sin(t) * (std::cos(p) * k[0] + std::sin(p) * k[1]) +
                             std::cos(t) * k[2];
        // Beside an axis the next direction goes by one cell in eight, atan(12/9/8) = 9.5 degrees: half of them.
        CHECK(std::acos(along) / degree < 4.75);
        CHECK(std::abs(e[0] * k[0] + e[1] * k[1] + e[2] * k[2]) < 1e-14);
        CHECK(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] == nearly(1));
      }
}

TEST_CASE("A plane wave's box keeps a cell from layers and walls, and has a cell itself") {
  const Grid grid = box(3, 1);
  CpmlProfile cpml;
  cpml.layers[1] = {2, 3};
  Case::Incident keys;
  keys.direction = "+x";
  keys.width = 1;
  const auto complaint = [&](std::vector<double> lower, std::vector<double> upper) {
    keys.lower = std::move(lower);
    keys.upper = std::move(upper);
    return complaint_of([&] { incident(grid, cpml, keys); });
  };
  CHECK(complaint({1, 3, 1}, {9, 6, 9}).empty());
  CHECK(contains(complaint({0, 3, 1}, {9, 6, 9}), "allowed 1 or more"));
  CHECK(contains(complaint({1, 2, 1}, {9, 6, 9}), "allowed 3 or more"));
  CHECK(contains(complaint({1, 3, 1}, {9, 6, 10}), "allowed 9 or less"));
  CHECK(contains(complaint({1, 3, 1}, {9, 7, 9}), "allowed 6 or less"));
  CHECK(contains(complaint({1, 3, 5}, {9, 6, 5}), "more than incident.lower"));
  CHECK(complaint({1, 3, 5}, {9, 6, 6}).empty());
  keys.width = 0;
  CHECK(contains(complaint({1, 3, 1}, {9, 6, 9}), "incident.width"));
}
