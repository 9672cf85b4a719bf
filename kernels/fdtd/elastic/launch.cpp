#include "kernels/fdtd/elastic/launch.hpp"

#include <algorithm>
#include <vector>

#include "kernels/device/launch_host.hpp"

namespace hermite {

void launch_elastic(const ElasticChoice& choice, const ElasticArguments& a,
                    const LaunchTarget& target) {
  if (choice.cuda) return launch_elastic_cuda(choice, a, target);
  with_elastic_kernel(choice, a, [&](const auto& kernel) { launch_host(kernel, target.threads); });
}

Counts count_elastic(const ElasticChoice& choice, const ElasticArguments& arguments) {
  // A box outside the layers; what these add depends on the grid, and is small. What a tile reads around it
  // depends on its size.
  const bool tiled = choice.schedule == FdtdSchedule::tile;
  constexpr int side = 4, most = 512;
  const int size[3] = {tiled ? std::min(arguments.lanes, most) : side,
                       tiled ? arguments.rows : side,
                       tiled ? std::min(arguments.planes, most) : side};
  ElasticArguments a = arguments;
  NodeExtents x;
  double points = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const bool there = axis < choice.dimension;
    x.nodes[axis] = there ? size[axis] : 1;
    x.below[axis] = x.above[axis] = there ? 2 : 0;
    a.box.lower[axis] = 0;
    a.box.upper[axis] = x.nodes[axis];
    points *= static_cast<double>(x.nodes[axis]);
    for (CpmlAxis& layer : a.cpml[axis]) layer = {};
    for (long(&nodes)[3] : a.nodes) nodes[axis] = x.nodes[axis];
  }
  a.layout = make_layout(Layout::x1_innermost, x, sizeof(double));
  const std::vector<double> table(256, 0.5);
  const auto values = static_cast<std::size_t>(a.layout.size);
  std::vector<double> u((most_elastic_fields + 1) * values, 0.5);
  const std::vector<unsigned char> media(values, 0);
  for (std::size_t f = 0; f < most_elastic_fields; ++f) a.field[f] = u.data() + f * values;
  for (ElasticFactor& factor : a.factor) {
    factor.table = table.data();
    factor.numbers = media.data();
  }
  a.inertia = a.lambda = a.rigidity = u.data() + most_elastic_fields * values;
  for (auto& ratios : a.ratio)
    for (const void*& ratio : ratios) ratio = table.data();
  a.take({size[0], size[1], size[2]});
  Counts block;
  with_elastic_kernel_of<double>(choice, a,
                                 [&](const auto& kernel) { block = count_block(kernel); });
  return block * (1.0 / points);
}

}  // namespace hermite
