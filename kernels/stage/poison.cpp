// An array all of whose values are NaN, but for those that kernels read and count for nothing: for what verifies
// kernels.
#include <limits>

#include "kernels/stage/simulation.hpp"

namespace hermite {

namespace {

// What counts for nothing is 0 (Access).
template <class T>
void clear_below(const Access& read, const NodeExtents& x, const NodeLayout& layout,
                 std::vector<T>& values) {
  for (std::size_t stopped = 0; stopped < 3; ++stopped) {
    if (!read.stops_below[stopped]) continue;
    CellBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      box.lower[axis] = -x.below[axis];
      box.upper[axis] = axis == stopped ? 0 : x.nodes[axis] + x.above[axis];
    }
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i)
          values[static_cast<std::size_t>(layout.at(0, k, j, i, 0))] = 0;
  }
}

// So are nodes on the walls between which rows share their ends; and of a plane what lies before its first row,
// which no other row has.
template <class T>
void clear_shared_ends(const NodeExtents& x, bool on_walls, const NodeLayout& layout,
                       std::vector<T>& values) {
  const auto clear = [&](long k, long j, long i) {
    values[static_cast<std::size_t>(layout.at(0, k, j, i, 0))] = 0;
  };
  for (long k = -x.below[2]; k < x.nodes[2] + x.above[2]; ++k) {
    clear(k, 0, -1);
    for (long j = -x.below[1]; on_walls && j < x.nodes[1] + x.above[1]; ++j)
      clear(k, j, 0), clear(k, j, x.shared_row);
  }
}

}  // namespace

void Simulation::poison(int array) {
  const auto fill = [&](auto nan) {
    const BoundArray& bound = arrays_[static_cast<std::size_t>(array)];
    std::vector<decltype(nan)> values(static_cast<std::size_t>(bound.layout.size), nan);
    for (const Stage& stage : solver_.stages)
      for (const Access& read : stage.reads)
        if (read.array == array)
          clear_below(read, extents_[static_cast<std::size_t>(array)], bound.layout, values);
    const NodeExtents& x = extents_[static_cast<std::size_t>(array)];
    const Stagger along_rows = solver_.arrays[static_cast<std::size_t>(array)].stagger[0];
    if (x.shared_row > 0) clear_shared_ends(x, along_rows == Stagger::primal, bound.layout, values);
    device_.upload(bound.data, values.data(), values.size() * sizeof nan);
  };
  device_.synchronize();
  solver_.precision == Precision::single ? fill(std::numeric_limits<float>::quiet_NaN())
                                         : fill(std::numeric_limits<double>::quiet_NaN());
  halo_is_fresh_[static_cast<std::size_t>(array)] = false;
  if (neighbours_) planes_are_fresh_[static_cast<std::size_t>(array)] = false;
}

}  // namespace hermite
