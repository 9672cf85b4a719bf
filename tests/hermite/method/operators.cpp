// The one-dimensional operators: exact identities, for every order.
#include <doctest/doctest.h>

#include "hermite/method/eigen.hpp"

#include <Eigen/LU>

#include "hermite/core/order.hpp"
#include "hermite/method/operators.hpp"

using namespace hermite;
using Eigen::MatrixXd;

namespace {

bool fits_in_float(const MatrixXd& matrix) {
  return (matrix.cast<float>().cast<double>().array() == matrix.array()).all();
}

// (-1)^j on the diagonal.
MatrixXd signs(int n) {
  MatrixXd diagonal = MatrixXd::Zero(n, n);
  for (int j = 0; j < n; ++j) diagonal(j, j) = j % 2 == 0 ? 1 : -1;
  return diagonal;
}

// H put together again from its split form.
MatrixXd dense_from_split(int order) {
  const int n = order + 1;
  const EvenOdd blocks = split(order);
  MatrixXd dense(2 * n, 2 * n);
  for (int m = 0; m < n; ++m) {
    dense.row(2 * m) << blocks.even.row(m) * signs(n), blocks.even.row(m);
    dense.row(2 * m + 1) << -blocks.odd.row(m) * signs(n), blocks.odd.row(m);
  }
  return dense;
}

MatrixXd matrix(int n, std::initializer_list<double> entries) {
  MatrixXd result(n, n);
  int k = 0;
  for (double entry : entries) {
    result(k / n, k % n) = entry;
    ++k;
  }
  return result;
}

}  // namespace

TEST_CASE("interpolation inverts the confluent Vandermonde matrix, with no tolerance") {
  for (int order = 0; order <= max_order; ++order) {
    CAPTURE(order);
    const MatrixXd identity = MatrixXd::Identity(2 * order + 2, 2 * order + 2);
    const MatrixXd h = interpolation(order), v = confluent_vandermonde(order);
    CHECK((v * h).eval() == identity);
    CHECK((h * v).eval() == identity);
  }
}

TEST_CASE("the entries of H are exact in float") {
  for (int order = 0; order <= max_order; ++order) {
    CAPTURE(order);
    CHECK(fits_in_float(interpolation(order)));
    CHECK(fits_in_float(split(order).even));
    CHECK(fits_in_float(split(order).odd));
  }
}

TEST_CASE("H agrees with a numerical solve") {
  for (int order = 0; order <= max_order; ++order) {
    CAPTURE(order);
    const MatrixXd v = confluent_vandermonde(order), h = interpolation(order);
    const MatrixXd solved = v.fullPivLu().inverse();
    // The bound of a backward stable solve: eps times the condition number, times the size.
    const double bound = v.rows() * 2.3e-16 * v.norm() * h.norm() * h.norm();
    CHECK((solved - h).norm() <= bound);
  }
}

TEST_CASE("the split form is the dense matrix, exactly") {
  for (int order = 0; order <= max_order; ++order) {
    CAPTURE(order);
    CHECK(dense_from_split(order) == interpolation(order));
  }
}

TEST_CASE("the split form in numbers for N = 1, 2, 3") {
  CHECK(split(0).even == matrix(1, {1. / 2}));
  CHECK(split(0).odd == matrix(1, {1}));
  CHECK(split(1).even == matrix(2, {1. / 2, -1. / 8, 0, 1. / 2}));
  CHECK(split(1).odd == matrix(2, {3. / 2, -1. / 4, -2, 1}));
  CHECK(split(2).even ==
        matrix(3, {1. / 2, -5. / 32, 1. / 32, 0, 3. / 4, -1. / 4, 0, -1. / 2, 1. / 2}));
  CHECK(split(2).odd == matrix(3, {15. / 8, -7. / 16, 1. / 16, -5, 5. / 2, -1. / 2, 6, -3, 1}));
  CHECK(split(3).even == matrix(4, {1. / 2, -11. / 64, 3. / 64, -1. / 128,  //
                                    0, 15. / 16, -7. / 16, 3. / 32,         //
                                    0, -5. / 4, 5. / 4, -3. / 8,            //
                                    0, 1, -1, 1. / 2}));
  CHECK(split(3).odd == matrix(4, {35. / 16, -19. / 32, 1. / 8, -1. / 64,  //
                                   -35. / 4, 35. / 8, -5. / 4, 3. / 16,    //
                                   21, -21. / 2, 4, -3. / 4,               //
                                   -20, 10, -4, 1}));
}

