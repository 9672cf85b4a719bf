// Which differences a free surface takes where the case leaves it open (free_surface.operators).
#pragma once

#include <array>
#include <string>

#include "hermite/grid/grid.hpp"
#include "hermite/media/elastic_medium.hpp"

namespace hermite {

/// Whether media change so much near a free end of the last axis that one-sided differences may grow over them, in
/// time: seen over noise of 40 % from node to node and over bodies and layers thinner than two cells; not over noise of
/// 20 %, nor over thicker layers.
bool is_rough_at_surface(const ElasticScene& scene, const Grid& grid,
                         const std::array<bool, 2>& free);

}  // namespace hermite
