// A persistent array of a solver as files and observers see it: what it holds, and how its slices
// are read. Knows nothing of where the values are kept.
//
// A slice is all nodes with one index along the last axis (in 1-D the whole line), as doubles
// [field][m2][m1][entry]; an entry is the scaled derivative [i3][i2][i1], 0 <= i_d <= N.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "hermite/grid/grid.hpp"

namespace hermite {

using ReadSlice = std::function<void(long slice, double* values)>;

struct NodalState {
  std::string name;
  int dimension = 1, order = 1;
  std::vector<std::string> fields;
  int first_field = 0;  // of the system's fields
  double time = 0;      // when its values hold, in steps after the step's beginning: 0 or -1/2
  Staggering stagger;
  std::array<long, 3> nodes{1, 1, 1};
  std::array<bool, 3> periodic{true, true, true};
  std::array<double, 3> lower{0, 0, 0}, h{1, 1, 1};
  std::array<std::vector<double>, 3> corners{};  // as Grid::corners
  // [axis][lower, upper]: what values of order 0 continue as beyond a wall half a cell from the outermost nodes: 1, -1,
  // their image and its negative; 0: nothing is known of it.
  std::array<std::array<int, 2>, 3> image{};
  ReadSlice read_slice;

  int n() const { return order + 1; }
  int entries() const {
    return dimension == 1 ? n() : dimension == 2 ? n() * n() : n() * n() * n();
  }
  long slices() const { return dimension == 1 ? 1 : nodes[std::size_t(dimension - 1)]; }
  long slice_rows() const { return dimension == 3 ? nodes[1] : 1; }
  std::size_t slice_size() const {
    return fields.size() * std::size_t(slice_rows() * nodes[0] * entries());
  }
};

}  // namespace hermite
