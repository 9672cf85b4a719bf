#pragma once
// What a half step costs, counted by running the kernels' own sources in the counting block, on blocks
// of the size that they have.

#include "kernels/fdtd/maxwell/launch.hpp"

namespace hermite {

// Per cell of the whole box, fields and layers. Cells in layers cost what each layer adds, counted where
// it fills a block. Layers across x are counted as the host has them, swept once more; a GPU, whose
// lanes ask for themselves, loads and stores a value less there. `launches`: kernels of layers, if they
// are apart.
Counts count_yee(const YeeChoice& choice, const YeeArguments& a,
                 const std::vector<CpmlLaunch>& launches);

}  // namespace hermite
