// Media for Maxwell's equations, and which of them each place of the domain has.
//   eps E_t = curl H - sigma E - J,   mu H_t = -curl E - sigma_m H
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace hermite {

struct Case;
struct Source;
struct Voxels;

struct Medium {
  double permittivity = 1, permeability = 1;
  double conductivity = 0, magnetic_conductivity = 0;
  bool pec = false;  // E is 0

  double speed() const;
};

/// Voxels, and bodies in them, in a background. The voxel rule: a component of a field takes the medium
/// at its own place, without averages; the last body counts that holds this place. A box holds
/// lower <= x < upper in every direction, an ellipsoid or a cylinder also its surface; what lies on a
/// surface up to a millionth of a cell lies on it exactly.
struct Scene {
  enum class Shape { box, ellipsoid, cylinder_x, cylinder_y, cylinder_z };
  struct Body {
    std::array<double, 3> lower, upper;  // the box that it fills, or touches from within
    int medium;
    Shape shape = Shape::box;

    bool holds(const std::array<double, 3>& x, const std::array<double, 3>& slack) const;
  };
  std::vector<Medium> media;  // the first is the background
  std::vector<Body> bodies;
  std::shared_ptr<const Voxels> voxels = {};  // null: none; index i is medium i

  /// The medium's index at x; `h` are the sides of a cell.
  int at(const std::array<double, 3>& x, const std::array<double, 3>& h) const;
  double fastest() const;
  bool uniform() const { return bodies.empty() && !voxels; }
};

/// The bodies of the section objects, all of medium 0. Throws CaseError for bodies that are empty.
std::vector<Scene::Body> make_bodies(const Case& input, const Source& source);

/// The scene of a case's sections conductivity, voxels and objects. Throws CaseError for lists of the
/// wrong length, bodies that are empty, and voxels that cannot be read.
Scene make_scene(const Case& input, const Source& source, double permittivity, double permeability);

}  // namespace hermite
