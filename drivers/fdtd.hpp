// What the systems of the solver fdtd share before the first step.
#pragma once

#include <string>

#include "drivers/problem.hpp"

namespace hermite {

/// Throws CaseError where keys of the Hermite solver are not as they are when nobody sets them. `order`
/// names the scheme's, "2, the order of Yee's scheme,".
void refuse_hermite_keys(const Case& input, const Source& source, const std::string& pipeline,
                         const std::string& order);

/// Notices of bodies and layers of rock that lie outside the domain.
void warn_of_absent_media(Problem& problem);

/// Notices of sources and receivers that lie in an absorbing layer, and of layers with nothing between them.
void warn_of_places_in_layers(Problem& problem);

/// plan_fdtd for the system elastic (fdtd_elastic.cpp).
void plan_elastic_fdtd(Problem& problem, const Source& source);

}  // namespace hermite
