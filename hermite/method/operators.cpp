// The operators of operators.hpp in closed form.
//
// With s = z + 1/2 the polynomial that is 1 in the left datum j and 0 in all others is
//   (1-s)^(N+1) s^j sum_{k=0}^{N-j} C(N+k,k) s^k,
// the right one is (-1)^j times that with s and 1-s exchanged, that is with z replaced by -z.
// All factors are dyadic with few bits, so double arithmetic makes no error to N = 10.
#include "hermite/method/operators.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace hermite {

namespace {

using Polynomial = std::vector<double>;  // coefficients of z^0, z^1, ...

Polynomial times(const Polynomial& a, const Polynomial& b) {
  Polynomial product(a.size() + b.size() - 1, 0.0);
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  return product;
}

// sum_k weight_k s^k, s = z + 1/2, by Horner's rule.
Polynomial in_s(const Polynomial& weight) {
  Polynomial sum{weight.back()};
  for (size_t k = weight.size() - 1; k-- > 0;) {
    sum = times(sum, {0.5, 1.0});
    sum[0] += weight[k];
  }
  return sum;
}

Polynomial left_basis(int order, int j) {
  Polynomial weight(order + 1, 0.0);
  for (int k = 0; k <= order - j; ++k) weight[j + k] = binomial(order + k, k);
  Polynomial basis = in_s(weight);
  for (int k = 0; k <= order; ++k) basis = times(basis, {0.5, -1.0});  // 1 - s
  basis.resize(2 * order + 2, 0.0);
  return basis;
}

void require_order(int order) {
  if (order < 0 || order > max_order)
    throw std::invalid_argument("order " + std::to_string(order) + " is not in 0 to " +
                                std::to_string(max_order));
}

}  // namespace

double binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  double value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;  // each quotient is whole
  return value;
}

Eigen::MatrixXd interpolation(int order) {
  require_order(order);
  const int n = order + 1;
  Eigen::MatrixXd h(2 * n, 2 * n);
  for (int j = 0; j < n; ++j) {
    const Polynomial left = left_basis(order, j);
    for (int k = 0; k < 2 * n; ++k) {
      h(k, j) = left[k];
      h(k, n + j) = (j + k) % 2 == 0 ? left[k] : -left[k];
    }
  }
  return h;
}

Eigen::MatrixXd confluent_vandermonde(int order) {
  const int n = order + 1;
  Eigen::MatrixXd v(2 * n, 2 * n);
  v << shift_rows(order, -1), shift_rows(order, +1);
  return v;
}

Eigen::MatrixXd differentiation(int order) {
  require_order(order);
  const int count = 2 * order + 2;
  Eigen::MatrixXd d = Eigen::MatrixXd::Zero(count, count);
  for (int k = 0; k + 1 < count; ++k) d(k, k + 1) = k + 1;
  return d;
}

Eigen::MatrixXd shift_rows(int order, double lam) {
  require_order(order);
  const int n = order + 1;
  Eigen::MatrixXd s = Eigen::MatrixXd::Zero(n, 2 * n);
  for (int i = 0; i < n; ++i) {
    double power = 1;  // (lam/2)^(j-i)
    for (int j = i; j < 2 * n; ++j, power *= lam / 2) s(i, j) = binomial(j, i) * power;
  }
  return s;
}

Eigen::MatrixXd half_step(int order, double lam) {
  return shift_rows(order, lam) * interpolation(order);
}

namespace {

// A step after itself. `step` has a block for each node that it reaches; those of two steps are one fewer than
// twice as many.
Eigen::MatrixXd twice(const Eigen::MatrixXd& step) {
  const Eigen::Index n = step.rows(), nodes = step.cols() / n;
  Eigen::MatrixXd both = Eigen::MatrixXd::Zero(n, (2 * nodes - 1) * n);
  for (Eigen::Index i = 0; i < nodes; ++i)
    for (Eigen::Index j = 0; j < nodes; ++j)
      both.middleCols((i + j) * n, n) += step.middleCols(i * n, n) * step.middleCols(j * n, n);
  return both;
}

}  // namespace

Eigen::MatrixXd full_step(int order, double lam) { return twice(half_step(order, lam)); }

Eigen::MatrixXd two_steps(int order, double lam) { return twice(full_step(order, lam)); }

EvenOdd split(int order) {
  const int n = order + 1;
  const Eigen::MatrixXd h = interpolation(order);
  EvenOdd blocks{Eigen::MatrixXd(n, n), Eigen::MatrixXd(n, n)};
  for (int m = 0; m < n; ++m) {
    blocks.even.row(m) = h.block(2 * m, n, 1, n);
    blocks.odd.row(m) = h.block(2 * m + 1, n, 1, n);
  }
  return blocks;
}

}  // namespace hermite
