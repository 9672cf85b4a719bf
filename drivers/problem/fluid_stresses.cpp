#include "drivers/problem/fluid_stresses.hpp"

#include <omp.h>

#include "hermite/method/pipelines.hpp"

namespace hermite {

FluidStresses::FluidStresses(const Problem& problem) {
  if (problem.kernel.pipeline != staggered_pipeline() || problem.input.initial.kind == "zero")
    return;
  bool any = false;
  problem.elastic.scene.each_medium(
      [&any](const ElasticMedium& medium) { any = any || medium.mu == 0; });
  if (any)
    media_ =
        std::make_unique<NodeMedia>(problem.elastic.scene, problem.grid, omp_get_max_threads());
}

bool FluidStresses::is_fluid(int field, const std::array<long, 3>& node) const {
  if (!media_ || field < media_->grid().dimension) return false;
  const NodeAverages averages(*media_);
  const NodeAverages::Values values = averages.of(field, averages.around(field, node));
  return values[field < 2 * media_->grid().dimension ? 1 : 0] == 0;  // mu
}

}  // namespace hermite
