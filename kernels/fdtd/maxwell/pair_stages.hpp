#pragma once
// Two steps of Yee's scheme as stages: a core, which one sweep brings forward by both (yee_pairs.hpp), and the
// shell around it, whose half steps are those of single steps. In the shell are the layers, the magnetic walls,
// the ends of periodic axes, and the few cells beside these that would see them.
//
// The new time has arrays of its own, since blocks of a core compute their neighbours' cells too. The shell's
// first step goes from the old arrays to the new ones, its second one stays there; last the sweep fills the
// core. Half steps of the shell reach a little into the core, so that the next one has its neighbours:
//
//   cells     s s s s s c c c c c c c ...      s: shell, c: core (along y and z; along x `lead` cells for one)
//   H1, E1    = = = = = =
//   H2, E2    = = = = =                        and at the upper end 2, 1, 1 and 0 cells

#include <array>
#include <memory>
#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/fdtd/maxwell/half_step.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"

namespace hermite {

struct PairPlan {
  CellBox core;                                       // empty where the grid is too small for one
  std::array<std::array<bool, 2>, 3> reaches_wall{};  // [axis][lower, upper]
  // Lanes, of which cores are whole multiples along x, but for their ends at walls: those on either side of a
  // block's own (YeePairArguments).
  int lead = 0;
};

// Throws Error (bad case) "kernel.steps_per_sweep: ..." where single steps alone can be taken; plan_pairs()
// where the media are why.
void require_pairs(const FdtdMethod& method, const Grid& grid);
// The same where a GPU's block cannot have the shared memory that the sweep's takes.
void require_pair_block(const KernelFacts& sweep, long shared_bytes);
// Arrays for the six fields two steps later; the first one's number.
int add_next_fields(Solver& solver);

PairPlan plan_pairs(const YeeTables& tables, const YeeChoice& choice, const Grid& grid);
// The shell in a half step, the first or second one of its field.
std::vector<CellBox> shell_of(const PairPlan& plan, const YeeHalfStep& half, bool second);

// The half step of these boxes alone, in blocks for such rows (kernel.rows).
void launch_boxes(Stage& stage, const YeeHalfStep& half, const std::vector<CellBox>& boxes,
                  const std::string& rows, const Device& device);
// The sweep: from the arrays of E, and of H after them, at `before` to those at `written`.
Stage core_stage(const PairPlan& plan, const std::shared_ptr<const YeeTables>& tables,
                 const YeeChoice& choice, int before, int written, int clock, const Device& device);

}  // namespace hermite
