// Where a component finds its medium, and the profile of the layers.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "hermite/core/case.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/component_media.hpp"
#include "hermite/media/cpml.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/media/voxels.hpp"
#include "tests/approx.hpp"

using namespace hermite;

TEST_CASE("A box holds its lower faces and not its upper ones; the last box counts") {
  Scene scene;
  scene.media = {{1, 1, 0, 0, false}, {2, 1, 0, 0, false}, {8, 2, 0, 0, false}};
  scene.bodies = {{{0.1, 0.1, 0.1}, {0.4, 0.4, 0.4}, 1}, {{0.3, 0.3, 0.3}, {0.6, 0.6, 0.6}, 2}};
  const std::array<double, 3> h = {0.1, 0.1, 0.1};
  CHECK(scene.at({0.05, 0.2, 0.2}, h) == 0);
  CHECK(scene.at({0.1 - 1e-12, 0.2, 0.2}, h) == 1);  // on the face but for rounding
  CHECK(scene.at({0.2, 0.2, 0.2}, h) == 1);
  CHECK(scene.at({0.4 - 1e-12, 0.2, 0.2}, h) == 0);
  CHECK(scene.at({0.35, 0.35, 0.35}, h) == 2);
  CHECK(scene.at({0.6, 0.5, 0.5}, h) == 0);
  CHECK(scene.fastest() == 1);
  CHECK(scene.media[2].speed() == 0.25);
}

TEST_CASE("Of bodies those are kept that have something between two places along an axis") {
  constexpr double all = Scene::everywhere;
  Scene scene;
  scene.bodies = {{{-all, 1, -all}, {all, 2, all}, 1}, {{-all, 4, -all}, {all, 5, all}, 2}};
  const auto kept = [&](int axis, double from, double to) {
    Scene some = scene;
    some.keep_between(axis, from, to);
    std::vector<int> media;
    for (const Scene::Body& body : some.bodies) media.push_back(body.medium);
    return media;
  };
  constexpr double little = 1e-9;
  CHECK(kept(1, 2 - little, 4 + little) == std::vector<int>{1, 2});
  CHECK(kept(1, 2 + little, 4 + little) == std::vector<int>{2});
  CHECK(kept(1, 2 - little, 4 - little) == std::vector<int>{1});
  CHECK(kept(1, 2 + little, 4 - little).empty());
  CHECK(kept(1, -1000, 4 - little) == std::vector<int>{1});
  CHECK(kept(1, 2 + little, 1000) == std::vector<int>{2});
  CHECK(kept(0, 2 + little, 4 - little) == std::vector<int>{1, 2});
}

TEST_CASE("What nodes have, looked up axis by axis, is what each place has") {
  std::mt19937 random(5);
  const auto uniform = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  Grid grid;
  grid.dimension = 3;
  grid.cells = {9, 8, 7};
  grid.upper = {0.9, 1.6, 1.4};
  grid.wall = {{{1, 1}, {0, 0}, {1, 2}}};
  grid.corners[0] = {0, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.65, 0.8, 0.9};
  Scene scene;
  scene.media.assign(75, Medium());
  auto voxels = std::make_shared<Voxels>();
  voxels->cells = {9, 5, 6};
  voxels->lower = grid.lower;
  voxels->upper = grid.upper;
  voxels->corners[0] = grid.corners[0];
  for (std::size_t i = 0; i < voxels->count(); ++i)
    voxels->index.push_back(static_cast<std::uint16_t>(random() % 4));
  // More of them than there are bits in a mark, of faces that lie on nodes too.
  for (int i = 0; i < 70; ++i) {
    Scene::Body body{{}, {}, 4 + i, static_cast<Scene::Shape>(i % 5)};
    for (std::size_t d = 0; d < 3; ++d) {
      const double h = grid.h(static_cast<int>(d));
      body.lower[d] = i % 2 == 0 ? h * static_cast<double>(random() % 6) : uniform(0, 0.8);
      body.upper[d] = body.lower[d] + (i % 2 == 0 ? h : uniform(0.01, 0.3));
    }
    scene.bodies.push_back(body);
  }
  for (const bool has_voxels : {false, true}) {
    if (has_voxels) scene.voxels = voxels;
    for (int kind = 0; kind < 8; ++kind) {
      const auto along = [&](int bit) { return kind >> bit & 1 ? Stagger::dual : Stagger::primal; };
      const Staggering stagger(along(0), along(1), along(2));
      const ComponentMedia media(scene, grid, stagger);
      const std::array<long, 3> nodes = grid.extents(stagger);
      for (long k = 0; k < nodes[2]; ++k)
        for (long j = 0; j < nodes[1]; ++j)
          for (long i = 0; i < nodes[0]; ++i) {
            const std::array<long, 3> node = {i, j, k};
            std::array<double, 3> x{}, h{};
            for (int d = 0; d < 3; ++d) {
              x[std::size_t(d)] = grid.node(d, node[std::size_t(d)], stagger[d]);
              h[std::size_t(d)] = grid.spacing(d, node[std::size_t(d)], stagger[d]);
            }
            CHECK(media.at(node) == scene.at(x, h));
          }
    }
  }
}

