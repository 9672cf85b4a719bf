// Elastic media, and which of them each place of the domain has.
#pragma once

#include <array>
#include <vector>

#include "hermite/media/medium.hpp"

namespace hermite {

struct Grid;
class System;

struct ElasticMedium {
  double density = 1, lambda = 1, mu = 1;

  static ElasticMedium of_speeds(double density, double p_speed, double s_speed);
  double p_speed() const;
  double s_speed() const;
};

struct ElasticScene {
  std::vector<ElasticMedium> media;  // the first is the background
  Scene places;                      // its bodies name them; its own media are not read
  bool arithmetic = false;           // averages of the moduli

  double fastest() const;
  /// Of shear waves, in a fluid of its only waves.
  double slowest() const;
  bool uniform() const { return places.uniform(); }

  /// At a node: what the eight places around it, a thousandth of a cell away, have on average: the
  /// medium as given, and where the node lies on an interface the harmonic means of lambda and of mu and
  /// the mean of the density.
  ElasticMedium at_node(const Grid& grid, const std::array<double, 3>& x) const;
  /// The mean modulus of `count`, 0 where one of them is.
  double mean(const double* moduli, int count) const;
};

/// The material of the system, which is elastic, then the sections layers and objects. Throws CaseError
/// for media that do not exist and lists of the wrong length.
ElasticScene make_elastic_scene(const Case& input, const Source& source, const System& system);

}  // namespace hermite
