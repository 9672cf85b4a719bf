#include "drivers/fluid_stresses.hpp"

namespace hermite {

FluidStresses::FluidStresses(const Problem& problem) : problem_(problem) {
  if (!is_fdtd(problem.input) || problem.input.system != "elastic") return;
  problem.elastic.scene.each_medium(
      [this](const ElasticMedium& medium) { any_ = any_ || medium.mu == 0; });
}

bool FluidStresses::is_fluid(const ArraySpec& array, const std::array<long, 3>& node) const {
  const Grid& grid = problem_.grid;
  for (int corner = 0; corner < 1 << grid.dimension; ++corner) {
    std::array<double, 3> x{};
    bool is_one = true;
    for (int axis = 0; axis < grid.dimension; ++axis) {
      const bool after = (corner >> axis & 1) != 0;
      is_one = is_one && (!after || array.stagger[axis] == Stagger::dual);
      const auto d = static_cast<std::size_t>(axis);
      x[d] = grid.node(axis, node[d] + (after ? 1 : 0), Stagger::primal);
    }
    if (is_one && problem_.elastic.scene.at_node(grid, x).mu == 0) return true;
  }
  return false;
}

}  // namespace hermite
