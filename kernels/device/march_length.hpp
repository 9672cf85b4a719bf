#pragma once
// Into how long parts a march along the last axis is cut, one for each block, of which a worker has one at a
// time.

#include "kernels/device/portable.hpp"

namespace hermite {

struct MarchLimits {
  // Of longer marches neighbours drift apart: what one has read, the other must read again.
  long shortest, longest;
  long before;  // planes that each start passes beside its own
  long unit =
      1;  // planes that a block takes at once: of six two blocks of four are done sooner than one of eight
};

// The part by which the last worker is done soonest, of so many columns of blocks: rounds times planes.
constexpr long march_length(long march, const MarchLimits& limits, long columns, long workers) {
  const long whole = limits.unit * divide_up(march, limits.unit);
  long best = 0, least = 0;
  for (long parts = divide_up(whole, limits.longest); parts <= whole; ++parts) {
    const long planes = divide_up(whole, parts);
    if (best != 0 && planes < limits.shortest) break;
    const long rounds = divide_up(columns * divide_up(whole, planes), workers);
    const long passed = rounds * (planes + limits.before);
    if (best != 0 && passed >= least) continue;
    best = planes;
    least = passed;
  }
  return best < march ? best : march;
}

}  // namespace hermite
