#pragma once
// How long sources drive a run: what fields grow to until then is no instability.

#include <algorithm>
#include <climits>
#include <cmath>

#include "hermite/sources/waveform.hpp"

namespace hermite {

// Steps after which a waveform is constant; `at_rest` of it is 0 as well, where a constant one goes on driving.
inline long driven_steps(const Waveform& waveform, double dt, bool at_rest) {
  constexpr double nothing = 1e-6;
  const double settled = waveform.settled(), steps = std::ceil(settled / dt);
  if (steps > 1e15 || (at_rest && std::abs(waveform.at(settled)) > nothing)) return LONG_MAX;
  return std::max(1L, static_cast<long>(steps));
}

}  // namespace hermite
