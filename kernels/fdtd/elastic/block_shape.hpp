#pragma once
// Variant and block of the elastic kernels where the case leaves them open, and what cannot be launched.

#include <string>

#include "hermite/core/case.hpp"
#include "hermite/grid/grid.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/fdtd/elastic/launch.hpp"

namespace hermite {

// What kernel.variant "auto" is.
std::string chosen_staggered_variant(const std::string& variant, int dimension, bool cuda);

// Throws Error (bad case) "kernel.KEY: ...".
FdtdSchedule chosen_elastic_schedule(const std::string& variant, int dimension, bool cuda);
FdtdBlock chosen_elastic_block(const Case::Kernel& kernel, FdtdSchedule schedule, bool cuda,
                               Precision precision, const Grid& grid);

}  // namespace hermite
