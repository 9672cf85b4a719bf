// Whether a problem fits into memory, and the rows (kernel.rows) that it fits with.
#pragma once

#include <functional>

#include "drivers/problem/problem.hpp"

namespace hermite {

/// A grid is refused here whose sizes do not fit into 64 bits, and one of finite differences whose fields alone do not
/// fit into memory, before tables of its media are made; all others by the exact memory statement.
void require_sane_size(const Problem& problem, const Device& device, double most = 1e17);

/// To ask what a solver would take with tight rows, not to run: its kernels have the strides that it was made with.
Solver as_if_tight(Solver solver);

/// Rows that are open still are tight where whole lines do not fit on every rank and tight ones do: on all ranks, as
/// halos are sent by planes. `make_solver` makes the problem's anew. Refuses what does not fit.
void fit_memory(Problem& problem, const Device& device, Ranks& ranks,
                const std::function<void()>& make_solver);

}  // namespace hermite
