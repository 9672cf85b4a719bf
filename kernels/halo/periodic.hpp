#pragma once
// Periodic boundaries: the halos of an array are the nodes of its other end.

#include "hermite/grid/layout.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/precision.hpp"

namespace hermite {

// Fills `below` and `above` layers of every axis of the first `dimension`.
void fill_periodic(const Device& device, Precision precision, void* data, const NodeLayout& layout,
                   const NodeExtents& extents, int dimension);

}  // namespace hermite
