// Error norms, and the seminorm: its value, and that a Hermite step never makes it grow.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "hermite/method/norms.hpp"
#include "hermite/method/operators.hpp"
#include "hermite/method/taylor.hpp"
#include "tests/approx.hpp"

using namespace hermite;

namespace {

const double pi = std::acos(-1.0);

std::vector<double> arbitrary_data(const NodalShape& shape) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> data(shape.fields * shape.nodes() * shape.per_node());
  for (double& value : data) value = uniform(generator);
  return data;
}

// Half a step of u_t = c u_x along one axis of a 2-D grid: new node m from the nodes m and m+1
// (first half) or m-1 and m (second half).
std::vector<double> half_sweep(const NodalShape& shape, const std::vector<double>& data, int axis,
                               double lam, int below) {
  const int n = shape.order + 1, cells = shape.cells[axis], others = shape.cells[1 - axis];
  const Eigen::MatrixXd a = half_step(shape.order, lam);
  const auto at = [&](int m, int other, int i, int j) {
    const int m1 = axis == 0 ? m : other, m2 = axis == 0 ? other : m;
    const int i1 = axis == 0 ? i : j, i2 = axis == 0 ? j : i;
    return ((m2 * shape.cells[0] + m1) * n + i2) * n + i1;
  };
  std::vector<double> result(data.size(), 0.0);
  for (int other = 0; other < others; ++other)
    for (int m = 0; m < cells; ++m)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          for (int k = 0; k < 2 * n; ++k) {
            const int from = (m - below + k / n + cells) % cells;
            result[at(m, other, i, j)] += a(i, k) * data[at(from, other, k % n, j)];
          }
  return result;
}

std::vector<double> sine_data(const NodalShape& shape) {
  const int n = shape.order + 1;
  std::vector<double> data;
  for (int m2 = 0; m2 < shape.cells[1]; ++m2)
    for (int m1 = 0; m1 < shape.cells[0]; ++m1) {
      Series u = sin(2 * pi * Series::variable(0, n, m1 * shape.spacing[0], shape.spacing[0]));
      if (shape.dimension == 2)
        u = u * sin(2 * pi * Series::variable(1, n, m2 * shape.spacing[1], shape.spacing[1]));
      data.insert(data.end(), u.coefficients().begin(), u.coefficients().end());
    }
  return data;
}

}  // namespace

TEST_CASE("error norms are the maximum and the root mean square, and keep NaN") {
  ErrorNorms norms, more;
  norms.add(1, 0);
  norms.add(-2, 0);
  more.add(5, 8);
  more.add(0, 0);
  norms.merge(more);
  CHECK(norms.max() == 3);
  CHECK(norms.l2() == std::sqrt(14.0 / 4));
  norms.add(std::numeric_limits<double>::quiet_NaN(), 0);
  norms.add(9, 0);
  CHECK(std::isnan(norms.max()));
  CHECK(std::isnan(norms.l2()));
}

TEST_CASE("the seminorm of a sine comes from below to its exact value, as h^(2N+2)") {
  for (int dimension : {1, 2})
    for (int order : {0, 1, 2, 3}) {
      CAPTURE(dimension);
      CAPTURE(order);
      // A projection loses norm: 1 - |P f|^2/|f|^2 = O(h^(2N+2)).
      const double exact = std::pow(std::pow(2 * pi, order + 1) / std::sqrt(2.0), dimension);
      double before = 1;
      for (int cells : {8, 16}) {
        NodalShape shape{dimension,
                         order,
                         {cells, dimension == 2 ? cells : 1, 1},
                         {1. / cells, 1. / cells, 1},
                         1};
        const double lost = 1 - std::pow(seminorm(shape, sine_data(shape).data()) / exact, 2);
        // The rounding of data divided by h^((N+1) d).
        const double rounding = 1e-15 * std::pow(4.0 * cells, order);
        CHECK(lost > -rounding);
        if (cells == 16 && lost > rounding) CHECK(std::log2(before / lost) > 2 * order + 2 - 0.2);
        before = lost;
      }
    }
}

TEST_CASE("the seminorm never grows with full q, for any data and 0 <= |lam| <= 1") {
  const int orders[] = {0, 1, 2, 3, 5};
  for (int order : orders)
    for (double lam : {0.2, 0.8, 1.0}) {
      CAPTURE(order);
      CAPTURE(lam);
      NodalShape shape{2, order, {6, 5, 1}, {0.5, 0.25, 1}, 1};
      std::vector<double> data = arbitrary_data(shape);
      double before = seminorm(shape, data.data());
      for (int half = 0; half < 12; ++half) {
        // Full q is exact in time, so the half step is the product of one sweep per axis.
        data = half_sweep(shape, data, 0, lam, half % 2);
        data = half_sweep(shape, data, 1, -0.7 * lam, half % 2);
        const double now = seminorm(shape, data.data());
        // Entries of H and of the derivatives reach 1e4 at N = 5, squared in two dimensions.
        CHECK(now <= before * (1 + 1e-12 * std::pow(10.0, order)));
        before = now;
      }
    }
}

TEST_CASE("the seminorm adds over fields and does not see polynomials of degree N") {
  NodalShape shape{1, 2, {4, 1, 1}, {1, 1, 1}, 2};
  std::vector<double> data = arbitrary_data(shape);
  const std::size_t half = data.size() / 2;
  NodalShape one = shape;
  one.fields = 1;
  const double first = seminorm(one, data.data()), second = seminorm(one, data.data() + half);
  CHECK(seminorm(shape, data.data()) == nearly(std::hypot(first, second)));

  std::vector<double> constant(one.nodes() * one.per_node(), 0.0);
  for (std::size_t m = 0; m < one.nodes(); ++m) constant[m * one.per_node()] = 3;
  // Rounding of the sums that cancel: 18 terms of size 3 * 5! in each of 4 cells.
  CHECK(seminorm(one, constant.data()) < 1e-12);
}
