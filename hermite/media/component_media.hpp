// Which medium each node of a component of the field has, by the voxel rule (medium.hpp). Where a node lies
// along an axis, in which voxel and near which bodies, is found once for each axis: millions of nodes are
// asked for, and most are near none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/media/medium.hpp"

namespace hermite {

class ComponentMedia {
 public:
  /// The scene must outlive it.
  ComponentMedia(const Scene& scene, const Grid& grid, const Staggering& stagger);
  int at(const std::array<long, 3>& node) const;
  /// The place of the first of a box of nodes that has another medium than the background; nothing if none has.
  std::optional<std::array<double, 3>> first_other(const std::array<long, 3>& lower,
                                                   const std::array<long, 3>& nodes) const;

 private:
  struct Place {
    double x, slack;
    long voxel;
    std::uint64_t near;  // bit i: of a body i, i + 64, ... whose box reaches there
  };
  const Scene& scene_;
  std::array<std::vector<Place>, 3> along_;
};

}  // namespace hermite
