#pragma once
// The energy of Yee's grid, 1/2 sum V (eps E^2 + mu H^2): of each component with the constant along it of
// the medium at its own place. A perfect conductor holds no electric energy.

#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/output/nodal_energy.hpp"

namespace hermite {

// The scene must outlive them.
std::vector<EnergyPart> yee_energy(const Scene& scene, const Grid& grid);

}  // namespace hermite
