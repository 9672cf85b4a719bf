// Elastic media, and which of them each place of the domain has.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "hermite/media/medium.hpp"
#include "hermite/media/voxels.hpp"

namespace hermite {

struct Grid;
class System;

struct ElasticMedium {
  double density = 1, lambda = 1, mu = 1;

  static ElasticMedium of_speeds(double density, double p_speed, double s_speed);
  double p_speed() const;
  double s_speed() const;
  bool operator==(const ElasticMedium& other) const {
    return density == other.density && lambda == other.lambda && mu == other.mu;
  }
};

/// A medium of its own in every voxel.
struct ElasticVoxels : VoxelGrid {
  std::vector<float> density, p_speed, s_speed;  // empty: the background's
  ElasticMedium background;

  ElasticMedium medium(std::size_t voxel) const;
};

struct ElasticScene {
  std::vector<ElasticMedium> media;  // the first is the background
  Scene places;                      // its bodies and voxels name them; its own media are not read
  std::shared_ptr<const ElasticVoxels> values = {};  // null: none; in place of the background
  std::vector<bool> absent = {};                     // of the media: what no place has
  bool arithmetic = false;                           // averages of the moduli

  double fastest() const;
  /// Of shear waves, in a fluid of its only waves.
  double slowest() const;
  bool uniform() const { return places.uniform() && !values; }
  /// f(medium) for all that there are, perhaps several times.
  template <class F>
  void each_medium(F&& f) const {
    for (std::size_t i = 0; i < media.size(); ++i)
      if (i >= absent.size() || !absent[i]) f(media[i]);
    for (std::size_t voxel = 0; values && voxel < values->count(); ++voxel)
      f(values->medium(voxel));
  }
  ElasticMedium at(const std::array<double, 3>& x, const std::array<double, 3>& h) const;

  /// At a node: what the eight places around it, a thousandth of a cell away, have on average: the
  /// medium as given, and where the node lies on an interface the harmonic means of lambda and of mu and
  /// the mean of the density.
  ElasticMedium at_node(const Grid& grid, const std::array<double, 3>& x) const;
  /// The mean modulus of `count`, 0 where one of them is.
  double mean(const double* moduli, int count) const;
};

/// The material of the system, which is elastic, then the sections voxels, layers and objects. Throws
/// CaseError for media that do not exist and lists of the wrong length.
ElasticScene make_elastic_scene(const Case& input, const Source& source, const System& system,
                                const Grid& grid);

}  // namespace hermite
