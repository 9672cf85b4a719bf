// The solvers there are, by name: how each turns a problem into arrays and stages.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/fdtd/elastic/stages.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

struct Problem;

/// What a solver is told of a problem.
HermiteMethod hermite_method_of(const Problem& problem);
FdtdMethod fdtd_method_of(const Problem& problem);
ElasticMethod elastic_method_of(const Problem& problem);

/// Of fdtd: whether rows of whole lines (kernel.rows) would take much more memory than the problem's values and than tight ones, and kernels
/// lose little by tight ones, as those of Maxwell's equations.
bool takes_tight_rows(const Problem& problem, const Device& device);

/// The solver that the case names, for a problem whose grid, time step and stages are known.
Solver make_solver(const Problem& problem, const Device& device);

}  // namespace hermite
