// A state whose nodal data are those of polynomials: field f is the product over the axes of a
// polynomial of degree 2N+1 in x_d, which the interpolants of all cells reproduce.
#pragma once

#include <cmath>
#include <vector>

#include "hermite/method/operators.hpp"
#include "hermite/output/nodal_state.hpp"

namespace hermite {

class PolynomialState {
 public:
  PolynomialState(int dimension, int order, Stagger stagger, std::array<long, 3> cells,
                  int fields = 2) {
    state_.name = "u";
    state_.dimension = dimension;
    state_.order = order;
    state_.stagger = stagger;
    for (int f = 0; f < fields; ++f) state_.fields.push_back(std::string(1, char('p' + f)));
    state_.periodic = {false, false, false};
    for (size_t a = 0; a < size_t(dimension); ++a) {
      state_.nodes[a] = cells[a] + (stagger == Stagger::primal ? 1 : 0);
      state_.lower[a] = -0.4;
      state_.h[a] = (0.8 + 0.1 * double(a)) / double(cells[a]);
      upper[a] = state_.lower[a] + state_.h[a] * double(cells[a]);
    }
    state_.read_slice = [this](long slice, double* values) { fill(slice, values); };
  }
  PolynomialState(const PolynomialState&) = delete;
  PolynomialState& operator=(const PolynomialState&) = delete;

  const NodalState& state() const { return state_; }
  NodalState& state() { return state_; }
  std::array<double, 3> upper{0, 0, 0};

  /// 1/i! D^i of a factor.
  double factor(int field, int axis, double x, int i) const {
    double sum = 0;
    for (int k = 2 * state_.order + 1; k >= i; --k)
      sum = sum * x + coefficient(field, axis, k) * binomial(k, i);
    return sum;
  }
  /// The field, or its derivative along the axis `derived`.
  double value(int field, const std::array<double, 3>& x, int derived = -1) const {
    double product = 1;
    for (int a = 0; a < state_.dimension; ++a)
      product *= factor(field, a, x[size_t(a)], a == derived ? 1 : 0);
    return product;
  }
  double node(int axis, long m) const {
    const auto a = size_t(axis);
    return state_.lower[a] +
           state_.h[a] * (double(m) + (state_.stagger == Stagger::dual ? 0.5 : 0.0));
  }

 private:
  NodalState state_;

  static double coefficient(int field, int axis, int k) {
    return std::cos(1.0 + 3 * field + 5 * axis + 2 * k);
  }
  void fill(long slice, double* values) const {
    const int n = state_.n(), dimension = state_.dimension;
    std::array<long, 3> begin{0, 0, 0};
    if (dimension > 1) begin[size_t(dimension - 1)] = slice;
    for (int f = 0; f < int(state_.fields.size()); ++f)
      for (long m2 = 0; m2 < state_.slice_rows(); ++m2)
        for (long m1 = 0; m1 < state_.nodes[0]; ++m1)
          for (int e = 0; e < state_.entries(); ++e) {
            const std::array<long, 3> m{m1, begin[1] + m2, begin[2]};
            const std::array<int, 3> i{e % n, e / n % n, e / (n * n)};
            double product = 1;
            for (int a = 0; a < dimension; ++a)
              product *= factor(f, a, node(a, m[size_t(a)]), i[size_t(a)]) *
                         std::pow(state_.h[size_t(a)], i[size_t(a)]);
            *values++ = product;
          }
  }
};

}  // namespace hermite