TEST_CASE("Objects: each constant of each body is its own, else the background's, losses 0") {
  const auto same = [](const Diagonal& found, std::array<double, 3> along) {
    return found.along == along;
  };
  Case input;
  input.dimension = 3;
  input.anisotropy = {{1, 2, 3}, {4, 5, 6}};
  input.conductivity = {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}};
  Case::Objects& o = input.objects;
  o.lower = {{0, 0, 0}, {1, 1, 1}};
  o.upper = {{1, 1, 1}, {2, 2, 2}};
  o.shape = {"cylinder-y"};
  o.kind = {"medium", "pec"};
  Grid grid;
  grid.dimension = 3;
  const Scene plain = make_scene(input, Source{"a.json"}, 2, 10, grid);
  REQUIRE(plain.media.size() == 3);
  REQUIRE(plain.bodies.size() == 2);
  for (const Medium& medium : plain.media) {
    CHECK(same(medium.permittivity, {2, 4, 6}));
    CHECK(same(medium.permeability, {40, 50, 60}));
  }
  CHECK(same(plain.media[0].conductivity, {0.1, 0.2, 0.3}));
  CHECK(same(plain.media[0].magnetic_conductivity, {0.4, 0.5, 0.6}));
  CHECK(same(plain.media[1].conductivity, {0, 0, 0}));
  CHECK(same(plain.media[1].magnetic_conductivity, {0, 0, 0}));
  for (int i = 0; i < 2; ++i) {
    CHECK(plain.bodies[std::size_t(i)].medium == i + 1);
    CHECK(plain.bodies[std::size_t(i)].shape == Scene::Shape::cylinder_y);
    CHECK(plain.media[std::size_t(i + 1)].pec == (i == 1));
  }
  o.permittivity = {{7}, {1, 2, 3}};
  o.permeability = {{2, 3, 4}, {8}};
  o.conductivity = {{0.5}, {0.1, 0, 0}};
  o.magnetic_conductivity = {{0, 0.2, 0}, {0.9}};
  const Scene own = make_scene(input, Source{"a.json"}, 2, 10, grid);
  CHECK(same(own.media[1].permittivity, {7, 7, 7}));
  CHECK(same(own.media[2].permittivity, {1, 2, 3}));
  CHECK(same(own.media[1].permeability, {2, 3, 4}));
  CHECK(same(own.media[2].permeability, {8, 8, 8}));
  CHECK(same(own.media[1].conductivity, {0.5, 0.5, 0.5}));
  CHECK(same(own.media[2].conductivity, {0.1, 0, 0}));
  CHECK(same(own.media[1].magnetic_conductivity, {0, 0.2, 0}));
  CHECK(same(own.media[2].magnetic_conductivity, {0.9, 0.9, 0.9}));
}

