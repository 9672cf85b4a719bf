// The recurrences of truncated Taylor arithmetic. Each follows from a differential or algebraic
// identity, solved for the coefficient of highest index:
//   q = a/b     : b q = a
//   w = sqrt(u) : w w = u
//   w = exp(u)  : dw/dz_d = w du/dz_d          i_d w_i = sum_{0<j<=i} j_d u_j w_{i-j}
//   s, c        : ds = c du, dc = -s du, the same way
// d may be any axis with i_d > 0, so indices are taken in storage order.
#include "hermite/method/taylor.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace hermite {

namespace {

using Index = Series::Index;

struct Entry {
  Index index;
  double value;
};

// f(i) for every index of the extent, in storage order.
template <class Function>
void for_each_index(const Index& extent, Function f) {
  for (int i3 = 0; i3 < extent[2]; ++i3)
    for (int i2 = 0; i2 < extent[1]; ++i2)
      for (int i1 = 0; i1 < extent[0]; ++i1) f(Index{i1, i2, i3});
}

// The coefficients that are not zero, the constant one left out when asked for: most series here
// are polynomials or depend on one axis only.
std::vector<Entry> nonzeros(const Series& a, bool with_constant = true) {
  std::vector<Entry> entries;
  entries.reserve(a.coefficients().size());
  for_each_index(a.extents(), [&](const Index& i) {
    const double value = a.coefficients()[a.position(i)];
    const bool constant = i == Index{0, 0, 0};
    if (value != 0 && (with_constant || !constant)) entries.push_back({i, value});
  });
  return entries;
}

// Extents of a result that depends on the axes of both; an axis of extent 1 imposes no cut.
Index joint_extents(const Series& a, const Series& b) {
  Index extent;
  for (int d = 0; d < 3; ++d) {
    const int m = a.extent(d), n = b.extent(d);
    extent[d] = m == 1 ? n : n == 1 ? m : std::min(m, n);
  }
  return extent;
}

bool below(const Index& j, const Index& i) { return j[0] <= i[0] && j[1] <= i[1] && j[2] <= i[2]; }

Index minus(const Index& i, const Index& j) { return {i[0] - j[0], i[1] - j[1], i[2] - j[2]}; }

bool is_origin(const Index& i) { return i == Index{0, 0, 0}; }

// The axis along which the identity is differentiated to reach index i.
int leading_axis(const Index& i) { return i[0] > 0 ? 0 : i[1] > 0 ? 1 : 2; }

struct SinCos {
  Series sin, cos;
};

SinCos sin_cos(const Series& u) {
  SinCos w{Series::zero(u.extents()), Series::zero(u.extents())};
  const std::vector<Entry> entries = nonzeros(u, false);
  for_each_index(u.extents(), [&](const Index& i) {
    double& s = w.sin.coefficients()[u.position(i)];
    double& c = w.cos.coefficients()[u.position(i)];
    if (is_origin(i)) {
      s = std::sin(u.value());
      c = std::cos(u.value());
      return;
    }
    const int d = leading_axis(i);
    for (const Entry& j : entries) {
      if (!below(j.index, i)) continue;
      const std::size_t rest = u.position(minus(i, j.index));
      s += j.index[d] * j.value * w.cos.coefficients()[rest];
      c -= j.index[d] * j.value * w.sin.coefficients()[rest];
    }
    s /= i[d];
    c /= i[d];
  });
  return w;
}

}  // namespace

Series Series::variable(int axis, int n, double x0, double h) {
  Index extent{1, 1, 1};
  extent[axis] = n;
  Series x = zero(extent);
  x.coefficients_[0] = x0;
  if (n > 1) x.coefficients_[1] = h;
  return x;
}

Series Series::zero(const Index& extent) {
  if (extent[0] < 1 || extent[1] < 1 || extent[2] < 1)
    throw std::invalid_argument("a series needs an extent of at least 1 on every axis");
  Series series;
  series.extent_ = extent;
  series.coefficients_.assign(std::size_t(extent[0]) * extent[1] * extent[2], 0.0);
  return series;
}

double Series::coefficient(int i1, int i2, int i3) const {
  const Index i{i1, i2, i3};
  for (int d = 0; d < 3; ++d)
    if (i[d] < 0 || i[d] >= extent_[d]) return 0;
  return coefficients_[position(i)];
}

Series& Series::add(double factor, const Series& other) {
  if (const Index extent = joint_extents(*this, other); extent != extent_) {
    Series longer = zero(extent);
    for_each_index(extent, [&](const Index& i) {
      longer.coefficients_[longer.position(i)] = coefficient(i[0], i[1], i[2]);
    });
    *this = std::move(longer);
  }
  for_each_index(other.extents(), [&](const Index& i) {
    if (below(i, {extent_[0] - 1, extent_[1] - 1, extent_[2] - 1}))
      coefficients_[position(i)] += factor * other.coefficients_[other.position(i)];
  });
  return *this;
}

