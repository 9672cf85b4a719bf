#pragma once
// Watches an array for NaN and growth.

#include "hermite/grid/layout.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/precision.hpp"

namespace hermite {

struct LargestValue {
  double value = 0;     // infinite where there is a NaN
  int field = 0;        // of its state
  int state = 0;        // Solver::states
  long m3 = 0, m1 = 0;  // its plane and column
  int rank = 0;         // whose it is
};

// `workspace` holds one plane of values (nodes[2] * nodes[0]) on the device.
LargestValue largest_value(const Device& device, Precision precision, const void* data,
                           const NodeLayout& layout, const NodeExtents& extents, Buffer& workspace);

}  // namespace hermite
