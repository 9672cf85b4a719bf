// Which differences a free surface takes where the case leaves it open (free_surface.operators).
#pragma once

#include <array>

#include "hermite/grid/grid.hpp"
#include "hermite/media/elastic_medium.hpp"

namespace hermite {

/// Whether media change so much on the way down from a free end of the last axis that one-sided differences may grow
/// over them, in time: more than twofold within two cells. Seen over bodies and layers thinner than that, and over
/// noise of 40 % of the speeds from node to node; not over noise of 20 %, thicker layers, nor at the sides of thick bodies.
bool is_rough_at_surface(const ElasticScene& scene, const Grid& grid,
                         const std::array<bool, 2>& free);

}  // namespace hermite