TEST_CASE("a half step at lam = 1 takes the right neighbour's data, at -1 the left's, exactly") {
  for (int order = 0; order <= max_order; ++order) {
    CAPTURE(order);
    const int n = order + 1;
    MatrixXd right = MatrixXd::Zero(n, 2 * n), left = right;
    right.rightCols(n).setIdentity();
    left.leftCols(n).setIdentity();
    CHECK(half_step(order, 1) == right);
    CHECK(half_step(order, -1) == left);
  }
}

TEST_CASE("a half step at lam = 0 is the interpolation to the midpoint") {
  for (int order = 0; order <= max_order; ++order) {
    CAPTURE(order);
    CHECK(half_step(order, 0) == interpolation(order).topRows(order + 1));
  }
}

TEST_CASE("a full step at lam = 1 is a pure shift by one cell") {
  for (int order = 0; order <= max_order; ++order) {
    CAPTURE(order);
    const int n = order + 1;
    MatrixXd shift = MatrixXd::Zero(n, 3 * n);
    shift.rightCols(n).setIdentity();
    CHECK(full_step(order, 1) == shift);
    shift.setZero();
    shift.leftCols(n).setIdentity();
    CHECK(full_step(order, -1) == shift);
  }
}

TEST_CASE(
    "two steps are one after the other: of any data at five nodes, and a shift by two cells") {
  for (int order = 0; order <= max_order; ++order) {
    CAPTURE(order);
    const int n = order + 1;
    const MatrixXd step = full_step(order, 0.7), data = MatrixXd::Random(5 * n, 1);
    MatrixXd between(3 * n, 1);
    for (int node = 0; node < 3; ++node)
      between.middleRows(node * n, n) = step * data.middleRows(node * n, 3 * n);
    const double scale = step.cwiseAbs().rowwise().sum().maxCoeff();
    CHECK((two_steps(order, 0.7) * data - step * between).cwiseAbs().maxCoeff() <=
          1e-14 * scale * scale);
    MatrixXd shift = MatrixXd::Zero(n, 5 * n);
    shift.rightCols(n).setIdentity();
    CHECK(two_steps(order, 1) == shift);
  }
}

TEST_CASE("the exponential of lam/2 D, cut to rows 0..N, is the shift") {
  for (int order = 0; order <= max_order; ++order) {
    for (double lam : {0.5, -0.75}) {
      CAPTURE(order);
      CAPTURE(lam);
      const int count = 2 * order + 2;
      const MatrixXd d = differentiation(order);
      MatrixXd term = MatrixXd::Identity(count, count), sum = term;
      for (int s = 1; s < count; ++s) {
        term = (lam / 2 / s) * (d * term);
        sum += term;
      }
      const MatrixXd shift = shift_rows(order, lam);
      // Every entry is a product of s <= 2N+1 factors, each rounded twice.
      const double bound = 4 * count * 2.3e-16;
      CHECK(((sum.topRows(order + 1) - shift).array().abs() <= bound * shift.array().abs()).all());
    }
  }
}

TEST_CASE("a half step advances polynomials of degree 2N+1 exactly") {
  for (int order = 0; order <= max_order; ++order) {
    CAPTURE(order);
    const int n = order + 1;
    const double lam = 0.5;
    const MatrixXd exact = shift_rows(order, lam);  // node data of z^k at z = lam/2
    const MatrixXd computed = half_step(order, lam) * confluent_vandermonde(order);
    // Dyadic throughout, but the products of N >= 5 need more than 53 bits.
    const double bound =
        2 * n * 2.3e-16 *
        (half_step(order, lam).cwiseAbs() * confluent_vandermonde(order).cwiseAbs()).maxCoeff();
    CHECK((computed - exact).cwiseAbs().maxCoeff() <= bound);
  }
}

TEST_CASE("an order that is not stored exactly is refused") {
  CHECK_THROWS_AS(interpolation(-1), std::invalid_argument);
  CHECK_THROWS_AS(interpolation(max_order + 1), std::invalid_argument);
}
