// Elastic media voxel by voxel: by index, and values in every voxel.
#include <doctest/doctest.h>

#include <cmath>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/elastic_medium.hpp"
#include "hermite/systems/elastic.hpp"
#include "tests/approx.hpp"
#include "tests/hermite/complaint.hpp"
#include "tests/hermite/media/voxel_folder.hpp"

using namespace hermite;

namespace {

const Elastic rock(2600, 4000, 2000);

// A box of 3 x 2 x 4 cells between walls.
struct Setting {
  Case input;
  Grid grid;

  Setting() {
    input.dimension = grid.dimension = 3;
    input.grid.lower = {0, 0, 0};
    input.grid.upper = {3, 2, 4};
    grid.cells = {3, 2, 4};
    grid.upper = {3, 2, 4};
    for (auto& wall : grid.wall) wall = {1, 1};
  }
  ElasticScene scene(const std::string& model = "") {
    input.voxels.path = model;
    return make_elastic_scene(input, Source{"case.json"}, rock, grid);
  }
  // f(i, j, k, place) for all nodes.
  template <class F>
  void each_node(F&& f) const {
    for (long k = 0; k <= grid.cells[2]; ++k)
      for (long j = 0; j <= grid.cells[1]; ++j)
        for (long i = 0; i <= grid.cells[0]; ++i)
          f(i, j, k, std::array<double, 3>{double(i), double(j), double(k)});
  }
};

// Values of a model of as many voxels as the box has nodes.
constexpr long nx = 4, ny = 3, nz = 5;
std::vector<float> values(float first, float step) {
  std::vector<float> list;
  for (long n = 0; n < nx * ny * nz; ++n) list.push_back(first + step * float(n));
  return list;
}
const std::string valued = R"({"cells": [4, 3, 5], "type": "float32", "p_speed": "vp.raw", )"
                           R"("density": "rho.raw"})";

std::string complaint(Setting setting, const std::string& head, const std::string& data,
                      const std::vector<float>& vp = values(4000, 10)) {
  const VoxelFolder folder;
  folder.write("vp.raw", vp);
  folder.write("rho.raw", values(2000, 1));
  return complaint_of([&] { setting.scene(folder.model(head, data)); });
}

}  // namespace

TEST_CASE("Elastic voxels by index: two halves are two layers, averages at their face included") {
  Setting layered, setting;
  layered.input.layers.begin = {2};
  layered.input.layers.density = {2700};
  layered.input.layers.p_speed = {6000};
  layered.input.layers.s_speed = {3464};
  const VoxelFolder folder;
  const ElasticScene expected = layered.scene(),
                     scene = setting.scene(folder.model(
                         R"({"cells": [1, 1, 2], "type": "uint8", "data": "a.raw", "media":
                             [{"density": 2700, "p_speed": 6000, "s_speed": 3464}]})",
                         std::string("\0\1", 2)));
  CHECK_FALSE(scene.uniform());
  setting.each_node([&](long, long, long, const std::array<double, 3>& x) {
    CHECK(scene.at_node(setting.grid, x) == expected.at_node(setting.grid, x));
  });
  CHECK(scene.at_node(setting.grid, {1, 1, 2}).density == 2650);
  CHECK(scene.fastest() == expected.fastest());
  CHECK(scene.slowest() == expected.slowest());
}

TEST_CASE("Values in every voxel: as many voxels as nodes give each node its voxel's") {
  const VoxelFolder folder;
  folder.write("vp.raw", values(4100, 10));
  folder.write("rho.raw", values(2000, 1));
  Setting setting;
  setting.input.objects.lower = {{0, 0, 3.5}};
  setting.input.objects.upper = {{3, 2, 9}};
  const ElasticScene scene = setting.scene(folder.model(valued, ""));
  CHECK_FALSE(scene.uniform());
  setting.each_node([&](long i, long j, long k, const std::array<double, 3>& x) {
    const float n = float((k * ny + j) * nx + i);
    // No s_speed in the model, so the background's; bodies lie in the voxels.
    const ElasticMedium given = k == 4 ? ElasticMedium::of_speeds(2600, 4000, 2000)
                                       : ElasticMedium::of_speeds(2000 + n, 4100 + 10 * n, 2000);
    const ElasticMedium found = scene.at_node(setting.grid, x);
    CHECK(found.density == given.density);
    CHECK(found.lambda == nearly(given.lambda));
    CHECK(found.mu == nearly(given.mu));
  });
  CHECK(scene.fastest() == nearly(4100 + 10 * (nx * ny * nz - 1)));
  CHECK(scene.slowest() == nearly(2000));
}

TEST_CASE("Elastic voxels that are wrong are refused with file, key and voxel") {
  const Setting setting;
  const std::string indexed =
      R"({"cells": [1, 1, 2], "type": "uint8", "data": "a.raw", "media": [{"p_speed": 5000}]})";
  const std::string data("\0\1", 2);
  const auto with = [](std::string head, const std::string& from, const std::string& to) {
    return head.replace(head.find(from), from.size(), to);
  };
  CHECK(complaint(setting, indexed, data).empty());
  CHECK(
      contains(complaint(setting, with(indexed, "5000", "0"), data), "media[0].p_speed: found 0"));
  CHECK(contains(complaint(setting, with(indexed, "5000", "[1, 2, 3]"), data), "media[0].p_speed"));
  CHECK(contains(complaint(setting, with(indexed, "p_speed", "conductivity"), data),
                 "allowed are density, p_speed, s_speed"));
  CHECK(contains(complaint(setting, with(indexed, "5000", "2100"), data), "media[0].s_speed"));
  CHECK(contains(complaint(setting, indexed, data + data), "found 4 bytes, allowed 2"));

  CHECK(complaint(setting, valued, "").empty());
  CHECK(contains(complaint(setting, with(valued, "vp.raw", "vs.raw"), ""), "no such file"));
  CHECK(contains(complaint(setting, valued, "", {1, 2}), "found 8 bytes, allowed 240"));
  std::vector<float> bad = values(4000, 10);
  for (const float value : {-1.0f, 0.0f, float(NAN), float(INFINITY)}) {
    bad[7] = value;
    CHECK(contains(complaint(setting, valued, "", bad), "in voxel (3, 1, 0)"));
  }
  bad[7] = 2100;
  CHECK(contains(complaint(setting, valued, "", bad), "in voxel (3, 1, 0) with a p_speed of 2100"));
  std::vector<float> last = values(4000, 10);
  last.back() = 2100;
  CHECK(
      contains(complaint(setting, valued, "", last), "in voxel (3, 2, 4) with a p_speed of 2100"));
  CHECK(contains(complaint(setting, with(valued, "density", "desnity"), ""),
                 "desnity: there is no such key; allowed are cells, type, density"));
  CHECK(contains(complaint(setting, R"({"cells": [4, 3, 5], "type": "float32"})", ""),
                 "without a file of values"));
  Setting flat;
  flat.input.dimension = flat.grid.dimension = 2;
  flat.grid.cells = {3, 4, 1};
  CHECK(contains(complaint(flat, valued, ""), "4 x 3 x 5, allowed 1 along the axes"));
}
