// The half step of a mirror-symmetric system as one dense matrix for each parity.
//
// With e_j = r_j + (-1)^j l_j and o_j = r_j - (-1)^j l_j of the data l, r at the two ends of a cell, the
// even coefficients of the interpolant depend on e only and the odd ones on o only, along each axis by
// itself. A derivative exchanges even and odd, and a system that mirrors leave as it is couples fields
// of opposite parity by it. So the 2^d corners of a cell, added and subtracted along every axis, fall into
// 2^d classes that never mix, whatever the number q of Taylor stages:
//
//   class c: along axis a the coefficients of a field are odd where bit a of  c xor flips(field)  is set,
//   results of class c = matrix(c) * sums of class c       one sum for each field and index j.
#pragma once

#include "hermite/method/eigen.hpp"

#include <vector>

#include "hermite/core/problem.hpp"

namespace hermite {

struct ParityBlock {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<int> results;  // of each row: field * n^d + index i, i1 fastest
  Matrix matrix;             // columns: field * n^d + index j
};

/// `terms`: with coefficient * (dt/2) / h_axis in place of the coefficients. `flips`: of each field, bit a
/// set where it is odd under the mirror image along axis a. One block for each of the 2^d classes.
std::vector<ParityBlock> parity_blocks(int dimension, int order,
                                       const std::vector<CoupledTerm>& terms,
                                       const std::vector<int>& flips, int stages);

}  // namespace hermite
