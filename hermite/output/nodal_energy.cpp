#include "hermite/output/nodal_energy.hpp"

namespace hermite {

NodalEnergy::NodalEnergy(std::vector<NodalState> states, const Grid& grid, RowEnergy row)
    : states_(std::move(states)), row_(std::move(row)) {
  const NodalState& state = states_.front();
  for (int axis = 0; axis < 3; ++axis)
    for (long node = 0; node < state.nodes[size_t(axis)]; ++node) {
      const Stagger stagger = state.stagger[axis];
      const bool ends = node == 0 || node == grid.cells[size_t(axis)];
      const bool on_wall = stagger == Stagger::primal && !grid.periodic(axis) && ends;
      weights_[size_t(axis)].push_back(grid.spacing(axis, node, stagger) * (on_wall ? 0.5 : 1));
    }
  values_.resize(states_.size() * state.slice_size());
  row_sums_.resize(size_t(state.slice_rows()));
}

double NodalEnergy::of_slice(long slice) {
  const NodalState& state = states_.front();
  const size_t size = state.slice_size();
  for (size_t f = 0; f < states_.size(); ++f)
    states_[f].read_slice(slice, values_.data() + f * size);
  const long rows = state.slice_rows(), nodes = state.nodes[0];
#pragma omp parallel if (rows > 1)
  {
    std::vector<double> density(static_cast<size_t>(nodes));
    std::vector<const double*> u(states_.size());
#pragma omp for schedule(static)
    for (long r = 0; r < rows; ++r) {
      for (size_t f = 0; f < u.size(); ++f) u[f] = values_.data() + f * size + r * nodes;
      std::array<long, 3> first = {0, r, slice};
      if (state.dimension == 2) first = {0, slice, 0};
      row_(first, nodes, u.data(), density.data());
      double sum = 0;
      for (size_t i = 0; i < density.size(); ++i) sum += weights_[0][i] * density[i];
      row_sums_[size_t(r)] = sum * weights_[1][size_t(first[1])] * weights_[2][size_t(first[2])];
    }
  }
  double sum = 0;  // in one order, whatever the threads
  for (const double row : row_sums_) sum += row;
  return sum / 2;
}

}  // namespace hermite
