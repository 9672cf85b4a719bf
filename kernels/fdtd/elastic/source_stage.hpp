#pragma once
// The stage that adds sources to velocities, or to stresses, once these are updated.

#include <memory>

#include "kernels/fdtd/elastic/launch.hpp"
#include "kernels/fdtd/elastic/tables.hpp"

namespace hermite {

// `clock`: the array that counts steps; the step's last sources let it go on.
Stage source_stage(const std::shared_ptr<ElasticTables>& tables, const ElasticChoice& choice,
                   int clock, bool velocity, bool last);

}  // namespace hermite
