// The Hermite method for advection exactly as the paper prints it: Algorithms 1 to 4 as nested
// loops over plain arrays, one cell after the other, on a periodic grid. It is written for reading,
// shares no code with the kernels, and is what every schedule is compared with.
//
//   u_t = sum_d a_d du/dx_d,   a = -velocity
//
// A. Vargas, J. Chan, T. Hagstrom, T. Warburton, "GPU Acceleration of Hermite Methods for the
// Simulation of Wave Propagation", section 3. Two slips of the paper are put right here:
//   - Algorithm 4 as printed advances by a full dt; a half step has (dt/2)/k.
//   - D's indices run over 0..2N+1; the paper writes 0 <= i, j <= 2N+2.
//
// Storage is the paper's u[m3][m2][m1][n3][n2][n1], n1 fastest. An axis that a dimension lacks has
// one node and one index.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "hermite/method/operators.hpp"

namespace hermite {

template <class T>
class Paper {
 public:
  using Tensor = std::vector<T>;  // of one cell: [tz][ty][tx], 0..2N+1 each

  // h and a as numbers of T; q: Taylor stages of a half step.
  Paper(int dimension, int order, const std::array<long, 3>& cells, const std::array<double, 3>& h,
        const std::array<double, 3>& a, int q)
      : dimension_(dimension), q_(q), h_{T(h[0]), T(h[1]), T(h[2])}, a_{T(a[0]), T(a[1]), T(a[2])} {
    for (int d = 0; d < 3; ++d) {
      const bool there = d < dimension;
      cells_[d] = there ? cells[std::size_t(d)] : 1;
      n_[d] = there ? order + 1 : 1;
      extent_[d] = there ? 2 * order + 2 : 1;
    }
    // H's entries are dyadic: exact in every T.
    const Eigen::MatrixXd exact = interpolation(order);
    H_.assign(2 * order + 2, std::vector<T>(2 * order + 2));
    for (int i = 0; i < 2 * order + 2; ++i)
      for (int j = 0; j < 2 * order + 2; ++j) H_[i][j] = T(exact(i, j));
  }

  // Primal to dual, and back: a full step.
  void step(std::vector<T>& u, T dt) const {
    const std::vector<T> dual = half_step(u, dt, 0);
    u = half_step(dual, dt, -1);
  }

  // Data of the other grid, dt/2 later. Cell m lies between the nodes m + first and m + first + 1:
  // first = 0 from the primal to the dual grid, -1 from the dual to the primal one.
  std::vector<T> half_step(const std::vector<T>& u, T dt, int first) const {
    std::vector<T> next(u.size());
    Tensor u_loc(tensor_size()), Ru(tensor_size());
    for (long m3 = 0; m3 < cells_[2]; ++m3)
      for (long m2 = 0; m2 < cells_[1]; ++m2)
        for (long m1 = 0; m1 < cells_[0]; ++m1) {
          gather_vertices(u, m3 + first, m2 + first, m1 + first, u_loc);
          polynomial_reconstruction(u_loc, Ru);
          hermite_taylor_evolution(dt, Ru);
          for (int n3 = 0; n3 < n_[2]; ++n3)
            for (int n2 = 0; n2 < n_[1]; ++n2)
              for (int n1 = 0; n1 < n_[0]; ++n1)
                next[node(m3, m2, m1, n3, n2, n1)] = Ru[at(n3, n2, n1)];
        }
    return next;
  }

 private:
  std::size_t tensor_size() const {
    return std::size_t(extent_[2]) * std::size_t(extent_[1]) * std::size_t(extent_[0]);
  }
  std::size_t at(int tz, int ty, int tx) const {
    return (std::size_t(tz) * std::size_t(extent_[1]) + std::size_t(ty)) * std::size_t(extent_[0]) +
           std::size_t(tx);
  }
  std::size_t node(long m3, long m2, long m1, int n3, int n2, int n1) const {
    const long m = (wrap(m3, 2) * cells_[1] + wrap(m2, 1)) * cells_[0] + wrap(m1, 0);
    return std::size_t(((m * n_[2] + n3) * n_[1] + n2) * n_[0] + n1);
  }
  long wrap(long m, int d) const { return (m % cells_[d] + cells_[d]) % cells_[d]; }

