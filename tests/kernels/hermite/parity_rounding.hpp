// What parity may lose to rounding beyond a schedule of the paper's algorithm, whose sums are short. Its matrices are
// rounded once, and a result is one sum over all fields and entries: each product is wrong by up to half a unit in its
// last place by its factor, each partial sum by an addition. These are independent of each other, so that together
// they are of the size of the root of the sum of their squares. The largest of some thousand results comes to about
// three and a half standard deviations of it, each error being spread evenly over one unit: to that root itself.
// How a half step enlarges what the one before has lost is left to the allowance of the paper's algorithm.
#pragma once

#include "hermite/core/grow.hpp"
#include "kernels/hermite/parity_sums.hpp"
#include "tests/kernels/hermite/parity_problem.hpp"

namespace hermite {

// What the matrix of class c multiplies in a cell of the primal grid: a sum over the corners for each field and entry,
// in which lower corners are subtracted along the axes where it is odd.
struct ClassSums {
  Eigen::VectorXd value;
  Eigen::VectorXd squares;  // of the value, and of all that was rounded on the way to it
};
inline ClassSums sums_of_class(const Problem& p, const std::vector<double>& data,
                               const std::vector<int>& flips, int c, const long (&cell)[3]) {
  const std::array<long, 3> nodes = p.grid().extents(Stagger::primal);
  const int n = p.order + 1, values = p.entries(), corners = 1 << p.dimension;
  ClassSums sums;
  sums.value = sums.squares = Eigen::VectorXd::Zero(p.fields() * values);
  for (int f = 0; f < p.fields(); ++f)
    for (int e = 0; e < values; ++e) {
      const int odd = parity_of_entry(n, e) ^ c ^ flips[std::size_t(f)];
      double value[8];
      double& squares = sums.squares[f * values + e];
      for (int corner = 0; corner < corners; ++corner) {
        long at = f;
        for (int a = 2; a >= 0; --a) {  // periodic, or as far as the wall
          const long count = nodes[std::size_t(a)];
          at = at * count + (cell[a] + (corner >> a & 1)) % count;
        }
        value[corner] = data[std::size_t(at * values + e)];
      }
      for (int axis = 0; axis < p.dimension; ++axis)  // pairs along x1 become one, and so on
        for (int i = 0; i < corners >> (axis + 1); ++i) {
          const double lower = value[2 * i], upper = value[2 * i + 1];
          value[i] = (odd >> axis & 1) != 0 ? upper - lower : upper + lower;
          squares += value[i] * value[i];
        }
      sums.value[f * values + e] = value[0];
      squares += value[0] * value[0];
    }
  return sums;
}

// As a multiple of eps, by derivative index: the largest of all cells and fields, of a half step from these data.
inline std::vector<double> parity_rounding(const Problem& p, const std::vector<double>& data) {
  const ParityProblem parity(p);
  std::vector<double> largest(std::size_t(p.entries()), 0.0);
  long cell[3];
  for (cell[2] = 0; cell[2] < p.cells[2]; ++cell[2])
    for (cell[1] = 0; cell[1] < p.cells[1]; ++cell[1])
      for (cell[0] = 0; cell[0] < p.cells[0]; ++cell[0])
        for (std::size_t c = 0; c < parity.blocks.size(); ++c) {
          const ParityBlock& block = parity.blocks[c];
          const ClassSums sums = sums_of_class(p, data, parity.flips, int(c), cell);
          for (std::size_t row = 0; row < block.results.size(); ++row) {
            double result = 0, squares = 0;
            for (Eigen::Index j = 0; j < sums.value.size(); ++j) {
              const double factor = block.matrix(Eigen::Index(row), j);
              result += factor * sums.value[j];
              squares += factor * factor * sums.squares[j] + result * result;
            }
            grow(largest[std::size_t(block.results[row] % p.entries())], std::sqrt(squares));
          }
        }
  return largest;
}

}  // namespace hermite
