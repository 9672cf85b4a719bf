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
      beyond_{h_ / 2, h_ / 2},
      image_(order_ == 0 && dual_ && !periodic_ ? state.image[size_t(axis)] : std::array<int, 2>{}),
      interpolation_(interpolation(order_)) {
  if (!state.corners[size_t(axis)].empty()) grade(state.corners[size_t(axis)]);
}

void AxisCells::grade(const std::vector<double>& corners) {
  if (!periodic_ && nodes_ == 1) return;  // one cell is as wide as all
  places_ = corners;
  if (dual_) {
    for (size_t m = 0; m + 1 < corners.size(); ++m) places_[m] = (corners[m] + corners[m + 1]) / 2;
    places_.pop_back();
    if (periodic_) places_.push_back(places_[0] + corners.back() - corners.front());
  }
  first_ = places_.front();
  beyond_[0] = places_.front() - corners.front();
  beyond_[1] = corners.back() - places_.back();
}

double AxisCells::width(long cell) const {
  return places_.empty() ? h_ : places_[size_t(cell + 1)] - places_[size_t(cell)];
}

long AxisCells::count() const { return periodic_ ? nodes_ : std::max(1L, nodes_ - 1); }

std::array<double, 2> AxisCells::ends(long cell) const {
  const bool half_cells = dual_ && !periodic_;
  if (half_cells && nodes_ == 1) return {-1.0, 0.0};  // the one node is at z = -1/2
  if (half_cells && !places_.empty())
    return {cell == 0 ? -0.5 - beyond_[0] / width(cell) : -0.5,
            cell == count() - 1 ? 0.5 + beyond_[1] / width(cell) : 0.5};
  return {half_cells && cell == 0 ? -1.0 : -0.5, half_cells && cell == count() - 1 ? 1.0 : 0.5};
}

AxisStencil AxisCells::in_cell(long cell, double z, int derivative) const {
  const int n = order_ + 1;
  const bool one_node = !periodic_ && nodes_ == 1;  // its Taylor polynomial, about z = -1/2
  const double distance = one_node ? z + 0.5 : z;
  Eigen::RowVectorXd powers = Eigen::RowVectorXd::Zero(2 * n);
  double power = 1;
  for (int k = derivative; k < (one_node ? n : 2 * n); ++k, power *= distance)
    powers[k] = (derivative == 1 ? k / width((cell % nodes_ + nodes_) % nodes_) : 1) * power;
  if (!one_node) powers = (powers * interpolation_).eval();
  AxisStencil result;
  result.left = periodic_ ? (cell % nodes_ + nodes_) % nodes_ : cell;
  result.right = one_node ? result.left : periodic_ ? (result.left + 1) % nodes_ : cell + 1;
  result.weights.assign(powers.data(), powers.data() + 2 * n);
  return result;
}

double AxisCells::last() const {
  return places_.empty() ? first_ + double(nodes_ - 1) * h_ : places_.back();
}

// Linear between the outermost node, `beyond_` from the wall, and its image.
AxisStencil AxisCells::to_wall(bool upper, double x, int derivative) const {
  const double wall = upper ? last() + beyond_[1] : first_ - beyond_[0];
  const double way = upper ? -beyond_[1] : beyond_[0];  // from the wall to the node
  const double even = derivative == 0 ? 1 : 0;
  const double odd = derivative == 0 ? (x - wall) / way : 1 / way;
  const double weight = image_[upper ? 1 : 0] > 0 ? even : odd;
  AxisStencil result;
  result.left = upper ? std::max(0L, nodes_ - 2) : 0;
  result.right = upper ? nodes_ - 1 : std::min(1L, nodes_ - 1);
  result.weights = upper ? std::vector<double>{0, weight} : std::vector<double>{weight, 0};
  return result;
}

std::vector<AxisStencil> AxisCells::cubic_at(double x) const {
  if (order_ > 0 || nodes_ < 4 || !places_.empty() || (image_[0] != 0 && x < first_) ||
      (image_[1] != 0 && x > last()))
    return {at(x)};
  const double position = (x - first_) / h_;
  double begin = std::floor(position) - 1;
  if (!periodic_) begin = std::clamp(begin, 0.0, double(nodes_ - 4));
  const auto stencil = [&](long a, long b) {
    const auto weight = [&](long i) {
      double w = 1;
      for (long k = 0; k < 4; ++k)
        if (k != i) w *= (position - begin - double(k)) / double(i - k);
      return w;
    };
    const auto node = [&](long i) { return (long(begin) + i + nodes_) % nodes_; };
    return AxisStencil{node(a), node(b), {weight(a), weight(b)}};
  };
  return {stencil(0, 3), stencil(1, 2)};
}

AxisStencil AxisCells::at(double x, int derivative) const {
  if (image_[0] != 0 && x < first_) return to_wall(false, x, derivative);
  if (image_[1] != 0 && x > last()) return to_wall(true, x, derivative);
  if (!places_.empty()) {
    if (periodic_ && x < first_) x += places_.back() - first_;
    const auto above = std::upper_bound(places_.begin() + 1, places_.end() - 1, x);
    const long cell = long(above - places_.begin()) - 1;
    return in_cell(cell, (x - places_[size_t(cell)]) / width(cell) - 0.5, derivative);
  }
  const double position = (x - first_) / h_;
  double cell = std::floor(position);
  if (!periodic_) cell = std::clamp(cell, 0.0, double(count() - 1));
  return in_cell(long(cell), position - cell - 0.5, derivative);
}

}  // namespace hermite
