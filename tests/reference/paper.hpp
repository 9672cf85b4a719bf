// The Hermite method exactly as the paper prints it: Algorithms 1 to 4 as nested loops over plain
// arrays, one cell after the other, for any list of terms
//
//   d u_out/dt += coefficient du_in/dx_axis
//
// (the paper's advection has one field and d terms), periodic or between mirror walls. It is written
// for reading, shares no code with the kernels, and is what every schedule is compared with.
//
// A. Vargas, J. Chan, T. Hagstrom, T. Warburton, "GPU Acceleration of Hermite Methods for the
// Simulation of Wave Propagation", section 3. Two slips of the paper are put right here:
//   - Algorithm 4 as printed advances by a full dt; a half step has (dt/2)/k.
//   - D's indices run over 0..2N+1; the paper writes 0 <= i, j <= 2N+2.
//
// Storage is the paper's u[m3][m2][m1][n3][n2][n1], n1 fastest, one field after the other. An axis
// that a dimension lacks has one node and one index. Between walls the primal grid has one node more
// than cells, its first and last on the walls; a node of the dual grid beyond a wall is the mirror
// image of the one before it.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "hermite/core/problem.hpp"
#include "hermite/method/operators.hpp"

namespace hermite {

// What the paper leaves at one field and no walls.
struct PaperProblem {
  int dimension = 1, order = 1, fields = 1;
  std::array<long, 3> cells{1, 1, 1};
  std::array<double, 3> h{1, 1, 1};
  std::vector<CoupledTerm> terms;
  int q = 1;                                    // Taylor stages of a half step
  std::array<std::array<int, 2>, 3> wall{};     // [axis][lower, upper]: 0 periodic, else a sign
  std::vector<std::array<int, 3>> parity = {};  // [field][axis], times the sign of the wall
};

template <class T>
class Paper {
 public:
  using Tensor = std::vector<T>;  // of one cell: [tz][ty][tx], 0..2N+1 each

  explicit Paper(const PaperProblem& p)
      : dimension_(p.dimension), q_(p.q), fields_(p.fields), wall_(p.wall), parity_(p.parity) {
    for (const CoupledTerm& term : p.terms) {
      terms_.push_back(term);
      coefficients_.push_back(T(term.coefficient));
    }
    for (int d = 0; d < 3; ++d) {
      const bool there = d < p.dimension;
      h_[d] = T(p.h[std::size_t(d)]);
      cells_[d] = there ? p.cells[std::size_t(d)] : 1;
      n_[d] = there ? p.order + 1 : 1;
      extent_[d] = there ? 2 * p.order + 2 : 1;
    }
    // H's entries are dyadic: exact in every T.
    const Eigen::MatrixXd exact = interpolation(p.order);
    H_.assign(2 * p.order + 2, std::vector<T>(2 * p.order + 2));
    for (int i = 0; i < 2 * p.order + 2; ++i)
      for (int j = 0; j < 2 * p.order + 2; ++j) H_[i][j] = T(exact(i, j));
  }

  // Primal to dual, and back: a full step.
  void step(std::vector<T>& u, T dt) const {
    const std::vector<T> dual = half_step(u, dt, 0);
    u = half_step(dual, dt, -1);
  }

