#include "hermite/output/stencil.hpp"

#include <algorithm>
#include <cmath>

#include "hermite/method/operators.hpp"

namespace hermite {

AxisCells::AxisCells(const NodalState& state, int axis)
    : order_(state.order),
      nodes_(state.nodes[size_t(axis)]),
      periodic_(state.periodic[size_t(axis)]),
      dual_(state.stagger[axis] == Stagger::dual),
      first_(state.lower[size_t(axis)] + (dual_ ? 0.5 : 0.0) * state.h[size_t(axis)]),
      h_(state.h[size_t(axis)]),
      interpolation_(interpolation(order_)) {}

long AxisCells::count() const { return periodic_ ? nodes_ : std::max(1L, nodes_ - 1); }

std::array<double, 2> AxisCells::ends(long cell) const {
  const bool half_cells = dual_ && !periodic_;
  if (half_cells && nodes_ == 1) return {-1.0, 0.0};  // the one node is at z = -1/2
  return {half_cells && cell == 0 ? -1.0 : -0.5, half_cells && cell == count() - 1 ? 1.0 : 0.5};
}

AxisStencil AxisCells::in_cell(long cell, double z, int derivative) const {
  const int n = order_ + 1;
  const bool one_node = !periodic_ && nodes_ == 1;  // its Taylor polynomial, about z = -1/2
  const double distance = one_node ? z + 0.5 : z;
  Eigen::RowVectorXd powers = Eigen::RowVectorXd::Zero(2 * n);
  double power = 1;
  for (int k = derivative; k < (one_node ? n : 2 * n); ++k, power *= distance)
    powers[k] = (derivative == 1 ? k / h_ : 1) * power;
  if (!one_node) powers = (powers * interpolation_).eval();
  AxisStencil result;
  result.left = periodic_ ? (cell % nodes_ + nodes_) % nodes_ : cell;
  result.right = one_node ? result.left : periodic_ ? (result.left + 1) % nodes_ : cell + 1;
  result.weights.assign(powers.data(), powers.data() + 2 * n);
  return result;
}

AxisStencil AxisCells::at(double x, int derivative) const {
  const double position = (x - first_) / h_;
  double cell = std::floor(position);
  if (!periodic_) cell = std::clamp(cell, 0.0, double(count() - 1));
  return in_cell(long(cell), position - cell - 0.5, derivative);
}

}  // namespace hermite
