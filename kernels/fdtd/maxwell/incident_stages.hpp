#pragma once
// The incident wave as arrays and stages of a solver (incident_kernel.hpp).

#include "kernels/fdtd/maxwell/launch.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"
#include "kernels/fdtd/maxwell/tables.hpp"

namespace hermite {

// Adds the line's E and H, kept from step to step; returns the first array's number.
int add_incident_arrays(Solver& solver, const IncidentWave& wave);
// After the update of E, or of H.
Stage incident_stage(const std::shared_ptr<YeeTables>& tables, const YeeChoice& choice, int line,
                     int clock, bool electric);

}  // namespace hermite
