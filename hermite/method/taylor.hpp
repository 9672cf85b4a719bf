// Truncated multivariate Taylor arithmetic.
//
// A Series holds the coefficients c_i of  sum_i c_i z1^i1 z2^i2 z3^i3,  0 <= i_d < extent(d). One
// formula, written once as a template on its scalar, gives values with doubles and the nodal data
// of any order with Series: with variable(d, N+1, x0, h) the coefficients are h^|i|/i! D^i u.
// (A. Griewank and A. Walther, "Evaluating Derivatives", 2nd ed., chapter 13: the recurrences.)
//
// A series that does not depend on z_d has extent 1 there, so products of univariate series stay
// cheap; where two extents differ one of them must be 1, or one series is cut to the shorter.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace hermite {

class Series {
 public:
  using Index = std::array<int, 3>;

  Series(double constant = 0) : coefficients_{constant} {}
  static Series constant(double value) { return Series(value); }

  /// x = x0 + h z_axis, cut to n coefficients.
  static Series variable(int axis, int n, double x0, double h);

  /// All coefficients zero.
  static Series zero(const Index& extent);

  int extent(int axis) const { return extent_[axis]; }
  const Index& extents() const { return extent_; }
  double value() const { return coefficients_[0]; }

  /// Coefficient of z1^i1 z2^i2 z3^i3, 0 beyond the extents.
  double coefficient(int i1, int i2 = 0, int i3 = 0) const;

  /// [i3][i2][i1], i1 innermost.
  const std::vector<double>& coefficients() const { return coefficients_; }
  std::vector<double>& coefficients() { return coefficients_; }
  std::size_t position(const Index& i) const {
    return (std::size_t(i[2]) * extent_[1] + i[1]) * extent_[0] + i[0];
  }

  /// Adds factor * other, in place where no axis of `other` is new.
  Series& add(double factor, const Series& other);
  Series& operator+=(const Series& other) { return add(1, other); }
  Series& operator-=(const Series& other) { return add(-1, other); }
  Series& operator*=(double factor);
  Series operator-() const;

 private:
  Index extent_{1, 1, 1};
  std::vector<double> coefficients_;  // [extent 3][extent 2][extent 1]
};

Series operator+(Series a, const Series& b);
Series operator-(Series a, const Series& b);
Series operator*(const Series& a, const Series& b);
Series operator/(const Series& a, const Series& b);
Series operator*(Series a, double factor);
Series operator*(double factor, Series a);
Series operator/(Series a, double divisor);
inline Series operator+(Series a, double b) { return a += Series(b); }
inline Series operator+(double a, Series b) { return b += Series(a); }
inline Series operator-(Series a, double b) { return a -= Series(b); }
inline Series operator-(double a, const Series& b) { return Series(a) -= b; }
inline Series operator/(double a, const Series& b) { return Series(a) / b; }

/// sqrt and a/b need a constant coefficient above 0, and not 0.
Series sqrt(const Series& a);
Series exp(const Series& a);
Series sin(const Series& a);
Series cos(const Series& a);

/// sin(phase + sum_d slope[d] x[d]) of `count` series that are linear, as variables are: by its closed form, since
/// initial waves need it at every node.
Series sin_of_sum(double phase, const double* slope, const Series* x, int count);
inline double sin_of_sum(double phase, const double* slope, const double* x, int count) {
  for (int d = 0; d < count; ++d) phase += slope[d] * x[d];
  return std::sin(phase);
}

/// sum += factor * term
inline void add_scaled(double& sum, double factor, double term) { sum += factor * term; }
inline void add_scaled(Series& sum, double factor, const Series& term) { sum.add(factor, term); }

/// The value at the point of expansion, for formulas templated on their scalar.
inline double value(double x) { return x; }
inline double value(const Series& x) { return x.value(); }

}  // namespace hermite