  // Data of the other grid, dt/2 later. Cell m lies between the nodes m + first and m + first + 1:
  // first = 0 from the primal to the dual grid, -1 from the dual to the primal one.
  std::vector<T> half_step(const std::vector<T>& u, T dt, int first) const {
    const bool to_dual = first == 0;
    std::vector<T> next(std::size_t(fields_) * field_size(!to_dual));
    Tensor u_loc(tensor_size());
    std::vector<Tensor> Ru(static_cast<std::size_t>(fields_), u_loc);
    for (long m3 = 0; m3 < nodes(2, !to_dual); ++m3)
      for (long m2 = 0; m2 < nodes(1, !to_dual); ++m2)
        for (long m1 = 0; m1 < nodes(0, !to_dual); ++m1) {
          for (int f = 0; f < fields_; ++f) {
            gather_vertices(u, to_dual, f, m3 + first, m2 + first, m1 + first, u_loc);
            polynomial_reconstruction(u_loc, Ru[std::size_t(f)]);
          }
          hermite_taylor_evolution(dt, Ru);
          for (int f = 0; f < fields_; ++f)
            for (int n3 = 0; n3 < n_[2]; ++n3)
              for (int n2 = 0; n2 < n_[1]; ++n2)
                for (int n1 = 0; n1 < n_[0]; ++n1)
                  next[node(!to_dual, f, m3, m2, m1, n3, n2, n1)] =
                      Ru[std::size_t(f)][at(n3, n2, n1)];
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
  bool walled(int d) const { return wall_[std::size_t(d)][0] != 0; }
  long nodes(int d, bool primal) const { return cells_[d] + (primal && walled(d) ? 1 : 0); }
  std::size_t field_size(bool primal) const {
    return std::size_t(nodes(2, primal) * nodes(1, primal) * nodes(0, primal) * n_[2] * n_[1] *
                       n_[0]);
  }
  std::size_t node(bool primal, int f, long m3, long m2, long m1, int n3, int n2, int n1) const {
    const long m = (m3 * nodes(1, primal) + m2) * nodes(0, primal) + m1;
    return std::size_t(f) * field_size(primal) +
           std::size_t(((m * n_[2] + n3) * n_[1] + n2) * n_[0] + n1);
  }

  // The node of the grid that stands for node m along direction d, and the sign of its derivative n.
  long inside(int d, bool primal, int f, long m, int n, T& sign) const {
    const long count = nodes(d, primal);
    if (m >= 0 && m < count) return m;
    if (!walled(d)) return (m % count + count) % count;
    const int wall = wall_[std::size_t(d)][m < 0 ? 0 : 1];
    sign *= T(wall * parity_[std::size_t(f)][std::size_t(d)] * (n % 2 == 0 ? 1 : -1));
    return m < 0 ? -1 - m : 2 * count - 1 - m;
  }

  // The derivatives at the 2^d vertices of a cell, [left 0..N, right 0..N] in each direction.
  void gather_vertices(const std::vector<T>& u, bool primal, int f, long m3, long m2, long m1,
                       Tensor& u_loc) const {
    for (int tz = 0; tz < extent_[2]; ++tz)
      for (int ty = 0; ty < extent_[1]; ++ty)
        for (int tx = 0; tx < extent_[0]; ++tx) {
          const int n3 = tz % n_[2], n2 = ty % n_[1], n1 = tx % n_[0];
          T sign = 1;
          const long i3 = inside(2, primal, f, m3 + tz / n_[2], n3, sign);
          const long i2 = inside(1, primal, f, m2 + ty / n_[1], n2, sign);
          const long i1 = inside(0, primal, f, m1 + tx / n_[0], n1, sign);
          u_loc[at(tz, ty, tx)] = sign * u[node(primal, f, i3, i2, i1, n3, n2, n1)];
        }
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

  // Algorithm 4 over half a step, of all fields.
  void hermite_taylor_evolution(T dt, std::vector<Tensor>& Ru) const {
    std::vector<Tensor> w = Ru, sum = Ru;
    Tensor derivative(tensor_size());
    for (int k = q_; k >= 1; --k) {
      for (Tensor& s : sum) s.assign(s.size(), T(0));
      for (std::size_t t = 0; t < terms_.size(); ++t) {
        differentiation_in(terms_[t].axis, w[std::size_t(terms_[t].in)], derivative);
        Tensor& out = sum[std::size_t(terms_[t].out)];
        for (std::size_t j = 0; j < out.size(); ++j) out[j] += coefficients_[t] * derivative[j];
      }
      for (std::size_t f = 0; f < w.size(); ++f)
        for (std::size_t j = 0; j < w[f].size(); ++j)
          w[f][j] = Ru[f][j] + (dt / 2) / T(k) * sum[f][j];
    }
    Ru = w;
  }

  int dimension_, q_, fields_;
  std::array<std::array<int, 2>, 3> wall_;
  std::vector<std::array<int, 3>> parity_;
  std::vector<CoupledTerm> terms_;
  std::vector<T> coefficients_;  // of the terms
  T h_[3];
  long cells_[3];
  int n_[3], extent_[3];  // N+1 and 2N+2, or 1
  std::vector<std::vector<T>> H_;
};

}  // namespace hermite
