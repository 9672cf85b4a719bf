#pragma once
// Fills the halos of an array: from the nodes of its other end where an axis is periodic, from the
// mirror images of its own nodes where it ends at walls.

#include <array>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/grid/layout.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/precision.hpp"

namespace hermite {

// What lies beyond the nodes of an array.
struct Boundary {
  std::array<std::array<int, 2>, 3> wall{};  // [axis][lower, upper], as Domain::wall
  Staggering stagger;                        // whether the outermost nodes lie on the walls
  std::vector<std::array<int, 3>> parity;    // [field of the array][axis], as System::parity
};

// Fills `below` and `above` layers of every axis of the first `dimension`, in one launch. Throws where
// there are more layers than nodes to take them from. An array's entries are the n^dimension derivatives of
// a node. `stream`: as in LaunchTarget.
void fill_halo(const Device& device, Precision precision, void* data, const NodeLayout& layout,
               const NodeExtents& extents, int dimension, const Boundary& boundary,
               void* stream = nullptr);

}  // namespace hermite