  // The derivatives at the 2^d vertices of a cell, [left 0..N, right 0..N] in each direction.
  void gather_vertices(const std::vector<T>& u, long m3, long m2, long m1, Tensor& u_loc) const {
    for (int tz = 0; tz < extent_[2]; ++tz)
      for (int ty = 0; ty < extent_[1]; ++ty)
        for (int tx = 0; tx < extent_[0]; ++tx)
          u_loc[at(tz, ty, tx)] = u[node(m3 + tz / n_[2], m2 + ty / n_[1], m1 + tx / n_[0],
                                         tz % n_[2], ty % n_[1], tx % n_[0])];
  }

  // Algorithm 1, in the direction d (0 is x1).
  void reconstruction_in(int d, const Tensor& u_loc, Tensor& Ru) const {
    for (int tz = 0; tz < extent_[2]; ++tz)
      for (int ty = 0; ty < extent_[1]; ++ty)
        for (int tx = 0; tx < extent_[0]; ++tx) {
          const int row = d == 0 ? tx : d == 1 ? ty : tz;
          T c = 0;
          for (int k = 0; k < extent_[d]; ++k)
            c += H_[std::size_t(row)][std::size_t(k)] * u_loc[d == 0   ? at(tz, ty, k)
                                                              : d == 1 ? at(tz, k, tx)
                                                                       : at(k, ty, tx)];
          Ru[at(tz, ty, tx)] = c;
        }
  }

  // Algorithm 2. u_loc is overwritten, as in the paper.
  void polynomial_reconstruction(Tensor& u_loc, Tensor& Ru) const {
    reconstruction_in(0, u_loc, Ru);
    if (dimension_ == 1) return;
    reconstruction_in(1, Ru, u_loc);
    if (dimension_ == 2) {
      Ru = u_loc;
      return;
    }
    reconstruction_in(2, u_loc, Ru);
  }

  // Algorithm 3, in the direction d.
  void differentiation_in(int d, const Tensor& Ru, Tensor& Ru_x) const {
    for (int tz = 0; tz < extent_[2]; ++tz)
      for (int ty = 0; ty < extent_[1]; ++ty)
        for (int tx = 0; tx < extent_[0]; ++tx) {
          const int t = d == 0 ? tx : d == 1 ? ty : tz;
          T p_x = 0;
          if (t < extent_[d] - 1)
            p_x = T(t + 1) / h_[d] *
                  Ru[at(tz + (d == 2 ? 1 : 0), ty + (d == 1 ? 1 : 0), tx + (d == 0 ? 1 : 0))];
          Ru_x[at(tz, ty, tx)] = p_x;
        }
  }

  // Algorithm 4 over half a step.
  void hermite_taylor_evolution(T dt, Tensor& Ru) const {
    Tensor w = Ru, sum(Ru.size()), derivative(Ru.size());
    for (int k = q_; k >= 1; --k) {
      sum.assign(sum.size(), T(0));
      for (int d = 0; d < dimension_; ++d) {
        differentiation_in(d, w, derivative);
        for (std::size_t j = 0; j < w.size(); ++j) sum[j] += a_[d] * derivative[j];
      }
      for (std::size_t j = 0; j < w.size(); ++j) w[j] = Ru[j] + (dt / 2) / T(k) * sum[j];
    }
    Ru = w;
  }

  int dimension_, q_;
  T h_[3], a_[3];
  long cells_[3];
  int n_[3], extent_[3];  // N+1 and 2N+2, or 1
  std::vector<std::vector<T>> H_;
};

}  // namespace hermite
