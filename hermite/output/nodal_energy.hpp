// The energy of values at the nodes of staggered grids,
//   W = 1/2 sum_nodes V sum_fg E_fg u_f u_g,
// V the part of the domain that a node stands for: the product of its spacings (Grid::spacing), half of one
// where the node lies on a wall. Fields that E couples are at the same nodes.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "hermite/output/nodal_state.hpp"

namespace hermite {

/// Of the fields of a row: sum_fg E_fg u_f u_g at its nodes, of which `first` is the first. u[f] are the
/// values of a field. Several threads call it.
using RowEnergy = std::function<void(const std::array<long, 3>& first, long nodes,
                                     const double* const* u, double* density)>;

/// Fields at the same nodes.
struct EnergyPart {
  std::vector<int> fields;
  RowEnergy row;
};

class NodalEnergy {
 public:
  /// Of one value per node. `states` are those of the part's fields.
  NodalEnergy(std::vector<NodalState> states, const Grid& grid, RowEnergy row);

  long slices() const { return states_.front().slices(); }
  /// Of a slice's nodes; the same to the last bit for any number of threads.
  double of_slice(long slice);

 private:
  std::vector<NodalState> states_;
  RowEnergy row_;
  std::array<std::vector<double>, 3> weights_;  // of the nodes of each axis
  std::vector<double> values_, row_sums_;       // [field][m2][m1], [m2]
};

}  // namespace hermite
