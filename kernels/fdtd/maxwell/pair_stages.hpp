#pragma once
// Two steps of Yee's scheme as stages: cores, which one sweep brings forward by both (yee_pairs.hpp), and the
// shell around them, whose half steps are those of single steps. In the shell are the layers, the walls, the
// nodes of sources, and the few cells beside these that would see them.
//
// The new time has arrays of its own, since blocks of a core compute their neighbours' cells too. The shell's
// first step goes from the old arrays to the new ones, its second one stays there; last the sweep fills the
// cores. Half steps of the shell reach a little into the cores, so that the next one has its neighbours:
//
//   cells     s s s s s c c c c c c c ...      s: shell, c: core (along y and z; along x `lead` cells for one)
//   H1, E1    = = = = = =
//   H2, E2    = = = = =                        and at the upper end 2, 1, 1 and 0 cells

#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/fdtd/maxwell/half_step.hpp"

namespace hermite {

struct PairPlan {
  std::vector<CellBox> cores;  // one above the other, of equal extents along x and y
  int lead = 0;                // lanes (YeePairArguments)
};

// Where sources drive a plane along z no core is.
PairPlan plan_pairs(const YeeTables& tables, const YeeChoice& choice,
                    const std::vector<long>& driven_planes);
// The box without the holes, which are as PairPlan's cores.
std::vector<CellBox> around(const CellBox& box, const std::vector<CellBox>& holes);

// A half step of the shell, the first or second one of its field; of `stage` it sets the launch.
void launch_around(Stage& stage, const PairPlan& plan, const YeeHalfStep& half, bool second,
                   const Device& device);
// The sweep: from the arrays of E, and of H after them, at `before` to those at `written`.
Stage core_stage(const PairPlan& plan, const std::shared_ptr<const YeeTables>& tables,
                 const YeeChoice& choice, int before, int written);

}  // namespace hermite
