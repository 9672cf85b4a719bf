// Media for Maxwell's equations, and which of them each place of the domain has.
//   eps E_t = curl H - sigma E - J,   mu H_t = -curl E - sigma_m H
#pragma once

#include <array>
#include <string>
#include <vector>

namespace hermite {

struct Case;
struct Source;

struct Medium {
  double permittivity = 1, permeability = 1;
  double conductivity = 0, magnetic_conductivity = 0;
  bool pec = false;  // E is 0

  double speed() const;
};

/// Boxes in a background. The voxel rule: a component of a field takes the medium at its own place,
/// without averages; the last box counts that has lower <= x < upper there in every direction. A face
/// of a box that lies on a node, up to a millionth of a cell, lies on it exactly.
struct Scene {
  struct Box {
    std::array<double, 3> lower, upper;
    int medium;
  };
  std::vector<Medium> media;  // the first is the background
  std::vector<Box> boxes;

  /// The medium's index at x; `h` are the sides of a cell.
  int at(const std::array<double, 3>& x, const std::array<double, 3>& h) const;
  double fastest() const;
};

/// The scene of a case's sections conductivity and objects. Throws CaseError for lists of the wrong
/// length, and boxes that are empty.
Scene make_scene(const Case& input, const Source& source, double permittivity, double permeability);

}  // namespace hermite
