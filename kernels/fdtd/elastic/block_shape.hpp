#pragma once
// Variant and block of the elastic kernels where the case leaves them open, and what cannot be launched.

#include <string>

#include "hermite/core/case.hpp"
#include "hermite/grid/grid.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/fdtd/elastic/launch.hpp"

namespace hermite {

struct ElasticBlocks {
  ElasticBlock whole;
  ElasticBlock rest;  // at the ends of rows (rest_of_row.hpp), if it has lanes
};

// What kernel.variant "auto" is.
std::string chosen_staggered_variant(const std::string& variant, int dimension, bool cuda);

// Throws Error (bad case) "kernel.KEY: ...".
ElasticSchedule chosen_elastic_schedule(const std::string& variant, int dimension, bool cuda);
// `layers_at_ends`: of rows. Without them narrower blocks there are slower than wide ones with idle threads.
ElasticBlocks chosen_elastic_blocks(const Case::Kernel& kernel, ElasticSchedule schedule, bool cuda,
                                    Precision precision, const Grid& grid, bool layers_at_ends);

}  // namespace hermite
