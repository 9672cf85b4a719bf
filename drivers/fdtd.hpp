// What the systems of the solver fdtd share before the first step.
#pragma once

#include <string>

#include "drivers/problem.hpp"

namespace hermite {

/// Throws CaseError where keys of the Hermite solver are not as they are when nobody sets them. `order`
/// names the scheme's, "2, the order of Yee's scheme,".
void refuse_hermite_keys(const Case& input, const Source& source, const std::string& pipeline,
                         const std::string& order);

/// What plan_fdtd does for the system elastic alone (fdtd_elastic.cpp).
void plan_elastic_fdtd(Problem& problem, const Source& source);

}  // namespace hermite
