// Media for Maxwell's equations, and which of them each place of the domain has.
//   eps E_t = curl H - sigma E - J,   mu H_t = -curl E - sigma_m H
// Each constant is a diagonal tensor: one number for each component of the field.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace hermite {

struct Case;
struct Grid;
struct Source;
struct Voxels;

/// A constant of a medium along x, y and z.
struct Diagonal {
  std::array<double, 3> along;

  Diagonal(double all) : along{all, all, all} {}
  Diagonal(double x, double y, double z) : along{x, y, z} {}
  double operator[](int axis) const { return along[std::size_t(axis)]; }
  double least() const { return std::min({along[0], along[1], along[2]}); }
  double most() const { return std::max({along[0], along[1], along[2]}); }
  double middle() const { return (least() + most()) / 2; }
  bool isotropic() const { return least() == most(); }
  /// The one number of what knows no directions. Throws Error (internal) where there are several.
  operator double() const;
};

struct Medium {
  Diagonal permittivity = 1, permeability = 1;
  Diagonal conductivity = 0, magnetic_conductivity = 0;
  bool pec = false;  // E is 0

  /// Bounds of the speeds of its waves, 1/sqrt(eps mu) with the least or the largest of each. A wave
  /// along an axis has those of E's and of H's direction.
  double speed() const;
  double slowest() const;
  bool isotropic() const { return permittivity.isotropic() && permeability.isotropic(); }
  bool lossless() const { return conductivity.most() == 0 && magnetic_conductivity.most() == 0; }
};

/// How far from a surface still counts as on it, by the side of a cell.
constexpr double slack_of(double h) { return 1e-6 * h; }
constexpr std::array<double, 3> slack_of(const std::array<double, 3>& h) {
  return {slack_of(h[0]), slack_of(h[1]), slack_of(h[2])};
}

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
  static constexpr double everywhere = 1e300;  // bounds of a body that fills an axis

  std::vector<Medium> media;  // the first is the background
  std::vector<Body> bodies;
  std::shared_ptr<const Voxels> voxels = {};  // null: none; index i is medium i

  /// The medium's index at x; `h` are the sides of a cell.
  int at(const std::array<double, 3>& x, const std::array<double, 3>& h) const;
  /// That of the last body that holds x, or `otherwise`.
  int in_bodies(const std::array<double, 3>& x, const std::array<double, 3>& slack,
                int otherwise) const;
  /// Leaves out the bodies that have nothing between two places along an axis.
  void keep_between(int axis, double from, double to);
  double fastest() const;
  bool uniform() const {
    return bodies.empty() && !voxels && (media.empty() || media.front().isotropic());
  }
};

/// The bodies of the section objects, all of medium 0. Throws CaseError for bodies that are empty.
std::vector<Scene::Body> make_bodies(const Case& input, const Source& source);

/// The scene of a case's sections anisotropy, conductivity, voxels and objects. Throws CaseError for lists of the
/// wrong length, bodies that are empty, and voxels that cannot be read.
Scene make_scene(const Case& input, const Source& source, double permittivity, double permeability,
                 const Grid& grid);

}  // namespace hermite
