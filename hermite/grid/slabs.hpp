// Which cells of the slowest axis each rank has: neighbouring ones, rank 0 the first.
#pragma once

#include <vector>

#include "hermite/grid/grid.hpp"

namespace hermite {

/// Cuts planes of cells, each with what it costs, into `ranks` slabs of at least `least` planes, so that
/// the dearest slab costs as little as it can. Empty where there are too few planes.
std::vector<Planes> cut_slabs(const std::vector<double>& cost, int ranks, long least);

}  // namespace hermite
