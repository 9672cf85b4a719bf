// Gauss-Legendre quadrature on a cell.
#pragma once

#include <vector>

namespace hermite {

/// Nodes z in (-1/2, 1/2), descending, and weights of sum 1: exact for polynomials of degree
/// 2 count - 1.
struct GaussRule {
  std::vector<double> nodes, weights;

  explicit GaussRule(int count);
};

}  // namespace hermite
