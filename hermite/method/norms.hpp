// Norms of nodal data: errors of nodal values, and the seminorm that a Hermite step never makes
// grow.
//
// Nodal data are scaled derivatives p_i = h^|i|/i! D^i u in node-major order,
//   [field][m3][m2][m1][i3][i2][i1],  0 <= m_d < cells_d,  0 <= i_d <= N,
// periodic; the axes a dimension lacks have one node and one index. This is the order of the .npy
// files.
#pragma once

#include <array>
#include <cstddef>

namespace hermite {

/// Maximum and root mean square of the differences that were added.
class ErrorNorms {
 public:
  void add(double computed, double exact);
  void merge(const ErrorNorms& other);

  double max() const { return max_; }
  double l2() const;  // sqrt(mean e^2)
  std::size_t count() const { return count_; }

 private:
  double max_ = 0;  // NaN as soon as one difference is
  double sum_ = 0;
  std::size_t count_ = 0;
};

/// The shape of nodal data.
struct NodalShape {
  int dimension = 1;
  int order = 1;
  std::array<int, 3> cells{1, 1, 1};
  std::array<double, 3> spacing{1, 1, 1};
  int fields = 1;

  int per_node() const;  // (N+1)^d
  std::size_t nodes() const { return std::size_t(cells[0]) * cells[1] * cells[2]; }
};

/// The L2 norm over all cells and fields of D_1^(N+1) ... D_d^(N+1) u, u the interpolant of each
/// cell. With full q and lam <= 1 it never grows on a periodic grid, for that derivative of the
/// interpolant is the L2 projection of u's onto degree N in each cell.
/// (J. Goodrich, T. Hagstrom, J. Lorenz, Math. Comp. 75 (2006) 595-630.)
double seminorm(const NodalShape& shape, const double* data);

}  // namespace hermite
