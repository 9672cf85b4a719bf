#pragma once
// What a solver may have of a device's memory. Rows of whole lines are the fastest and take up to 31 values
// more each, in double precision 15, than what they hold (hermite/grid/layout.hpp); where that is too much they are
// tight: the same values in rows as short as kernels can take.

#include "kernels/device/sectors.hpp"

namespace hermite {

class Device;
class Ranks;
struct Solver;

// Of whose multiples tight rows start: whole sectors of a GPU's memory.
constexpr int tight_row_bytes = sector_values(1);

// Of this rank, with what the solver has taken already: ranks of one host share its memory, each has a GPU of its own.
double bytes_free(const Solver& solver, const Device& device, const Ranks& ranks);

// Whether every rank has so many bytes free as its solver needs.
bool all_fit(const Solver& solver, double bytes, Ranks& ranks);

// Throws where less is free than the solver needs; names both.
void require_memory(const Solver& solver, const Device& device, const Ranks& ranks);

}  // namespace hermite
