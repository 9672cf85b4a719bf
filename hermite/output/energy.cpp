#include "hermite/output/energy.hpp"

#include "hermite/method/gauss.hpp"

namespace hermite {

StateEnergy::StateEnergy(const NodalState& state, std::vector<double> matrix)
    : state_(state), matrix_(std::move(matrix)), sampler_(state) {
  const GaussRule rule(2 * state.n());
  for (int axis = 0; axis < state.dimension; ++axis) {
    const AxisCells cells(state, axis);
    for (long cell = 0; cell < cells.count(); ++cell) {
      const auto [begin, end] = cells.ends(cell);
      for (size_t g = 0; g < rule.nodes.size(); ++g) {
        const double z = (begin + end) / 2 + (end - begin) * rule.nodes[g];
        stencils_[size_t(axis)].push_back(cells.in_cell(cell, z));
        weights_[size_t(axis)].push_back((end - begin) * cells.width(cell) * rule.weights[g]);
      }
    }
  }
}

/// Over x1, at one x2 (and the plane's x3).
double StateEnergy::row(const double* values, long row, long rows) const {
  const size_t fields = state_.fields.size(), along = weights_[0].size();
  double sum = 0;
  for (size_t s1 = 0; s1 < along; ++s1) {
    const auto u = [&](size_t f) { return values[(f * size_t(rows) + size_t(row)) * along + s1]; };
    double density = 0;
    for (size_t f = 0; f < fields; ++f)
      for (size_t g = 0; g < fields; ++g)
        if (matrix_[f * fields + g] != 0) density += matrix_[f * fields + g] * u(f) * u(g);
    sum += weights_[0][s1] * density;
  }
  return sum / 2;
}

double StateEnergy::value() {
  sampler_.clear();
  const int dimension = state_.dimension;
  const long rows = dimension == 3 ? long(weights_[1].size()) : 1;
  std::vector<double> values(state_.fields.size() * size_t(sampler_.points(stencils_)));
  std::vector<double> row_sums(static_cast<size_t>(rows));
  double energy = 0;
  for (long plane = 0; plane < sampler_.planes(stencils_); ++plane) {
    sampler_.sample(stencils_, plane, values.data());
#pragma omp parallel for schedule(static) if (rows > 1)
    for (long r = 0; r < rows; ++r) row_sums[size_t(r)] = row(values.data(), r, rows);
    double sum = 0;  // in one order, whatever the threads
    for (long r = 0; r < rows; ++r)
      sum += row_sums[size_t(r)] * (dimension == 3 ? weights_[1][size_t(r)] : 1);
    energy += sum * (dimension > 1 ? weights_[size_t(dimension - 1)][size_t(plane)] : 1);
  }
  return energy;
}

}  // namespace hermite
