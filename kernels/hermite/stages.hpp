#pragma once
// The Hermite solver as data: which arrays a pipeline keeps and which stages make its step.
//
//   pipeline     arrays                        stages of a step (full: dt)
//   two-kernel   u, u_dual, coefficients       reconstruct, evolve to the dual grid; the same back
//   monolithic   u, u_dual                     one kernel to the dual grid, one back
//   parity       u, u_dual                     one kernel each way too: a product for each parity
//   shift        u, u_dual                     the exact half step A (x) A (x) A, twice (advection)
//   full-step    u, u_next                     the exact full step, no dual grid, or two at once (advection)
//   conservative, leapfrog: acoustics in second-order form (wave_stages.hpp)

#include "hermite/core/case.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/systems/system.hpp"
#include "kernels/device/device.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

struct HermiteMethod {
  int order;
  double dt;
  int stages;  // q
  Precision precision;
  Case::Kernel kernel;
};

// The variant that "auto" stands for, else the one that the case names.
std::string chosen_variant(const System& system, const Grid& grid, const HermiteMethod& method,
                           const Device& device);

// A pipeline "auto" is what pipeline_choice.hpp makes of it.
Solver hermite_solver(const System& system, const Grid& grid, const HermiteMethod& method,
                      const Device& device);
// Throws what that would throw of launches, without the tables: of parity they take long. Not for conservative
// and leapfrog.
void require_launches(const System& system, const Grid& grid, const HermiteMethod& method,
                      const Device& device);

}  // namespace hermite
