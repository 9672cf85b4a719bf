#pragma once
// A box of cells in two: a core, which one sweep brings forward by several steps, and the shell around it, whose
// half steps are those of single steps.

#include <string>
#include <vector>

#include "kernels/device/tiling.hpp"

namespace hermite {

// The box without the hole, which lies in it: up to six boxes.
std::vector<CellBox> around(const CellBox& box, const CellBox& hole);
long cells_of(const CellBox& box);
// "62 % of the cells": the core's.
std::string percent_of(const CellBox& core, const CellBox& all);

}  // namespace hermite
