// The fields at time zero, and how far a simulation is from its exact solution.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "drivers/problem/problem.hpp"
#include "hermite/method/norms.hpp"
#include "hermite/output/npy.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

/// Reads the nodal data that initial.kind "file" names, and refuses those of another shape or with
/// values that are not finite; an empty array for the other kinds. Done before any memory is taken for
/// the run.
NpyArray read_initial_file(const Problem& problem);

/// A notice where they are not what walls make of them, as p on one that keeps it 0; else nothing.
std::vector<std::string> notices_of_walls(const Problem& problem, const NpyArray& file);

/// Nodal data of the exact solution at t = 0 (of any order: by Taylor arithmetic), or those of the
/// file. Throws CaseError where they are not finite.
void write_initial(const Problem& problem, const NpyArray& file, Simulation& simulation);

/// Nodal values at primal nodes against the exact solution at time t.
ErrorNorms measure_error(const Problem& problem, const Simulation& simulation, double t);

/// final.npy, and for further states final-NAME.npy.
std::string final_file(const Problem& problem, int state);

/// A state's nodal data as a .npy; of a solver with one state, of the shape that initial.kind "file"
/// reads.
void write_state(const Problem& problem, const Simulation& simulation, int state,
                 const std::string& file);

}  // namespace hermite
