#include "kernels/fdtd/maxwell/launch.hpp"

#include <vector>

#include "kernels/device/launch_host.hpp"

namespace hermite {

void launch_yee(const YeeChoice& choice, const YeeArguments& a, const LaunchTarget& target) {
  if (choice.cuda) return launch_yee_cuda(choice, a, target);
  with_yee_kernel(choice, a, [&](const auto& kernel) { launch_host(kernel, target.threads); });
}

void launch_cpml(const YeeChoice& choice, const YeeArguments& a, const CpmlRegions& regions,
                 const LaunchTarget& target) {
  if (choice.cuda) return launch_cpml_cuda(choice, a, regions, target);
  with_cpml_kernel(choice, a, regions,
                   [&](const auto& kernel) { launch_host(kernel, target.threads); });
}

void launch_sources(const YeeChoice& choice, const SourceArguments& a, const LaunchTarget& target) {
  if (choice.cuda) return launch_sources_cuda(choice, a, target);
  if (choice.precision == Precision::single)
    launch_host(SourceKernel<float>(a), 1);
  else
    launch_host(SourceKernel<double>(a), 1);
}

void launch_incident(const YeeChoice& choice, const IncidentArguments& a,
                     const LaunchTarget& target) {
  if (choice.cuda) return launch_incident_cuda(choice, a, target);
  if (choice.precision == Precision::single)
    launch_host(IncidentKernel<float>(a), target.threads);
  else
    launch_host(IncidentKernel<double>(a), target.threads);
}

void launch_mur(const YeeChoice& choice, const MurArguments& a, const LaunchTarget& target) {
  if (choice.cuda) return launch_mur_cuda(choice, a, target);
  if (choice.precision == Precision::single)
    launch_host(MurKernel<float>(a), target.threads);
  else
    launch_host(MurKernel<double>(a), target.threads);
}

Counts count_yee(const YeeChoice& choice, const YeeArguments& arguments) {
  // A box outside the layers; what these add depends on the grid, and is small.
  constexpr long side = 4;
  YeeArguments a = arguments;
  NodeExtents x;
  for (int axis = 0; axis < 3; ++axis) {
    x.nodes[axis] = side;
    x.below[axis] = x.above[axis] = 1;
    a.box.lower[axis] = 0;
    a.box.upper[axis] = side;
    a.cpml[axis] = {};
    for (long(&nodes)[3] : a.nodes) nodes[axis] = side;
  }
  a.layout = make_layout(Layout::x1_innermost, x, sizeof(double));
  const std::vector<double> table(256, 0.5);
  const auto values = static_cast<std::size_t>(a.layout.size);
  std::vector<double> u(6 * values, 0.5);
  const std::vector<double> media(2 * values, 0.0);  // factors, or indices
  for (std::size_t c = 0; c < 3; ++c) {
    a.written[c] = u.data() + c * values;
    a.read[c] = u.data() + (3 + c) * values;
    a.ratio[c] = a.keep = a.gain = table.data();
    if (a.medium[c] != nullptr) a.medium[c] = media.data();
  }
  a.lanes = a.rows = a.planes = side;
  counts() = {};
  with_yee_kernel_of<double>(choice, a, [&](const auto& kernel) {
    const auto rows = static_cast<std::size_t>(kernel.template scratch<CountingBlock>());
    std::vector<double> scratch((rows + 1) * side, 0.0);
    CountingBlock block(0, side, scratch.data());
    kernel(block);
  });
  // Of factors at each node the caller knows the bytes, as of indices.
  if (a.medium_bytes > 2) counts().loads -= 6 * side * side * side;
  return counts() * (1.0 / (side * side * side));
}

}  // namespace hermite
