#pragma once
// The media of the nodes of a grid that are this rank's, and of those next to them.

#include <array>
#include <cstdint>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/media/elastic_medium.hpp"

namespace hermite {

// Numbered: each medium once, or one for each node where every voxel has values of its own.
class NodeMedia {
 public:
  NodeMedia(const ElasticScene& scene, const Grid& grid, int threads);

  const ElasticScene& scene() const { return scene_; }
  const Grid& grid() const { return grid_; }
  // Nodes one beyond a periodic axis are those of its other end.
  int number(std::array<long, 3> node) const;
  const ElasticMedium& medium(int number) const {
    return distinct_[static_cast<std::size_t>(number)];
  }
  // Whether the nodes of a line, or plane, across the axis have the media of the one before: no body begins
  // or ends between the two, or near them.
  bool repeats(int axis, long node) const {
    const auto d = static_cast<std::size_t>(axis);
    return node < nodes_[d] && repeats_[d][static_cast<std::size_t>(node)] != 0;
  }

 private:
  void find_repeats(int axis);
  // f(number in the plane, medium) for its nodes that are no repetition.
  template <class F>
  void for_plane(long k, int threads, F&& f) const;
  void take_all(int threads);
  void take_distinct(int threads);
  // Of the whole grid, of one that is stored.
  std::array<long, 3> node(long i, long j, long k) const;
  // Whether what is stored repeats the one stored before it.
  bool repeats_stored(int axis, long index) const;
  ElasticScene near(const ElasticScene& scene, int axis, long node) const;

  const ElasticScene& scene_;
  const Grid& grid_;
  std::array<long, 3> nodes_;                 // of the whole grid
  std::array<long, 3> stored_;                // with one plane beyond this rank's
  long first_ = 0;                            // of the last axis
  std::array<std::vector<char>, 3> repeats_;  // [axis][node]
  std::vector<ElasticMedium> distinct_;
  std::vector<std::int32_t> number_;  // [k][j][i] of what is stored
};

}  // namespace hermite