Series& Series::operator*=(double factor) {
  for (double& c : coefficients_) c *= factor;
  return *this;
}

Series Series::operator-() const {
  Series negative = *this;
  for (double& c : negative.coefficients_) c = -c;
  return negative;
}

Series operator+(Series a, const Series& b) { return a += b; }
Series operator-(Series a, const Series& b) { return a -= b; }
Series operator*(Series a, double factor) { return a *= factor; }
Series operator*(double factor, Series a) { return a *= factor; }

Series operator/(Series a, double divisor) {
  for (double& c : a.coefficients()) c /= divisor;
  return a;
}

Series operator*(const Series& a, const Series& b) {
  Series product = Series::zero(joint_extents(a, b));
  const Index& extent = product.extents();
  const std::vector<Entry> right = nonzeros(b);
  for (const Entry& i : nonzeros(a))
    for (const Entry& j : right) {
      const Index sum{i.index[0] + j.index[0], i.index[1] + j.index[1], i.index[2] + j.index[2]};
      if (sum[0] < extent[0] && sum[1] < extent[1] && sum[2] < extent[2])
        product.coefficients()[product.position(sum)] += i.value * j.value;
    }
  return product;
}

Series operator/(const Series& a, const Series& b) {
  if (b.value() == 0) throw std::domain_error("division by a series whose value is 0");
  Series quotient = Series::zero(joint_extents(a, b));
  const std::vector<Entry> entries = nonzeros(b, false);
  for_each_index(quotient.extents(), [&](const Index& i) {
    double rest = a.coefficient(i[0], i[1], i[2]);
    for (const Entry& j : entries)
      if (below(j.index, i))
        rest -= j.value * quotient.coefficients()[quotient.position(minus(i, j.index))];
    quotient.coefficients()[quotient.position(i)] = rest / b.value();
  });
  return quotient;
}

Series sqrt(const Series& u) {
  if (!(u.value() > 0)) throw std::domain_error("square root of a series whose value is not > 0");
  Series w = Series::zero(u.extents());
  const double root = std::sqrt(u.value());
  for_each_index(u.extents(), [&](const Index& i) {
    double rest = u.coefficients()[u.position(i)];
    for_each_index({i[0] + 1, i[1] + 1, i[2] + 1}, [&](const Index& j) {
      if (is_origin(j) || j == i) return;
      rest -= w.coefficients()[w.position(j)] * w.coefficients()[w.position(minus(i, j))];
    });
    w.coefficients()[w.position(i)] = is_origin(i) ? root : rest / (2 * root);
  });
  return w;
}

Series exp(const Series& u) {
  Series w = Series::zero(u.extents());
  const std::vector<Entry> entries = nonzeros(u, false);
  for_each_index(u.extents(), [&](const Index& i) {
    double& value = w.coefficients()[w.position(i)];
    if (is_origin(i)) {
      value = std::exp(u.value());
      return;
    }
    const int d = leading_axis(i);
    for (const Entry& j : entries)
      if (below(j.index, i))
        value += j.index[d] * j.value * w.coefficients()[w.position(minus(i, j.index))];
    value /= i[d];
  });
  return w;
}

Series sin(const Series& u) { return sin_cos(u).sin; }
Series cos(const Series& u) { return sin_cos(u).cos; }

// The derivative of index i is that of order |i| of the sine, times the slopes to the powers i.
Series sin_of_sum(double phase, const double* slope, const Series* x, int count) {
  Index extent{1, 1, 1};
  std::array<double, 3> along{0, 0, 0};  // the slope along each axis of z
  for (int d = 0; d < count; ++d) {
    for_each_index(x[d].extents(), [&](const Index& i) {
      const double term = slope[d] * x[d].coefficients()[x[d].position(i)];
      const int order = i[0] + i[1] + i[2];
      if (order == 0) phase += term;
      if (order == 1) along[leading_axis(i)] += term;
      if (order > 1 && term != 0) throw std::invalid_argument("sin_of_sum of what is not linear");
    });
    for (int axis = 0; axis < 3; ++axis) extent[axis] = std::max(extent[axis], x[d].extent(axis));
  }
  const double s = std::sin(phase), c = std::cos(phase);
  const std::array<double, 4> derivative = {s, c, -s, -c};
  Series wave = Series::zero(extent);
  std::vector<double>& w = wave.coefficients();
  for_each_index(extent, [&](Index i) {
    double& value = w[wave.position(i)];
    if (is_origin(i)) {
      value = 1;
      return;
    }
    const int d = leading_axis(i), power = i[d]--;
    value = w[wave.position(i)] * along[d] / power;
  });
  for_each_index(extent, [&](const Index& i) {
    w[wave.position(i)] *= derivative[std::size_t(i[0] + i[1] + i[2]) % 4];
  });
  return wave;
}

}  // namespace hermite
