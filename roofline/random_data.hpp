#pragma once
// Data for what is verified or timed: zeros would flatter the arithmetic, and compress.

#include <cstdint>

#include "kernels/stage/simulation.hpp"

namespace hermite {

// Values; for fewer, waking threads costs more than it saves.
constexpr long worth_threads = 1 << 15;

// Random values in (-1, 1) that single precision holds in all states and what is kept beside them, the same
// on every machine.
void fill_random(Simulation& simulation, std::uint64_t seed);

}  // namespace hermite
