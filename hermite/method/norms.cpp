// The seminorm is evaluated by Gauss quadrature with N+1 points per direction, exact for the square
// of a polynomial of degree N. Interpolation, differentiation, evaluation and the root of the
// weight make one n x 2n matrix Q per direction, and the norm is that of (Q x Q x Q) applied to the
// data of each cell's corners.
#include "hermite/method/norms.hpp"

#include <cmath>
#include <vector>

#include "hermite/core/grow.hpp"
#include "hermite/method/gauss.hpp"
#include "hermite/method/operators.hpp"

namespace hermite {

namespace {

// Q: corner data to sqrt(h w_g) d^n u/dx^n at the Gauss points, n x 2n.
Eigen::MatrixXd derivative_at_points(int order, double h) {
  const int n = order + 1;
  const GaussRule rule(n);
  Eigen::MatrixXd evaluate = Eigen::MatrixXd::Zero(n, 2 * n);
  for (int g = 0; g < n; ++g) {
    double power = std::sqrt(h * rule.weights[g]) / std::pow(h, n);
    for (int i = 0; i < n; ++i, power *= rule.nodes[g]) {
      double factor = 1;  // (i+n)!/i!
      for (int k = i + 1; k <= i + n; ++k) factor *= k;
      evaluate(g, n + i) = factor * power;
    }
  }
  return evaluate * interpolation(order);
}

// values [slow][columns][fast] -> [slow][rows][fast]: the matrix applied along the middle index.
std::vector<double> apply(const Eigen::MatrixXd& matrix, const std::vector<double>& values,
                          std::size_t fast) {
  const std::size_t rows = matrix.rows(), columns = matrix.cols();
  const std::size_t slow = values.size() / (columns * fast);
  std::vector<double> result(slow * rows * fast, 0.0);
  for (std::size_t s = 0; s < slow; ++s)
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c)
        for (std::size_t f = 0; f < fast; ++f)
          result[(s * rows + r) * fast + f] += matrix(r, c) * values[(s * columns + c) * fast + f];
  return result;
}

// Data of a cell's corners as the tensor [side3 i3][side2 i2][side1 i1], extents 2n (or 1).
std::vector<double> gather(const NodalShape& shape, const double* field,
                           const std::array<int, 3>& m) {
  const int n = shape.order + 1;
  std::array<int, 3> data{1, 1, 1}, sides{1, 1, 1};
  for (int d = 0; d < shape.dimension; ++d) {
    data[d] = n;
    sides[d] = 2;
  }
  std::vector<double> corners;
  corners.reserve(std::size_t(shape.per_node()) << shape.dimension);
  for (int k3 = 0; k3 < sides[2] * data[2]; ++k3)
    for (int k2 = 0; k2 < sides[1] * data[1]; ++k2)
      for (int k1 = 0; k1 < sides[0] * data[0]; ++k1) {
        const std::size_t node1 = (m[0] + k1 / data[0]) % shape.cells[0];
        const std::size_t node2 = (m[1] + k2 / data[1]) % shape.cells[1];
        const std::size_t node3 = (m[2] + k3 / data[2]) % shape.cells[2];
        const std::size_t node = (node3 * shape.cells[1] + node2) * shape.cells[0] + node1;
        const int entry = (k3 % data[2] * data[1] + k2 % data[1]) * data[0] + k1 % data[0];
        corners.push_back(field[node * shape.per_node() + entry]);
      }
  return corners;
}

}  // namespace

void ErrorNorms::add(double computed, double exact) {
  const double error = std::abs(computed - exact);
  grow(max_, error);
  sum_ += error * error;
  ++count_;
}

void ErrorNorms::merge(const ErrorNorms& other) {
  grow(max_, other.max_);
  sum_ += other.sum_;
  count_ += other.count_;
}

double ErrorNorms::l2() const { return count_ == 0 ? 0 : std::sqrt(sum_ / double(count_)); }

int NodalShape::per_node() const {
  int count = 1;
  for (int d = 0; d < dimension; ++d) count *= order + 1;
  return count;
}

double seminorm(const NodalShape& shape, const double* data) {
  std::vector<Eigen::MatrixXd> q;
  for (int d = 0; d < shape.dimension; ++d)
    q.push_back(derivative_at_points(shape.order, shape.spacing[d]));
  double sum = 0;
  for (int f = 0; f < shape.fields; ++f) {
    const double* field = data + f * shape.nodes() * shape.per_node();
    for (int m3 = 0; m3 < shape.cells[2]; ++m3)
      for (int m2 = 0; m2 < shape.cells[1]; ++m2)
        for (int m1 = 0; m1 < shape.cells[0]; ++m1) {
          std::vector<double> values = gather(shape, field, {m1, m2, m3});
          std::size_t fast = 1;
          for (int d = 0; d < shape.dimension; ++d, fast *= shape.order + 1)
            values = apply(q[d], values, fast);
          for (double value : values) sum += value * value;
        }
  }
  return std::sqrt(sum);
}

}  // namespace hermite
