// Media voxel by voxel, from a head and files of raw data: what a segmented scan, a velocity model, or a
// model that a program made, comes as.
//
//   head.json   { "cells": [312, 328, 325], "type": "uint8", "data": "head.raw",
//                 "media": [ { "permittivity": 4.4e-10, "conductivity": 0.7 }, { "kind": "pec" } ] }
//   head.raw    the indices, x fastest, then y, then z, nothing before or between; uint16 with the low
//               byte first. Index 0 is the background, i > 0 is media[i - 1], whose missing keys are as
//               the background's, not conducting. A constant of Maxwell's equations is a number, or three
//               in a list, of x, y and z; a medium of elastic waves has density, p_speed and s_speed.
//
// Elastic models may instead have values of their own in every voxel, each constant in a file of float32 with
// the low byte first, or the background's where it has none:
//   head.json   { "cells": [541, 485, 190], "type": "float32", "density": "rho.raw", "p_speed": "vp.raw",
//                 "s_speed": "vs.raw" }
//
// The voxels fill the domain, all of one size whatever the grid, or (voxels.spacing "cells") as large as the
// grid's cells are: a component takes the medium of the voxel that its own place lies in, lower faces
// included. So a model of as many equal voxels as the grid has nodes gives each node its voxel's.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace hermite {

struct Case;
struct Grid;
struct Source;

struct VoxelGrid {
  std::array<long, 3> cells{};
  std::array<double, 3> lower{}, upper{};  // the domain
  // Where voxels begin and the last ends along axes on which they differ, else empty.
  std::array<std::vector<double>, 3> corners{};

  std::size_t count() const { return static_cast<std::size_t>(cells[0] * cells[1] * cells[2]); }
  /// Of those along an axis the one that holds x; `slack`: how far beyond a face still is on it. Outside
  /// the domain the nearest.
  long along(int axis, double x, double slack) const;
  /// A number for each, x fastest.
  std::size_t number(const std::array<long, 3>& voxel) const {
    return static_cast<std::size_t>((voxel[2] * cells[1] + voxel[1]) * cells[0] + voxel[0]);
  }
  std::size_t number(const std::array<double, 3>& x, const std::array<double, 3>& slack) const {
    return number({along(0, x[0], slack[0]), along(1, x[1], slack[1]), along(2, x[2], slack[2])});
  }
  /// "voxel (1, 2, 3)", by its number.
  std::string name(std::size_t number) const;
};

struct Voxels : VoxelGrid {
  std::vector<std::uint16_t> index;

  long at(const std::array<double, 3>& x, const std::array<double, 3>& slack) const {
    return index[number(x, slack)];
  }
};

/// A medium of the head, whose keys are checked as they are read.
class VoxelMedium {
 public:
  VoxelMedium(const nlohmann::json& entry, std::string file, std::string path);

  /// Whether it has the key, and a number there, or a list of three where `directions`; throws
  /// CaseError for others, and below 0, or for 0 unless `zero`.
  bool constant(const char* key, bool zero, bool directions, std::array<double, 3>& value) const;
  std::string word(const char* key, const std::string& otherwise,
                   const std::vector<std::string>& allowed) const;
  /// Throws CaseError for a key that is none of these.
  void allow(const std::vector<std::string>& keys) const;
  std::string place(const std::string& key) const { return path_ + "." + key; }
  const std::string& file() const { return file_; }

 private:
  const nlohmann::json& entry_;
  std::string file_, path_;
};

/// The head of a model. All throw CaseError for files of the wrong size or type.
class VoxelModel {
 public:
  explicit VoxelModel(const std::string& file);

  const std::string& file() const { return file_; }
  /// The head and what it names.
  std::vector<std::string> files() const;
  bool has_values() const { return type_ == "float32"; }
  /// f(medium) for each in the list `media`.
  void each_medium(const std::function<void(const VoxelMedium&)>& f) const;
  /// The voxels in the domain of a case; that they are as many as the grid's cells where they must be.
  VoxelGrid grid(const Case& input, const Source& source, const Grid& grid) const;
  /// One for each voxel; throws CaseError for an index without a medium.
  std::vector<std::uint16_t> indices() const;
  /// Of the file that the key names, one for each voxel; empty where there is no such key.
  std::vector<float> values(const char* key) const;

 private:
  std::string path_of(const char* key) const;
  std::string data_file(const char* key, std::size_t bytes_of_voxel, std::string& bytes) const;
  std::size_t count() const { return static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]); }

  std::string file_, type_;
  std::shared_ptr<const nlohmann::json> root_;  // a pointer: json's name is enough here
  std::array<long, 3> cells_{};
};

}  // namespace hermite
