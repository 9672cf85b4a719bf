// Acoustics in second-order form as the formulas say it: nested loops over plain arrays, one cell
// after the other, on a periodic grid, the powers of the Laplacian one by one. It is written for
// reading, shares no code with the kernels, and is what their schedules are compared with.
//
//   conservative   u+ = -u- + 2 sum_k (c tau)^2k / (2k)! Lap^k I w
//   leapfrog       v+ = v- - (dt / rho) grad S I p,   p+ = p- - dt rho c^2 S div I v,
//                  S = sum_k (c tau)^2k / (2k+1)! Lap^k
//
// tau = dt/2; I: the tensor polynomial of degree 2N+1 through the 2^d nodes around a cell, of which
// only the coefficients 0..N of the result are kept.
//
// Storage is [field][m3][m2][m1][i3][i2][i1], i1 fastest. An axis that a dimension lacks has one
// node and one index.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "hermite/method/operators.hpp"

namespace hermite {

template <class T>
class WaveReference {
 public:
  using Data = std::vector<T>;
  using Cell = std::vector<T>;  // [j3][j2][j1], 0..2N+1 each

  WaveReference(int dimension, int order, const std::array<long, 3>& cells,
                const std::array<double, 3>& h, double density, double speed, double dt)
      : dimension_(dimension),
        h_{T(h[0]), T(h[1]), T(h[2])},
        rho_(T(density)),
        c_(T(speed)),
        dt_(T(dt)) {
    for (int d = 0; d < 3; ++d) {
      cells_[d] = d < dimension ? cells[std::size_t(d)] : 1;
      n_[d] = d < dimension ? order + 1 : 1;
      m_[d] = d < dimension ? 2 * order + 2 : 1;
    }
    const Eigen::MatrixXd exact = interpolation(order);  // dyadic: exact in every T
    H_.resize(std::size_t(2 * order + 2), std::vector<T>(std::size_t(2 * order + 2)));
    for (std::size_t i = 0; i < H_.size(); ++i)
      for (std::size_t j = 0; j < H_.size(); ++j) H_[i][j] = T(exact(long(i), long(j)));
  }

  void conservative_step(Data& u, Data& u_dual) const {
    conservative_half(u, u_dual, 0);
    conservative_half(u_dual, u, -1);
  }
  // v: all its components, one after the other.
  void leapfrog_step(Data& p, Data& v) const {
    for_cells([&](long m3, long m2, long m1) {
      const Cell w = series(interpolate(p, 0, m3, m2, m1, 0), 1);
      for (int d = 0; d < dimension_; ++d) {
        const Cell slope = derivative(w, d);
        for_indices(n_, [&](int i3, int i2, int i1) {
          v[node(d, m3, m2, m1, i3, i2, i1)] -= dt_ / rho_ * slope[at(i3, i2, i1)];
        });
      }
    });
    for_cells([&](long m3, long m2, long m1) {
      Cell divergence(size(), T(0));
      for (int d = 0; d < dimension_; ++d) {
        const Cell slope = derivative(interpolate(v, d, m3, m2, m1, -1), d);
        for (std::size_t j = 0; j < size(); ++j) divergence[j] += slope[j];
      }
      const Cell w = series(divergence, 1);
      for_indices(n_, [&](int i3, int i2, int i1) {
        p[node(0, m3, m2, m1, i3, i2, i1)] -= dt_ * rho_ * c_ * c_ * w[at(i3, i2, i1)];
      });
    });
  }

 private:
  // Updates `to`; its cell m lies between the nodes m + first and m + first + 1 of `from`.
  void conservative_half(const Data& from, Data& to, int first) const {
    for_cells([&](long m3, long m2, long m1) {
      const Cell w = series(interpolate(from, 0, m3, m2, m1, first), 0);
      for_indices(n_, [&](int i3, int i2, int i1) {
        T& u = to[node(0, m3, m2, m1, i3, i2, i1)];
        u = -u + 2 * w[at(i3, i2, i1)];
      });
    });
  }

