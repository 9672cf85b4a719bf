#pragma once
// For how long sources drive a run (kernels/stage/growth_watch.hpp).

#include <algorithm>
#include <cmath>

#include "hermite/sources/waveform.hpp"

namespace hermite {

// Steps until a waveform goes on as it did, whatever it is then.
inline long driven_steps(const Waveform& waveform, double dt) {
  constexpr double most = 1e15;
  return static_cast<long>(std::clamp(std::ceil(waveform.settled() / dt), 1.0, most));
}

}  // namespace hermite
