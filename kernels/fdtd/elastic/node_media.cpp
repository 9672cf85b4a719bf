#include "kernels/fdtd/elastic/node_media.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "hermite/core/error.hpp"

namespace hermite {

NodeMedia::NodeMedia(const ElasticScene& scene, const Grid& grid, int threads)
    : scene_(scene), grid_(grid), nodes_(grid.extents(Stagger::primal)) {
  const Planes own = grid.planes(Stagger::primal);
  const auto last = static_cast<std::size_t>(grid.last());
  stored_ = nodes_;
  first_ = own.begin;
  stored_[last] = own.count() + (grid.walled_above(grid.last()) ? 0 : 1);
  number_.assign(static_cast<std::size_t>(stored_[0] * stored_[1] * stored_[2]), 0);
  distinct_ = {scene.media.front()};
  for (int axis = 0; axis < 3; ++axis) find_repeats(axis);
  if (scene.values)
    take_all(threads);
  else if (!scene.uniform())
    take_distinct(threads);
}

// Half a cell is more than what a node looks at around it. Nodes at the ends of an axis look elsewhere than
// others (ElasticScene::at_node); voxels end everywhere, and what is round from its one end to the other.
void NodeMedia::find_repeats(int axis) {
  const auto d = static_cast<std::size_t>(axis);
  repeats_[d].assign(static_cast<std::size_t>(nodes_[d]), 0);
  if (scene_.values || scene_.places.voxels || axis >= grid_.dimension) return;
  const double h = grid_.h(axis);
  for (long node = 2; node + 1 < nodes_[d]; ++node) {
    const double x = grid_.node(axis, node, Stagger::primal), from = x - 1.5 * h, to = x + 0.5 * h;
    const auto apart = [&](double lower, double upper) { return upper < from || lower > to; };
    repeats_[d][static_cast<std::size_t>(node)] = std::all_of(
        scene_.places.bodies.begin(), scene_.places.bodies.end(), [&](const Scene::Body& body) {
          const double lower = body.lower[d], upper = body.upper[d];
          return body.shape == Scene::Shape::box ? apart(lower, lower) && apart(upper, upper)
                                                 : apart(lower, upper);
        });
  }
}

// Of many bodies few are near a plane, and a row. Nodes at the ends of an axis may look beyond them.
ElasticScene NodeMedia::near(const ElasticScene& scene, int axis, long node) const {
  ElasticScene some = scene;
  const double x = grid_.node(axis, node, Stagger::primal), h = grid_.h(axis);
  if (node > 0 && node + 1 < nodes_[static_cast<std::size_t>(axis)])
    some.places.keep_between(axis, x - h, x + h);
  return some;
}

template <class F>
void NodeMedia::for_plane(long k, int threads, F&& f) const {
  const ElasticScene of_plane = near(scene_, 2, node(0, 0, k)[2]);
#pragma omp parallel for schedule(static) num_threads(threads)
  for (long j = 0; j < stored_[1]; ++j) {
    if (repeats_stored(1, j)) continue;
    const ElasticScene of_row = near(of_plane, 1, node(0, j, k)[1]);
    for (long i = 0; i < stored_[0]; ++i) {
      if (repeats_stored(0, i)) continue;
      const std::array<long, 3> at = node(i, j, k);
      f(static_cast<std::size_t>(j * stored_[0] + i),
        of_row.at_node(
            grid_, {grid_.node(0, at[0], Stagger::primal), grid_.node(1, at[1], Stagger::primal),
                    grid_.node(2, at[2], Stagger::primal)}));
    }
  }
}

std::array<long, 3> NodeMedia::node(long i, long j, long k) const {
  std::array<long, 3> node = {i, j, k};
  const auto last = static_cast<std::size_t>(grid_.last());
  node[last] = (node[last] + first_) % nodes_[last];
  return node;
}

bool NodeMedia::repeats_stored(int axis, long index) const {
  const bool cut = axis == grid_.last();
  return index > 0 &&
         repeats(axis, cut ? (index + first_) % nodes_[static_cast<std::size_t>(axis)] : index);
}

// Where every voxel has values of its own: hardly two nodes have the same.
void NodeMedia::take_all(int threads) {
  if (number_.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw Error(Exit::bad_case, "voxels.path: values in every voxel on a grid of " +
                                    std::to_string(number_.size()) +
                                    " nodes, allowed at most 2147483647");
  std::iota(number_.begin(), number_.end(), 0);
  distinct_.resize(number_.size());
  const std::size_t plane = static_cast<std::size_t>(stored_[0] * stored_[1]);
  for (long k = 0; k < stored_[2]; ++k)
    for_plane(k, threads, [&](std::size_t n, const ElasticMedium& m) {
      distinct_[static_cast<std::size_t>(k) * plane + n] = m;
    });
}

void NodeMedia::take_distinct(int threads) {
  using Key = std::tuple<double, double, double>;
  const auto key = [](const ElasticMedium& m) { return Key{m.density, m.lambda, m.mu}; };
  std::map<Key, std::int32_t> known = {{key(distinct_.front()), 0}};
  std::vector<ElasticMedium> plane(static_cast<std::size_t>(stored_[0] * stored_[1]));
  Key last = key(distinct_.front());
  std::int32_t now = 0;
  const auto number_of = [&](const ElasticMedium& m) {
    if (key(m) == last) return now;
    last = key(m);
    const auto [found, is_new] =
        known.try_emplace(last, static_cast<std::int32_t>(distinct_.size()));
    if (is_new) distinct_.push_back(m);
    now = found->second;
    return now;
  };
  const std::size_t row = static_cast<std::size_t>(stored_[0]);
  std::int32_t* number = number_.data();
  for (long k = 0; k < stored_[2]; ++k) {
    if (repeats_stored(2, k)) {
      number = std::copy_n(number - plane.size(), plane.size(), number);
      continue;
    }
    for_plane(k, threads, [&](std::size_t n, const ElasticMedium& m) { plane[n] = m; });
    for (long j = 0; j < stored_[1]; ++j) {
      if (repeats_stored(1, j)) {
        number = std::copy_n(number - row, row, number);
        continue;
      }
      for (long i = 0; i < stored_[0]; ++i, ++number)
        *number = repeats_stored(0, i)
                      ? number[-1]
                      : number_of(plane[static_cast<std::size_t>(j * stored_[0] + i)]);
    }
  }
}

int NodeMedia::number(std::array<long, 3> node) const {
  const auto last = static_cast<std::size_t>(grid_.last());
  for (std::size_t d = 0; d < 3; ++d)
    if (d != last && node[d] >= nodes_[d]) node[d] -= nodes_[d];
  node[last] -= first_;
  return number_[static_cast<std::size_t>((node[2] * stored_[1] + node[1]) * stored_[0] + node[0])];
}

}  // namespace hermite
