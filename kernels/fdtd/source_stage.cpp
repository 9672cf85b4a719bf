#include "kernels/fdtd/source_stage.hpp"

#include "kernels/device/launch_host.hpp"

namespace hermite {

Stage source_stage(const SourceStep& step, Precision precision, bool cuda) {
  Stage stage;
  stage.name = step.name;
  for (int c = 0; c < step.count; ++c) stage.writes.push_back(step.first + c);
  stage.writes.push_back(step.clock);
  stage.launch = [step, precision, cuda](const std::vector<BoundArray>& arrays, const CellBox&,
                                         const LaunchTarget& target) {
    SourceArguments a = step.ready;
    for (int c = 0; c < step.count; ++c)
      a.written[c] = arrays[static_cast<std::size_t>(step.first + c)].data;
    a.clock = first_value(arrays[static_cast<std::size_t>(step.clock)], precision);
    if (cuda) return launch_sources_cuda(precision, a, target.stream);
    with_precision(precision, [&](auto zero) { launch_host(SourceKernel<decltype(zero)>(a), 1); });
  };
  stage.cost_per_cell = [] { return Counts{}; };
  return stage;
}

}  // namespace hermite
