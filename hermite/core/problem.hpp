// What a problem is made of, as plain structs: the box, the initial data, the coupled terms.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace hermite {

// The box lower[d] <= x_d <= upper[d], d < dimension, in metres.
struct Domain {
  int dimension = 1;
  std::array<double, 3> lower{0, 0, 0};
  std::array<double, 3> upper{1, 1, 1};

  double length(int axis) const { return upper[axis] - lower[axis]; }
};

// Initial data by name (see systems/profiles.hpp); vectors hold one entry per direction.
struct Initial {
  std::string kind = "sines";
  std::vector<int> waves = {1};  // sines and plane-wave: whole waves per side of the box
  double amplitude = 1;          // in the unit of the field
  std::vector<double> center;    // gaussian: in metres
  double width = 0.1;            // gaussian: the distance over which it falls to 1/e, in metres
  std::string path;              // file: a .npy of nodal data
};

// One term of a linear system: d u_out/dt += coefficient * d u_in/d x_axis.
struct CoupledTerm {
  int out = 0;
  int in = 0;
  int axis = 0;
  double coefficient = 0;
};

}  // namespace hermite
