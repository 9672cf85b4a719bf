// Calls of the system that a signal ends, though it is noted and no more (CatchInterrupts).
#pragma once

#include <cerrno>

namespace hermite {

/// What the call returns once none has cut it short; below 0 where it failed.
template <class Call>
auto uninterrupted(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace hermite
