#pragma once
// What a half step costs, or two steps in one sweep: counted by running the kernels' own sources in the counting
// block, on blocks of the size that they have.

#include "kernels/device/counting_block.hpp"
#include "kernels/fdtd/maxwell/launch.hpp"

namespace hermite {

// Per cell of the whole box, fields and layers. Cells in layers cost what each layer adds, counted where
// it fills a block. Layers across x are counted as the host has them, swept once more; a GPU, whose
// lanes ask for themselves, loads and stores a value less there. `launches`: kernels of layers, if they
// are apart.
Counts count_yee(const YeeChoice& choice, const YeeArguments& a,
                 const std::vector<CpmlLaunch>& launches);

// Per cell of a core, for both its steps: with what blocks do beside their own, and at the ends of the core, where
// they are whole too. What a GPU takes from the next thread of a warp is counted as the host has it, from scratch.
Counts count_pairs(const YeePairArguments& a);

}  // namespace hermite