  // sum_k (c tau)^2k / (2k + odd)! Lap^k b
  Cell series(const Cell& b, int odd) const {
    Cell sum = b, power = b;
    const T square = c_ * dt_ / 2 * (c_ * dt_ / 2);
    for (int k = 1; k <= (n_[0] - 1) * dimension_; ++k) {
      const Cell laplacian = second_derivatives(power);
      for (std::size_t j = 0; j < size(); ++j) {
        power[j] = square / T((2 * k + odd) * (2 * k - 1 + odd)) * laplacian[j];
        sum[j] += power[j];
      }
    }
    return sum;
  }

  // Lap b
  Cell second_derivatives(const Cell& b) const {
    Cell result(size(), T(0));
    for_indices(m_, [&](int j3, int j2, int j1) {
      const int j[3] = {j1, j2, j3};
      for (int d = 0; d < dimension_; ++d)
        if (j[d] + 2 < m_[d])
          result[at(j3, j2, j1)] +=
              T((j[d] + 1) * (j[d] + 2)) / (h_[d] * h_[d]) *
              b[at(j3 + (d == 2 ? 2 : 0), j2 + (d == 1 ? 2 : 0), j1 + (d == 0 ? 2 : 0))];
    });
    return result;
  }

  Cell derivative(const Cell& b, int d) const {
    Cell result(size(), T(0));
    for_indices(m_, [&](int j3, int j2, int j1) {
      const int j = d == 0 ? j1 : d == 1 ? j2 : j3;
      if (j + 1 < m_[d])
        result[at(j3, j2, j1)] =
            T(j + 1) / h_[d] * b[at(j3 + (d == 2), j2 + (d == 1), j1 + (d == 0))];
    });
    return result;
  }

  Cell interpolate(const Data& u, int field, long m3, long m2, long m1, int first) const {
    Cell b(size());
    for_indices(m_, [&](int j3, int j2, int j1) {
      b[at(j3, j2, j1)] = u[node(field, m3 + first + j3 / n_[2], m2 + first + j2 / n_[1],
                                 m1 + first + j1 / n_[0], j3 % n_[2], j2 % n_[1], j1 % n_[0])];
    });
    for (int d = 0; d < dimension_; ++d) {
      Cell next(size(), T(0));
      for_indices(m_, [&](int j3, int j2, int j1) {
        const int row = d == 0 ? j1 : d == 1 ? j2 : j3;
        for (int k = 0; k < m_[d]; ++k)
          next[at(j3, j2, j1)] +=
              H_[std::size_t(row)][std::size_t(k)] * b[d == 0   ? at(j3, j2, k)
                                                       : d == 1 ? at(j3, k, j1)
                                                                : at(k, j2, j1)];
      });
      b = next;
    }
    return b;
  }

  template <class F>
  void for_cells(F f) const {
    for (long m3 = 0; m3 < cells_[2]; ++m3)
      for (long m2 = 0; m2 < cells_[1]; ++m2)
        for (long m1 = 0; m1 < cells_[0]; ++m1) f(m3, m2, m1);
  }
  template <class F>
  static void for_indices(const int (&extent)[3], F f) {
    for (int i3 = 0; i3 < extent[2]; ++i3)
      for (int i2 = 0; i2 < extent[1]; ++i2)
        for (int i1 = 0; i1 < extent[0]; ++i1) f(i3, i2, i1);
  }
  std::size_t size() const { return std::size_t(m_[0]) * std::size_t(m_[1]) * std::size_t(m_[2]); }
  std::size_t at(int j3, int j2, int j1) const {
    return std::size_t((j3 * m_[1] + j2) * m_[0] + j1);
  }
  std::size_t node(int field, long m3, long m2, long m1, int i3, int i2, int i1) const {
    const long m =
        ((field * cells_[2] + wrap(m3, 2)) * cells_[1] + wrap(m2, 1)) * cells_[0] + wrap(m1, 0);
    return std::size_t(((m * n_[2] + i3) * n_[1] + i2) * n_[0] + i1);
  }
  long wrap(long m, int d) const { return (m % cells_[d] + cells_[d]) % cells_[d]; }

  int dimension_;
  T h_[3], rho_, c_, dt_;
  long cells_[3];
  int n_[3], m_[3];  // N+1 and 2N+2, or 1
  std::vector<std::vector<T>> H_;
};

}  // namespace hermite
