#pragma once
// Mur's walls as arrays and stages of a solver (mur_kernel.hpp).

#include <array>
#include <vector>

#include "kernels/fdtd/maxwell/launch.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"

namespace hermite {

// A face that absorbs: the components of E along it, and the array of what it keeps of each.
struct MurFace {
  MurArguments arguments;
  std::array<int, 2> component, memory;
  bool here = true;      // on this rank
  long first_plane = 0;  // of this rank's
};

// Adds the arrays of all faces of method.mur.
std::vector<MurFace> add_mur_arrays(Solver& solver, const Grid& grid, const FdtdMethod& method,
                                    bool cuda);
// Before E is updated, or after.
Stage mur_stage(const std::vector<MurFace>& faces, const YeeChoice& choice, bool after);

}  // namespace hermite
