#pragma once
// Stages that follow each other, run over a few planes in turn: what one has written the next still
// finds in the caches, and memory is gone through once for all of them. A stage stays behind the one
// before it by as many planes as either reaches over to the other's:
//
//   planes     0 1 2 3 4 5 6 7 8 9 ...
//   first      =============            lag 0
//   second     ===========              lag 1: it reads a plane above its own of what the first writes
//
// The same kernels on the same values, so the same bits. All is derived from reads, writes and reach.

#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

struct PlaneSweep {
  std::size_t first = 0;  // of the solver's stages
  std::vector<long> lag;  // of it and those that follow, in planes; one stage alone has no others
  long planes = 0;        // at a time; 0: all of them

  std::size_t end() const { return first + lag.size(); }
};

// All stages in order. Stages join a sweep where they can; it takes so many planes at a time as have
// `slab_bytes` of their arrays, or all where that makes few slabs.
std::vector<PlaneSweep> plane_sweeps(const Solver& solver, double slab_bytes);

// About a second-level cache for each thread, as far as they have a third in common.
double swept_bytes(const Device& device);

}  // namespace hermite
