#pragma once
// Watches an array for NaN and growth.

#include <algorithm>

#include "hermite/grid/layout.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/portable.hpp"
#include "kernels/device/precision.hpp"

namespace hermite {

struct LargestValue {
  double value = 0;  // infinite where there is a NaN
  int field = 0;     // of its state
  int state = 0;     // Solver::states
  long m3 = 0;       // its plane
  int rank = 0;      // whose it is
};

// How an array is searched: its rows along x2 in as many parts as give all of a device enough to do, each of which
// leaves a value for each of its columns; of so many of these at a time one is left, until there is one for each plane.
struct WatchPlan {
  static constexpr long least_rows = 8, at_a_time = 32;
  long rows;     // of a part
  long columns;  // of all parts of a plane

  constexpr WatchPlan(const NodeExtents& x, bool on_gpu)
      : rows(std::max(least_rows, divide_up(x.nodes[1], parts_wanted(x, on_gpu)))),
        columns(x.nodes[0] * divide_up(x.nodes[1], rows)) {}
  static constexpr long parts_wanted(const NodeExtents& x, bool on_gpu) {
    return std::max(1L, (1L << (on_gpu ? 18 : 14)) / (x.nodes[0] * x.nodes[2]));
  }
};

// Values of workspace that the search takes: those of all columns, what is left of them, a value for each plane of
// each field, and a pack that starts at the last one.
constexpr long watched_values(const NodeExtents& x, bool on_gpu) {
  const long columns = WatchPlan(x, on_gpu).columns;
  return x.nodes[2] * (columns + divide_up(columns, WatchPlan::at_a_time) + x.fields) + 64;
}

// `workspace` has room on the device for watched_values(extents) values.
LargestValue largest_value(const Device& device, Precision precision, const void* data,
                           const NodeLayout& layout, const NodeExtents& extents, Buffer& workspace);

}  // namespace hermite
