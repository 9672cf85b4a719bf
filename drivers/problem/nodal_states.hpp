// The states of a solver as files and observers see them, and where each field is to be found.
#pragma once

#include <string>
#include <vector>

#include "drivers/problem/problem.hpp"
#include "hermite/output/nodal_state.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

/// All of the solver's states but for how they are read.
std::vector<NodalState> describe_states(const Problem& problem);
/// The same, read from the simulation, which must outlive them.
std::vector<NodalState> nodal_states(const Problem& problem, const Simulation& simulation);

/// What the solver needs beside them to go on: for checkpoints. Simulation numbers it after the states.
std::vector<NodalState> kept_states(const Problem& problem, const Simulation& simulation);

struct FieldPlace {
  std::string name;
  int state, field;  // of that state
};

/// The named fields, or all; a field that several states hold is that of the first.
std::vector<FieldPlace> find_fields(const Problem& problem, const std::vector<NodalState>& states,
                                    const std::vector<std::string>& names);
/// Throws CaseError at `path` for a name that is no field, and for one that stands twice.
void check_fields(const Problem& problem, const std::vector<std::string>& names,
                  const std::string& path, const Source& source);

/// A place as it stands in names of files and in messages.
std::string place_text(double at);

/// The time after so many steps: at the end exactly the case's, not a sum that rounding has moved.
double time_at(const Problem& problem, long step);

}  // namespace hermite
