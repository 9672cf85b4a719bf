#include "kernels/fdtd/elastic/node_media.hpp"

#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "hermite/core/error.hpp"

namespace hermite {

NodeMedia::NodeMedia(const ElasticScene& scene, const Grid& grid, int threads)
    : scene_(scene), grid_(grid), nodes_(grid.extents(Stagger::primal)) {
  number_.assign(static_cast<std::size_t>(nodes_[0] * nodes_[1] * nodes_[2]), 0);
  distinct_ = {scene.media.front()};
  if (scene.values)
    take_all(threads);
  else if (!scene.uniform())
    take_distinct(threads);
}

template <class F>
void NodeMedia::for_plane(long k, int threads, F&& f) const {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (long j = 0; j < nodes_[1]; ++j)
    for (long i = 0; i < nodes_[0]; ++i)
      f(static_cast<std::size_t>(j * nodes_[0] + i),
        scene_.at_node(grid_, {grid_.node(0, i, Stagger::primal), grid_.node(1, j, Stagger::primal),
                               grid_.node(2, k, Stagger::primal)}));
}

// Where every voxel has values of its own: hardly two nodes have the same.
void NodeMedia::take_all(int threads) {
  if (number_.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw Error(Exit::bad_case, "voxels.path: values in every voxel on a grid of " +
                                    std::to_string(number_.size()) +
                                    " nodes, allowed at most 2147483647");
  std::iota(number_.begin(), number_.end(), 0);
  distinct_.resize(number_.size());
  const std::size_t plane = static_cast<std::size_t>(nodes_[0] * nodes_[1]);
  for (long k = 0; k < nodes_[2]; ++k)
    for_plane(k, threads, [&](std::size_t n, const ElasticMedium& m) {
      distinct_[static_cast<std::size_t>(k) * plane + n] = m;
    });
}

void NodeMedia::take_distinct(int threads) {
  using Key = std::tuple<double, double, double>;
  const auto key = [](const ElasticMedium& m) { return Key{m.density, m.lambda, m.mu}; };
  std::map<Key, std::int32_t> known = {{key(distinct_.front()), 0}};
  std::vector<ElasticMedium> plane(static_cast<std::size_t>(nodes_[0] * nodes_[1]));
  Key last = key(distinct_.front());
  std::int32_t now = 0;
  for (long k = 0; k < nodes_[2]; ++k) {
    for_plane(k, threads, [&](std::size_t n, const ElasticMedium& m) { plane[n] = m; });
    for (std::size_t n = 0; n < plane.size(); ++n) {
      if (key(plane[n]) != last) {
        last = key(plane[n]);
        const auto [found, is_new] =
            known.try_emplace(last, static_cast<std::int32_t>(distinct_.size()));
        if (is_new) distinct_.push_back(plane[n]);
        now = found->second;
      }
      number_[static_cast<std::size_t>(k) * plane.size() + n] = now;
    }
  }
}

int NodeMedia::number(std::array<long, 3> node) const {
  for (std::size_t d = 0; d < 3; ++d)
    if (node[d] >= nodes_[d]) node[d] -= nodes_[d];
  return number_[static_cast<std::size_t>((node[2] * nodes_[1] + node[1]) * nodes_[0] + node[0])];
}

double NodeMedia::buoyancy(int a, const std::array<long, 3>& node) const {
  std::array<long, 3> next = node;
  ++next[static_cast<std::size_t>(a)];
  return 2 / (medium(number(node)).density + medium(number(next)).density);
}

}  // namespace hermite
