// The interpolant of a cell at a point, one axis at a time.
//
//   u(x) = sum_c w_c p_c,   p = [left 0..N, right 0..N],   w = (1, z, z^2, ...) H
//
// with H of method/operators.hpp: the polynomial of degree 2N+1 through the cell's two nodes. In d
// dimensions the weights are products. A cell lies between two neighbouring nodes of the state, so
// for data on the dual grid it is a cell between midpoints:
//
//   primal  0---|---1---|---2      dual  |---0---|---1---|
//
// Of order 0 a cell's polynomial is linear. For schemes of fourth order there is one of degree 3 through four nodes,
// two to either side where there are so many; it is the sum of two stencils of two nodes each.
//
// Between walls the points beyond the outermost dual nodes belong to the nearest whole cell; of order 0, where
// NodalState::image says so, to one of the outermost node and its image.
#pragma once

#include <array>
#include <vector>

#include "hermite/method/eigen.hpp"
#include "hermite/output/nodal_state.hpp"

namespace hermite {

struct AxisStencil {
  long left = 0, right = 0;     // nodes
  std::vector<double> weights;  // of [left 0..N, right 0..N]
};

/// One per sample along each axis; none beyond the dimension.
using Stencils = std::array<std::vector<AxisStencil>, 3>;

/// The cells of a state along one axis.
class AxisCells {
 public:
  AxisCells(const NodalState& state, int axis);

  /// Whole cells; one where a single node stands between walls.
  long count() const;
  /// Its side.
  double width(long cell) const;
  /// Ends of a cell's share of the domain, in its z: -1/2 and 1/2, wider beside a wall.
  std::array<double, 2> ends(long cell) const;
  /// The `derivative`-th derivative (0, 1) at z = (x - midpoint)/width of a cell.
  AxisStencil in_cell(long cell, double z, int derivative = 0) const;
  AxisStencil at(double x, int derivative = 0) const;
  /// Parts of the polynomial of degree 3; `at` alone on graded axes, where there are fewer than four nodes, and where
  /// an image is meant.
  std::vector<AxisStencil> cubic_at(double x) const;

 private:
  int order_;
  long nodes_;
  bool periodic_, dual_;
  double first_, h_;  // the first node
  // Of a graded axis the nodes, periodic ones with the image of the first; empty where all cells are alike.
  std::vector<double> places_;
  double beyond_[2];  // of dual nodes: how far the walls are from the first and the last of them
  std::array<int, 2> image_;
  Eigen::MatrixXd interpolation_;

  void grade(const std::vector<double>& corners);
  double last() const;  // node
  AxisStencil to_wall(bool upper, double x, int derivative) const;
};

}  // namespace hermite
