// What a problem is made of, as plain structs: the box, the initial data, the coupled terms.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace hermite {

// The box lower[d] <= x_d <= upper[d], d < dimension, in metres, and what stands at its faces.
struct Domain {
  int dimension = 1;
  std::array<double, 3> lower{0, 0, 0};
  std::array<double, 3> upper{1, 1, 1};
  // [axis][lower, upper face]: 0 periodic (both faces), +1 the system's mirror wall, -1 the mirror
  // with every parity reversed (System::parity).
  std::array<std::array<int, 2>, 3> wall{};

  double length(int axis) const { return upper[axis] - lower[axis]; }
  bool periodic(int axis) const { return wall[axis][0] == 0; }
};

// Initial data by name (see systems/profiles.hpp and systems/waves.hpp); vectors hold one entry per
// direction.
struct Initial {
  std::string kind = "sines";
  // sines and plane-wave: whole waves per side of the box; plane-wave between two walls: half waves
  std::vector<int> waves = {1};
  double amplitude = 1;  // in the unit of the field
  double phase = 0;      // plane-wave: in whole waves
  std::string mode;      // plane-wave: one of the system's modes, empty: its first
  std::vector<double>
      polarization;  // plane-wave: direction of E or v where the mode leaves a choice (System::has_polarization)
  std::string field;           // gaussian: the field of the pulse, empty: the first
  std::vector<double> center;  // gaussian: in metres
  double width = 0.1;          // gaussian: the distance over which it falls to 1/e, in metres
  std::string path;            // file: a .npy of nodal data
};

// One term of a linear system: d u_out/dt += coefficient * d u_in/d x_axis.
struct CoupledTerm {
  int out = 0;
  int in = 0;
  int axis = 0;
  double coefficient = 0;
};

}  // namespace hermite
