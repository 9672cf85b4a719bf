// The symbol of a half step as a dense matrix, and its spectral radius, as in stability.hpp.
#include "hermite/method/stability.hpp"

#include "hermite/core/pi.hpp"
#include "hermite/method/eigen.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <complex>

#include "hermite/method/operators.hpp"

namespace hermite {

namespace {

using Complex = std::complex<double>;
using Matrix = Eigen::MatrixXcd;
using Rows = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Terms = std::vector<CoupledTerm>;
using Angles = std::array<double, 3>;

// Extents of a cell's coefficients (2n)^d and of a node's data n^d, axis 0 fastest.
struct Extents {
  int n;
  std::array<int, 3> coefficients{1, 1, 1};
  std::array<int, 3> data{1, 1, 1};

  Extents(int dimension, int order) : n(order + 1) {
    for (int d = 0; d < dimension; ++d) {
      coefficients[d] = 2 * n;
      data[d] = n;
    }
  }
  int cell() const { return coefficients[0] * coefficients[1] * coefficients[2]; }
  int node() const { return data[0] * data[1] * data[2]; }
};

std::array<int, 3> unflatten(int flat, const std::array<int, 3>& extent) {
  return {flat % extent[0], flat / extent[0] % extent[1], flat / extent[0] / extent[1]};
}

int flatten(const std::array<int, 3>& i, const std::array<int, 3>& extent) {
  return i[0] + extent[0] * (i[1] + extent[1] * i[2]);
}

// R(theta): one block per field of the Kronecker product of H_L exp(-i theta/2) + H_R exp(i
// theta/2).
Rows interpolated(int fields, const Extents& extents, int order, const Angles& theta) {
  const Eigen::MatrixXd h = interpolation(order);
  std::array<Matrix, 3> axis;
  for (int d = 0; d < 3; ++d)
    axis[d] = extents.data[d] == 1 && extents.coefficients[d] == 1
                  ? Matrix(Matrix::Identity(1, 1))
                  : Matrix(h.leftCols(extents.n) * std::polar(1.0, -theta[d] / 2) +
                           h.rightCols(extents.n) * std::polar(1.0, theta[d] / 2));
  const int cell = extents.cell(), node = extents.node();
  Rows block(cell, node);
  for (int row = 0; row < cell; ++row)
    for (int column = 0; column < node; ++column) {
      const auto k = unflatten(row, extents.coefficients), j = unflatten(column, extents.data);
      block(row, column) = axis[0](k[0], j[0]) * axis[1](k[1], j[1]) * axis[2](k[2], j[2]);
    }
  Rows all = Rows::Zero(fields * cell, fields * node);
  for (int field = 0; field < fields; ++field)
    all.block(field * cell, field * node, cell, node) = block;
  return all;
}

// sum_d A_d D_d b
Rows differentiated(const Rows& b, const Terms& terms, const Extents& extents) {
  Rows sum = Rows::Zero(b.rows(), b.cols());
  const int cell = extents.cell();
  for (const CoupledTerm& term : terms) {
    if (term.coefficient == 0) continue;
    for (int row = 0; row < cell; ++row) {
      auto i = unflatten(row, extents.coefficients);
      if (++i[term.axis] == extents.coefficients[term.axis]) continue;
      sum.row(term.out * cell + row) += (term.coefficient * i[term.axis]) *
                                        b.row(term.in * cell + flatten(i, extents.coefficients));
    }
  }
  return sum;
}

// G_0, G_1, ..., G_last: the partial sums give all q at once.
std::vector<Matrix> symbols(int fields, const Terms& terms, int dimension, int order,
                            double courant, int last, const Angles& theta) {
  const Extents extents(dimension, order);
  const int cell = extents.cell(), node = extents.node();
  Rows b = interpolated(fields, extents, order, theta);
  Matrix sum = Matrix::Zero(fields * node, fields * node);
  std::vector<Matrix> all;
  for (int s = 0; s <= last; ++s) {
    if (s > 0) b = (courant / 2 / s) * differentiated(b, terms, extents);
    for (int field = 0; field < fields; ++field)
      for (int row = 0; row < node; ++row)
        sum.row(field * node + row) +=
            b.row(field * cell + flatten(unflatten(row, extents.data), extents.coefficients));
    all.push_back(sum);
  }
  return all;
}

double spectral_radius(const Matrix& g) {
  return Eigen::ComplexSchur<Matrix>(g, false).matrixT().diagonal().cwiseAbs().maxCoeff();
}

// An axis that no term differentiates along only interpolates: the symbol is a Kronecker product
// with the interpolation to the midpoint, whose spectral radius is at most 1, and 1 at theta = 0.
// So it can be left out.
int drop_idle_axes(Terms& terms) {
  std::array<int, 3> place{-1, -1, -1};
  int active = 0;
  for (int d = 0; d < 3; ++d)
    for (const CoupledTerm& term : terms)
      if (term.axis == d && term.coefficient != 0 && place[d] < 0) place[d] = active++;
  Terms kept;
  for (CoupledTerm term : terms)
    if (term.coefficient != 0) {
      term.axis = place[term.axis];
      kept.push_back(term);
    }
  terms = kept;
  return active;
}

// Whether the axes can be exchanged: one field with the same coefficient along each.
bool axes_alike(int fields, const Terms& terms) {
  return fields == 1 && std::all_of(terms.begin(), terms.end(), [&](const CoupledTerm& term) {
           return term.coefficient == terms[0].coefficient;
         });
}

// The angles 2 pi k/samples, one of each class under theta -> -theta (the symbol becomes its
// conjugate), where the axes are alike under permutation, and where the medium is isotropic under
// theta_d -> -theta_d for each axis too: mirrors and rotations exchange fields, and change signs.
std::vector<Angles> sampled_angles(int dimension, int samples, bool alike, bool isotropic) {
  const auto canonical = [&](std::array<int, 3> k) {
    for (int d = 0; d < dimension && isotropic; ++d) k[d] = std::min(k[d], samples - k[d]);
    if (alike || isotropic) std::sort(k.begin(), k.begin() + dimension);
    return k;
  };
  std::vector<Angles> angles;
  std::array<int, 3> extent{1, 1, 1};
  for (int d = 0; d < dimension; ++d) extent[d] = samples;
  for (int flat = 0; flat < extent[0] * extent[1] * extent[2]; ++flat) {
    const std::array<int, 3> k = unflatten(flat, extent);
    std::array<int, 3> opposite{0, 0, 0};
    for (int d = 0; d < dimension; ++d) opposite[d] = (samples - k[d]) % samples;
    if (k != canonical(k) || canonical(opposite) < k) continue;
    angles.push_back({2 * pi * k[0] / samples, 2 * pi * k[1] / samples, 2 * pi * k[2] / samples});
  }
  return angles;
}

// Takes the q that are unstable for these terms out of `stable`.
void keep_stable(std::vector<int>& stable, int fields, Terms terms, int order, double courant,
                 int samples, bool isotropic) {
  const int dimension = drop_idle_axes(terms);
  const int full = full_stages(dimension, order);
  const bool alike = axes_alike(fields, terms);
  for (const Angles& theta : sampled_angles(dimension, samples, alike, isotropic)) {
    const auto g = symbols(fields, terms, dimension, order, courant, full, theta);
    const bool full_is_stable = spectral_radius(g[full]) <= 1 + stability_tolerance;
    const auto unstable = [&](int q) {
      // Where the rest of the series is far below the tolerance, so is its effect on the
      // eigenvalues; saves most of the work at small Courant numbers.
      const bool ended = q >= full || (g[q] - g[full]).norm() <= 1e-12 * g[full].norm();
      if (ended) return !full_is_stable;
      return spectral_radius(g[q]) > 1 + stability_tolerance;
    };
    stable.erase(std::remove_if(stable.begin(), stable.end(), unstable), stable.end());
  }
}

}  // namespace

std::optional<int> StabilityRow::smallest() const {
  return stable.empty() ? std::nullopt : std::optional<int>(stable.front());
}

bool StabilityRow::is_stable(int stages) const {
  return std::binary_search(stable.begin(), stable.end(), std::min(stages, full));
}

int angles_per_axis(int dimension, int order) {
  if (dimension == 1) return 64;
  if (dimension == 2) return 16;
  return order <= 2 ? 8 : 6;
}

StabilityRow sample_stability(int fields, const std::vector<std::vector<CoupledTerm>>& media,
                              int dimension, int order, double courant, int samples,
                              bool isotropic) {
  StabilityRow row{
      dimension, order, courant, samples, int(media.size()), full_stages(dimension, order), {}};
  for (int q = 1; q <= row.full; ++q) row.stable.push_back(q);
  for (const Terms& terms : media)
    keep_stable(row.stable, fields, terms, order, courant, samples, isotropic);
  return row;
}

double symbol_radius(int fields, const std::vector<CoupledTerm>& terms, int dimension, int order,
                     double courant, int stages, const std::array<double, 3>& theta) {
  return spectral_radius(symbols(fields, terms, dimension, order, courant, stages, theta).back());
}

double rounding_gain(int dimension, int order, double lam) {
  const Eigen::MatrixXd magnitude =
      shift_rows(order, std::abs(lam)).cwiseAbs() * interpolation(order).cwiseAbs();
  const int n = order + 1;
  // Data that are alike at both nodes: the two halves of the columns add.
  const Eigen::MatrixXd both = magnitude.leftCols(n) + magnitude.rightCols(n);
  return std::pow(both.eigenvalues().cwiseAbs().maxCoeff(), dimension);
}

}  // namespace hermite
