// Voxel models: where each voxel lies, and what is refused.
#include "hermite/media/voxels.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/medium.hpp"
#include "tests/hermite/complaint.hpp"
#include "tests/hermite/media/voxel_folder.hpp"

using namespace hermite;

namespace {

const std::string media = R"("media": [{"permittivity": 3, "conductivity": 0.5}, {"kind": "pec"}])";
const std::string good = R"({"cells": [3, 2, 2], "type": "uint8", "data": "a.raw", )" + media + "}";
const std::string indices("\0\1\2\1\1\1\2\2\2\0\0\1", 12);

// A domain of 6 x 1 x 1, with voxels in it.
struct Setting {
  Case input;
  Grid grid;

  explicit Setting(const std::string& model) {
    input.dimension = grid.dimension = 3;
    input.grid.lower = {-3, 0, 1};
    input.grid.upper = {3, 1, 2};
    grid.lower = {-3, 0, 1};
    grid.upper = {3, 1, 2};
    grid.cells = {12, 10, 10};
    input.anisotropy = {{1, 1, 1}, {1, 1, 1}};
    input.conductivity = {{0.25, 0.25, 0.25}, {0, 0, 0}};
    input.voxels.path = model;
  }
  Scene scene() const { return make_scene(input, Source{"case.json"}, 1, 7, grid); }
};

std::string complaint(const std::string& head, const std::string& data) {
  const VoxelFolder folder;
  return complaint_of([&] { Setting(folder.model(head, data)).scene(); });
}

}  // namespace

TEST_CASE("Voxels fill the domain, x fastest, each with its lower faces") {
  for (const bool wide : {false, true}) {
    const VoxelFolder folder;
    std::string head = good, data = indices;
    if (wide) {
      head.replace(head.find("uint8"), 5, "uint16");
      data.clear();
      for (const char c : indices) data += std::string(1, c) + std::string(1, '\0');
    }
    Scene scene = Setting(folder.model(head, data)).scene();
    const std::array<double, 3> h = {0.5, 0.1, 0.1};
    for (int k = 0; k < 2; ++k)
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 3; ++i) {
          const double x = -3 + 2 * i, y = 0.5 * j, z = 1 + 0.5 * k;  // the lower corner
          const int expected = indices[std::size_t((k * 2 + j) * 3 + i)];
          CHECK(scene.at({x, y, z}, h) == expected);
          CHECK(scene.at({x + 1.99, y + 0.49, z + 0.49}, h) == expected);
        }
    CHECK(scene.at({3, 1, 2}, h) == 1);  // the last node of the domain: the last voxel
    CHECK(scene.media[1].permittivity == 3);
    CHECK(scene.media[1].permeability == 7);  // the background's
    CHECK(scene.media[1].conductivity == 0.5);
    CHECK(scene.media[2].conductivity == 0);
    CHECK(scene.media[2].pec);
    // A body goes before voxels.
    scene.bodies = {{{-3, 0, 1}, {-2, 1, 2}, 2}};
    CHECK(scene.at({-2.5, 0.1, 1.1}, h) == 2);
  }
}

TEST_CASE("Voxels of two bytes: more media than one byte numbers, the lower byte first") {
  std::string list;
  for (int m = 1; m <= 600; ++m)
    list += (m > 1 ? ", " : "") + std::string(R"({"permittivity": )") + std::to_string(m) + "}";
  std::string data;
  const std::array<int, 12> numbers = {0, 255, 256, 257, 511, 512, 600, 1, 2, 300, 44, 513};
  for (const int n : numbers) data += {static_cast<char>(n & 255), static_cast<char>(n >> 8)};
  const VoxelFolder folder;
  const Scene scene = Setting(folder.model(
                                  R"({"cells": [3, 2, 2], "type": "uint16", "data": "a.raw",
                                      "media": [)" +
                                      list + "]}",
                                  data))
                          .scene();
  for (std::size_t i = 0; i < 12; ++i) {
    const int medium =
        scene.at({-3 + 2 * double(i % 3), 0.5 * double(i / 3 % 2), 1 + 0.5 * double(i / 6)},
                 {0.5, 0.1, 0.1});
    CHECK(medium == numbers[i]);
    CHECK(scene.media[std::size_t(medium)].permittivity == (medium == 0 ? 1 : medium));
  }
}

TEST_CASE("Voxels of different sizes, and media with directions") {
  const VoxelFolder folder;
  std::string head = good;
  head.replace(head.find("3, \"cond"), 1, "[3, 4, 5]");
  Setting setting(folder.model(head, indices));
  setting.input.voxels.spacing = "cells";
  setting.grid.cells = {3, 2, 2};
  setting.grid.corners[0] = {-3, -2, 0, 3};
  const Scene scene = setting.scene();
  const std::array<double, 3> h = {0.5, 0.1, 0.1};
  const double lower[] = {-3, -2, 0}, upper[] = {-2, 0, 3};
  for (int i = 0; i < 3; ++i) {
    CHECK(scene.at({lower[i], 0, 1}, h) == indices[std::size_t(i)]);
    CHECK(scene.at({upper[i] - 0.01, 0.6, 1.6}, h) == indices[std::size_t(9 + i)]);
  }
  CHECK(scene.at({3, 0, 1}, h) == indices[2]);
  CHECK(scene.at({-4, 0, 1}, h) == indices[0]);
  for (int c = 0; c < 3; ++c) CHECK(scene.media[1].permittivity[c] == 3 + c);
  CHECK(scene.media[1].speed() == 1 / std::sqrt(3 * 7.0));
  CHECK(scene.media[1].slowest() == 1 / std::sqrt(5 * 7.0));
  CHECK_FALSE(scene.media[1].isotropic());
  CHECK_THROWS_AS(static_cast<double>(scene.media[1].permittivity), Error);
}

TEST_CASE("Voxel files of the wrong size or type, and an index without a medium, are refused") {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string head = good;
    head.replace(head.find(from), from.size(), to);
    return head;
  };
  CHECK(complaint(good, indices).empty());
  CHECK(contains(complaint(good, indices + "x"), "found 13 bytes, allowed 12"));
  CHECK(contains(complaint(with("uint8", "uint16"), indices), "found 12 bytes, allowed 24"));
  CHECK(contains(complaint(with("uint8", "float"), indices), "\"uint16\" or \"float32\""));
  CHECK(contains(complaint(R"({"cells": [3, 2, 2], "type": "float32", "data": "a.raw"})", ""),
                 "which are numbers of media"));
  CHECK(contains(complaint(R"({"cells": [3, 2, 2], "type": "float32", "density": "a.raw"})", ""),
                 "with the system maxwell"));
  CHECK(contains(complaint(with("[3, 2, 2]", "[3, 4]"), indices), "three whole numbers"));
  CHECK(contains(complaint(with("[3, 2, 2]", "[3, 0, 2]"), indices), "three whole numbers"));
  CHECK(contains(complaint(with("a.raw", "b.raw"), indices), ".json: data: found \"b.raw\""));
  CHECK(contains(complaint(with("a.raw", "b.raw"), indices), "b.raw: no such file"));
  CHECK(contains(complaint(with("a.raw", "."), indices), "is a folder"));
  CHECK(contains(complaint(with(", {\"kind\": \"pec\"}", ""), indices),
                 "index 2 of voxel (2, 0, 0)"));
  CHECK(contains(complaint(with("\"permittivity\": 3", "\"permittivity\": -3"), indices),
                 "media[0].permittivity: found -3"));
  CHECK(contains(complaint(with("conductivity", "condctivity"), indices), "no such key"));
}