TEST_CASE("Ellipsoids and cylinders hold their surface, and the volume that they should") {
  const std::array<double, 3> h = {0.02, 0.02, 0.02};
  using Shape = Scene::Shape;
  const std::pair<Shape, double> shapes[] = {{Shape::ellipsoid, pi / 6},
                                             {Shape::cylinder_x, pi / 4},
                                             {Shape::cylinder_y, pi / 4},
                                             {Shape::cylinder_z, pi / 4},
                                             {Shape::box, 1}};
  for (const auto& [shape, share] : shapes) {
    Scene scene;
    scene.media = {{1, 1, 0, 0, false}, {2, 1, 0, 0, false}};
    scene.bodies = {{{0.1, 0.2, 0.3}, {0.9, 0.8, 1.1}, 1, shape}};
    long inside = 0;
    for (double z = 0.01; z < 1.4; z += 0.02)
      for (double y = 0.01; y < 1.4; y += 0.02)
        for (double x = 0.01; x < 1.4; x += 0.02) inside += scene.at({x, y, z}, h);
    // Points of a lattice, 40 x 30 x 40 about the body: 0.6 % off at most.
    CHECK(double(inside) * 8e-6 / (0.8 * 0.6 * 0.8) == relative(share, 0.01));
    // The middle of the lower x face: on the surface of all but the cylinder along x, in whose disc it is.
    CHECK(scene.at({0.1, 0.5, 0.7}, h) == 1);
    CHECK(scene.at({0.1 - 1e-9, 0.5, 0.7}, h) == 1);  // on it but for rounding
    CHECK(scene.at({0.1 - 1e-4, 0.5, 0.7}, h) == 0);
    // A corner.
    CHECK(scene.at({0.101, 0.201, 0.301}, h) == (shape == Shape::box ? 1 : 0));
  }
}

TEST_CASE("The slowest wave of a medium with directions has its E and H across each other") {
  Medium medium;
  medium.permittivity = Diagonal(2, 5, 9);
  medium.permeability = Diagonal(3, 1, 7);
  CHECK(medium.slowest() == 1 / std::sqrt(5 * 7.0));  // 9 and 7 are of one axis
  medium.permeability = 4;
  CHECK(medium.slowest() == 1 / 6.0);
}

TEST_CASE("Layers: nothing before them, mirror images at both ends, the formula within") {
  CpmlProfile profile{3, 1, 0.75, 15, 0.24, {}};
  for (auto& layers : profile.layers) layers = {10, 10};
  const Medium vacuum{8.8541878128e-12, 1.2566370621e-6, 0, 0, false};
  const double h = 1e-3, dt = 1.9e-12;
  for (const double position : {10.0, 25.0, 40.0}) {
    const CpmlValues v = cpml_at(profile, 0, position, 50, h, dt, vacuum);
    CHECK(v.kappa == 1);
    CHECK(v.c == 0);
  }
  for (const double depth : {0.5, 3.0, 7.5, 10.0}) {
    const CpmlValues lower = cpml_at(profile, 1, 10 - depth, 50, h, dt, vacuum);
    const CpmlValues upper = cpml_at(profile, 1, 40 + depth, 50, h, dt, vacuum);
    CHECK(lower.b == nearly(upper.b));
    CHECK(lower.c == relative(upper.c, 1e-13));  // b - 1 is about -0.1: ten times b's roundings
    // In vacuum the optimal sigma is 0.8 (m+1)/(eta0 h), eta0 = 376.73 Ohm, to 4e-11 of mu's eleven digits, and the
    // exponent of b is about 0.1.
    const double r = depth / 10, sigma = 0.75 * 0.8 * 4 / (376.730313668 * h) * r * r * r;
    const double kappa = 1 + 14 * r * r * r, alpha = 0.24 * (1 - r);
    const double b = std::exp(-(sigma / kappa + alpha) * dt / 8.8541878128e-12);
    CHECK(lower.kappa == nearly(kappa));
    CHECK(lower.b == relative(b, 1e-11));
    CHECK(lower.c == relative(sigma * (b - 1) / ((sigma + kappa * alpha) * kappa), 1e-10));
  }
}

TEST_CASE("Layers: a case's permittivity of vacuum is the profile's") {
  Grid grid;
  grid.dimension = 1;
  grid.cells[0] = 9;
  grid.wall[0] = {1, 1};
  Case input;
  input.cpml.upper = {3};
  CHECK_FALSE(make_cpml(input, grid, Source{"a.json"}).vacuum_permittivity.has_value());
  input.cpml.vacuum_permittivity = 0.5;
  CHECK(make_cpml(input, grid, Source{"a.json"}).vacuum_permittivity == 0.5);
}
