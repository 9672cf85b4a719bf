#include "kernels/fdtd/elastic/surface_weights.hpp"

#include <Eigen/Dense>

#include "kernels/fdtd/elastic/staggered.hpp"

namespace hermite {

namespace {

// So many that the rest are those of the interior to round-off: what differs falls by 26 from node to node.
constexpr int count = 14;
using Vector = Eigen::Matrix<double, count, 1>;
using Matrix = Eigen::Matrix<double, count, count>;

// Of the difference at node k, the factor of the stress's value c: at depth c + 1/2, or, that at the surface
// being 0, at c + 1.
double factor(const SurfaceDifferences& d, bool dual, int k, int c) {
  if (dual && k == 0) return c + 1 < surface_width ? d.normal_half[c + 1] : 0;
  if (!dual && k < 2) return c < surface_width ? (k == 0 ? d.shear_0 : d.shear_1)[c] : 0;
  const double interior[4] = {far_weight, -near_weight, near_weight, -far_weight};
  const int n = c - k + 2;
  return n >= 0 && n < 4 ? interior[n] : 0;
}

// y D = right in the first columns; below them y is 1, or (linear) the depth.
Vector solved(const SurfaceDifferences& d, bool dual, bool linear, Vector right) {
  Matrix columns;
  for (int c = 0; c < count; ++c) {
    for (int k = 0; k < count; ++k) columns(c, k) = factor(d, dual, k, c);
    for (int k = count; k < count + 3; ++k)
      right(c) -= factor(d, dual, k, c) * (linear ? k + (dual ? 0.5 : 0) : 1);
  }
  return columns.partialPivLu().solve(right);
}
Vector weights(const SurfaceDifferences& d, bool dual) {
  return solved(d, dual, false, Vector::Zero());
}

}  // namespace

SurfaceDifferences surface_differences(const std::string& name) {
  return name == "imaging" ? stress_imaging : afda;
}

SurfaceNodes surface_nodes(const SurfaceDifferences& differences, bool dual) {
  const Vector weight = weights(differences, dual), other = weights(differences, !dual);
  Vector right = -Vector::Ones();
  if (dual)
    right.head(count - 1) = -other.tail(count - 1);
  else
    right = -other;
  const Vector moment = solved(differences, dual, true, right);
  SurfaceNodes nodes;
  for (int k = 0; k < count; ++k) {
    nodes.weight.push_back(weight(k));
    nodes.shift.push_back(moment(k) / weight(k) - (k + (dual ? 0.5 : 0)));
  }
  return nodes;
}

}  // namespace hermite
