// Where a run's blocks come from: the case, a tuned table (roofline/tune/tuned_table.hpp), or the code.
#pragma once

#include <string>

#include "drivers/problem/problem.hpp"

namespace hermite {

/// The solver of a problem whose grid, time step and stages are known. `tuned` is "auto" (the table
/// of the device in data/tuned), "off", "stale" (also entries measured with other kernels, compilers or
/// drivers) or a table's file, which then must be there. Sets kernel and block of the problem, and
/// adds notices. Tuned values that cannot be launched here are left out, with a notice.
Solver tuned_solver(Problem& problem, const Device& device, const std::string& tuned);

}  // namespace hermite
