#include "hermite/media/component_media.hpp"

#include "hermite/media/voxels.hpp"

namespace hermite {

namespace {

std::uint64_t bodies_near(const Scene& scene, std::size_t axis, double x, double slack) {
  std::uint64_t near = 0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Scene::Body& body = scene.bodies[i];
    if (x >= body.lower[axis] - slack && x <= body.upper[axis] + slack)
      near |= std::uint64_t{1} << i % 64;
  }
  return near;
}

}  // namespace

ComponentMedia::ComponentMedia(const Scene& scene, const Grid& grid, const Staggering& stagger)
    : scene_(scene) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const long nodes = grid.extents(stagger)[d];
    for (long node = 0; node < nodes; ++node) {
      const double x = grid.node(axis, node, stagger[axis]);
      const double slack = slack_of(grid.spacing(axis, node, stagger[axis]));
      along_[d].push_back({x, slack, scene.voxels ? scene.voxels->along(axis, x, slack) : 0,
                           bodies_near(scene, d, x, slack)});
    }
  }
}

int ComponentMedia::at(const std::array<long, 3>& node) const {
  const Place& x = along_[0][static_cast<std::size_t>(node[0])];
  const Place& y = along_[1][static_cast<std::size_t>(node[1])];
  const Place& z = along_[2][static_cast<std::size_t>(node[2])];
  int medium = 0;
  if (const Voxels* const voxels = scene_.voxels.get())
    medium = voxels->index[voxels->number({x.voxel, y.voxel, z.voxel})];
  if ((x.near & y.near & z.near) == 0) return medium;
  return scene_.in_bodies({x.x, y.x, z.x}, {x.slack, y.slack, z.slack}, medium);
}

std::optional<std::array<double, 3>> ComponentMedia::first_other(
    const std::array<long, 3>& lower, const std::array<long, 3>& nodes) const {
  for (long k = lower[2]; k < lower[2] + nodes[2]; ++k)
    for (long j = lower[1]; j < lower[1] + nodes[1]; ++j)
      for (long i = lower[0]; i < lower[0] + nodes[0]; ++i)
        if (at({i, j, k}) != 0)
          return std::array<double, 3>{along_[0][static_cast<std::size_t>(i)].x,
                                       along_[1][static_cast<std::size_t>(j)].x,
                                       along_[2][static_cast<std::size_t>(k)].x};
  return {};
}

}  // namespace hermite
