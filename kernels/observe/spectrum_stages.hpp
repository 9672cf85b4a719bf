#pragma once
// A running Fourier transform as an array and a stage of a solver (spectrum_kernel.hpp). The sums are
// kept: a run that is resumed goes on with them. Among ranks each adds up the nodes that it has.

#include "hermite/output/spectrum.hpp"
#include "kernels/device/device.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

// Adds the sums, [frequency][re, im] fields of them; returns the array's number.
int add_spectrum_array(Solver& solver, const Spectrum& spectrum);

// Adds the stage, the last of a step, and what it holds to the constants. All other stages must be
// there; `clock` is an array of one value, the number of steps taken.
void add_spectrum_stage(Solver& solver, const Spectrum& spectrum, int sums, int clock,
                        const Device& device);

}  // namespace hermite
