#pragma once
// Watches an array for NaN and growth.

#include "hermite/grid/layout.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/precision.hpp"

namespace hermite {

struct LargestValue {
  double value = 0;  // infinite where there is a NaN
  int field = 0;     // of its state
  int state = 0;     // Solver::states
  long m3 = 0;       // its plane
  int rank = 0;      // whose it is
};

// A value for each column and each plane, and a pack that starts at the last one.
constexpr long watched_values(const NodeExtents& x) { return x.nodes[2] * (x.nodes[0] + 1) + 64; }

// `workspace` has room on the device for watched_values(extents) values.
LargestValue largest_value(const Device& device, Precision precision, const void* data,
                           const NodeLayout& layout, const NodeExtents& extents, Buffer& workspace);

}  // namespace hermite
