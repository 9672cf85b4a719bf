// The box that says what a run is, printed by check and at the start of run.
#pragma once

#include <string>

#include "drivers/problem/problem.hpp"

namespace hermite {

std::string summary(const Problem& problem, const Device& device, Ranks& ranks = alone());

}  // namespace hermite
