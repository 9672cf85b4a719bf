#pragma once
// For how long sources drive a run (kernels/stage/growth_watch.hpp).

#include <algorithm>
#include <cmath>

#include "hermite/sources/waveform.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

// Until its waveform goes on as it did, whatever it is then, and `more` seconds that its waves are on their way. All fields
// are there once it is over: nothing is left to be exchanged between them, as from initial data of one.
inline void drive(Solver& solver, const Waveform& waveform, double dt, double more = 0) {
  constexpr double most = 1e15;
  const double steps = std::ceil((waveform.settled() + more) / dt);
  solver.growth_bound = Solver::most_growth;
  solver.driven_steps =
      std::max(solver.driven_steps, static_cast<long>(std::clamp(steps, 1.0, most)));
}

}  // namespace hermite
