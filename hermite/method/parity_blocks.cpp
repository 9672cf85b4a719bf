// A class has n coefficients along each axis, the even or the odd ones of 0..2N+1: all that a matrix is
// made of is square, fields n^d rows by as many sums.
#include "hermite/method/parity_blocks.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <string>

#include "hermite/core/error.hpp"
#include "hermite/method/operators.hpp"

namespace hermite {

namespace {

// An error of a matrix is the same in every cell and step, and adds up: they are made in the widest
// precision there is, and rounded once.
using Wide = long double;
using Matrix = Eigen::Matrix<Wide, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

bool odd(int bits, int axis) { return (bits >> axis & 1) != 0; }

// One class.
class Class {
 public:
  Class(int dimension, int order, const std::vector<CoupledTerm>& terms,
        const std::vector<int>& flips, int bits)
      : dimension_(dimension), n_(order + 1), terms_(terms), flips_(flips), bits_(bits) {
    for (int axis = 0; axis < dimension; ++axis) node_ *= n_;
  }

  ParityBlock block(int stages) const {
    ParityBlock block;
    std::vector<int> kept;
    for (int row = 0; row < rows(); ++row)
      if (is_result(row)) {
        kept.push_back(row);
        block.results.push_back(result(row));
      }
    Matrix sum = Matrix::Zero(Eigen::Index(block.results.size()), rows());
    Matrix b = interpolated(), next(rows(), rows());
    for (int s = 0; s <= stages; ++s) {
      if (s > 0) {
        differentiate(b, s, stages, next);
        b.swap(next);
      }
      for (std::size_t row = 0; row < kept.size(); ++row)
        if (is_needed(kept[row], s, stages)) sum.row(Eigen::Index(row)) += b.row(kept[row]);
    }
    block.matrix = sum.cast<double>();
    return block;
  }

 private:
  int rows() const { return static_cast<int>(flips_.size()) * node_; }
  int type(int field) const { return bits_ ^ flips_[std::size_t(field)]; }
  // 0..n-1 along each axis.
  std::array<int, 3> place(int row) const {
    const int e = row % node_;
    return {e % n_, e / n_ % n_, e / n_ / n_};
  }
  // The coefficient that a row is, along an axis.
  int coefficient(int row, int axis) const {
    return 2 * place(row)[std::size_t(axis)] + (odd(type(row / node_), axis) ? 1 : 0);
  }
  bool is_result(int row) const {
    for (int axis = 0; axis < dimension_; ++axis)
      if (coefficient(row, axis) >= n_) return false;
    return true;
  }
  int result(int row) const {
    int index = 0;
    for (int axis = dimension_ - 1; axis >= 0; --axis) index = index * n_ + coefficient(row, axis);
    return row / node_ * node_ + index;
  }

  // b_k = sum_j H_kj (e_j or o_j), H the right half of the interpolation, product over the axes.
  Matrix interpolated() const {
    const Eigen::MatrixXd h = interpolation(n_ - 1).rightCols(n_);
    Matrix b = Matrix::Zero(rows(), rows());
    for (int row = 0; row < rows(); ++row)
      for (int e = 0; e < node_; ++e) {
        Wide value = 1;
        for (int axis = 0; axis < dimension_; ++axis)
          value *= h(coefficient(row, axis), place(e)[std::size_t(axis)]);
        b(row, row / node_ * node_ + e) = value;
      }
    return b;
  }

  // Whether term s of the series is not zero there, and a result depends on it.
  bool is_needed(int row, int s, int stages) const {
    int degree = 0, excess = 0;
    for (int axis = 0; axis < dimension_; ++axis) {
      degree += coefficient(row, axis);
      excess += std::max(0, coefficient(row, axis) - (n_ - 1));
    }
    return degree + s <= dimension_ * (2 * n_ - 1) && excess <= stages - s;
  }

  // Term s, (1/s) sum_terms coefficient * D_axis b, in the rows where it is needed.
  void differentiate(const Matrix& b, int s, int stages, Matrix& next) const {
    const int step[3] = {1, n_, n_ * n_};
    for (int row = 0; row < rows(); ++row)
      if (is_needed(row, s, stages)) next.row(row).setZero();
    for (const CoupledTerm& term : terms_) {
      if (term.coefficient == 0) continue;
      for (int e = 0; e < node_; ++e) {
        const int row = term.out * node_ + e, i = coefficient(row, term.axis);
        if (i + 1 == 2 * n_ || !is_needed(row, s, stages)) continue;
        // Of the fields that it couples one has the even and one the odd coefficients.
        const int from = e + (odd(type(term.out), term.axis) ? step[term.axis] : 0);
        next.row(row) +=
            Wide(term.coefficient) * Wide(i + 1) / Wide(s) * b.row(term.in * node_ + from);
      }
    }
  }

  int dimension_, n_, node_ = 1;
  const std::vector<CoupledTerm>& terms_;
  const std::vector<int>& flips_;
  int bits_;
};

}  // namespace

std::vector<ParityBlock> parity_blocks(int dimension, int order,
                                       const std::vector<CoupledTerm>& terms,
                                       const std::vector<int>& flips, int stages) {
  for (const CoupledTerm& term : terms)
    if ((flips[std::size_t(term.out)] ^ flips[std::size_t(term.in)]) != 1 << term.axis)
      throw Error(Exit::internal, "parity_blocks: a term couples fields that mirrors do not");
  std::vector<ParityBlock> blocks(std::size_t(1) << dimension);
  bool memory_is_short = false;
#pragma omp parallel for schedule(dynamic)
  for (int bits = 0; bits < 1 << dimension; ++bits) try {
      blocks[std::size_t(bits)] = Class(dimension, order, terms, flips, bits).block(stages);
    } catch (const std::bad_alloc&) {  // must not leave the loop
#pragma omp atomic write
      memory_is_short = true;
    }
  if (memory_is_short)
    throw MachineError("kernel.pipeline: the matrices of parity at order " + std::to_string(order) +
                       " need more memory than there is; take monolithic, or a lower order");
  return blocks;
}

}  // namespace hermite
