#pragma once
// The energy of the staggered elastic grid, 1/2 sum V (rho v^2 + sigma : e): of each component with the
// averages of the media that it meets (node_averages.hpp); the normal stresses, which are coupled, together.

#include <vector>

#include "hermite/output/nodal_energy.hpp"
#include "kernels/fdtd/elastic/node_media.hpp"

namespace hermite {

// Scene and grid must outlive them. They keep the media of this rank's nodes: on the host 4 bytes a node, 28 where
// every voxel has values of its own.
std::vector<EnergyPart> elastic_energy(const ElasticScene& scene, const Grid& grid, int threads);

}  // namespace hermite
