// Media voxel by voxel, from two files: what a segmented scan, or a model that a program made, comes as.
//
//   head.json   { "cells": [312, 328, 325], "type": "uint8", "data": "head.raw",
//                 "media": [ { "permittivity": 4.4e-10, "conductivity": 0.7 }, { "kind": "pec" } ] }
//   head.raw    the indices, x fastest, then y, then z, nothing before or between; uint16 with the low
//               byte first. Index 0 is the background, i > 0 is media[i - 1], whose missing keys are as
//               the background's, not conducting. A constant is a number, or three in a list, of x,
//               y and z.
//
// The voxels fill the domain, all of one size whatever the grid, or (voxels.spacing "cells") as large as the
// grid's cells are: a component takes the medium of the voxel that its own place lies in, lower faces
// included.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hermite/media/medium.hpp"

namespace hermite {

struct Voxels {
  std::array<long, 3> cells{};
  std::array<double, 3> lower{}, upper{};  // the domain
  // Where voxels begin and the last ends along axes on which they differ, else empty.
  std::array<std::vector<double>, 3> corners{};
  std::vector<std::uint16_t> index;  // [z][y][x]
  std::vector<Medium> media;         // of the indices from 1 on

  /// The index at x; `slack`: how far beyond a face still is on it. Outside the domain that of the
  /// nearest voxel.
  long at(const std::array<double, 3>& x, const std::array<double, 3>& slack) const;
};

/// Throws CaseError for files of the wrong size or type, and for an index without a medium.
std::shared_ptr<Voxels> read_voxels(const std::string& file, const Medium& background);

}  // namespace hermite
