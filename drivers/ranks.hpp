// A run on several ranks: which part of the problem each has, on which device.
#pragma once

#include <string>

#include "drivers/problem.hpp"
#include "hermite/parallel/ranks.hpp"
#include "kernels/device/device.hpp"

namespace hermite {

/// The device that a rank of several uses: of a host with GPUs each its own, of its cores each as many.
/// Throws MachineError where there are fewer GPUs than ranks.
Device device_of_rank(const Ranks& ranks, const std::string& name, int threads);

/// Sets Grid::slab of the problem's grid: slabs of about equal bytes. Refuses more ranks than the grid has
/// planes for, and what cannot be done on several.
void take_slab(Problem& problem, const Ranks& ranks, const Source& source);

/// "2, this one planes 0 to 63 of 128; messages by MPI (Open MPI v4.1.4)" for the summary.
std::string ranks_text(const Problem& problem, const Ranks& ranks, const Device& device);

/// Nothing of this rank but a message of its own end appears: all but the first are silent.
void silence();

}  // namespace hermite
