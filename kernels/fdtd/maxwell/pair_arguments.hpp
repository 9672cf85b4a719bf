#pragma once
// What the sweep over two steps (yee_pairs.hpp) is told. Freestanding.

#include "kernels/fdtd/maxwell/arguments.hpp"
#include "kernels/fdtd/source_kernel.hpp"

namespace hermite {

// Of both steps: written are arrays of their own, of the new time. `magnetic` names E as what it reads. Blocks are
// with what is not their own along x and y.
struct YeePairArguments : FdtdBlock {
  YeeArguments electric, magnetic;
  SourceArguments sources;  // their clock is that of the end of both steps
  CellBox core;             // cells that are brought to the new time
  int nodes[3] = {};        // along an axis, that memory has
  // Lanes on either side of a block's own: at least pair_margin, and a whole sector or pack, so that rows begin with one.
  int lead = 0;
  // Lanes of the core before the first block's `lead`, and after the last one's: at walls nothing is beside.
  int at_walls[2] = {0, 0};
};

// Nodes around cells that their two steps reach.
constexpr int pair_margin = 2;

// Of a GPU's block, whose threads are as many as have registers for one plane.
constexpr int pair_lane_threads = 32, pair_rows = 16;

}  // namespace hermite
