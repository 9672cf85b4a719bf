#pragma once
// The array in which sources and transforms find the number of steps taken (source_kernel.hpp): recorded
// graphs of launches and resumed runs go on with the right one.

#include <string>

#include "hermite/core/error.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

// Float counts no further one by one, and the clock is of the fields' precision.
constexpr long most_driven_steps = 1L << 24;

inline void require_driven_steps(long steps) {
  if (steps > most_driven_steps)
    throw Error(Exit::bad_case, "time.final: found " + std::to_string(steps) + " steps, allowed " +
                                    std::to_string(most_driven_steps) + " with sources or spectra");
}

// Of a run of so many steps.
inline ArraySpec clock_array(long steps) {
  require_driven_steps(steps);
  ArraySpec clock{"clock", 1, 1, Stagger::primal, {1, 1, 1}, Layout::x1_innermost};
  clock.partial = true;
  return clock;
}

}  // namespace hermite
