#include "kernels/fdtd/elastic/block_shape.hpp"

#include <algorithm>
#include <cmath>

#include "hermite/core/error.hpp"

namespace hermite {

namespace {

constexpr long most_host_lanes = 4096;  // what a block reads shall stay in the caches
// Of a march's block, and along a row of it: 192 points in single precision.
constexpr int march_threads = 256, march_lane_threads = 48;

void refuse(const std::string& key, const std::string& found, const std::string& allowed) {
  throw Error(Exit::bad_case, "kernel." + key + ": found " + found + ", allowed " + allowed);
}
void check(const std::string& key, int found, int most) {
  if (found > most)
    refuse(key, std::to_string(found),
           "at most " + std::to_string(most) + " with this variant of fdtd on a GPU, or 0");
}

// A thread has a pack of points. A row is cut into as few equal parts as are of at most 48 threads: the rest of
// a row would keep a block waiting for a few points. What is left of 256 threads is as near to a square of
// rows and planes as it comes.
ElasticBlock march_block(const Case::Kernel& kernel, int pack, int row) {
  ElasticBlock block{kernel.cells_per_block, kernel.rows_per_block, kernel.planes_per_block};
  if (block.lanes % pack != 0)
    refuse("cells_per_block", std::to_string(block.lanes),
           "multiples of " + std::to_string(pack) + ", a thread's points, or 0");
  check("cells_per_block", block.lanes, pack * most_elastic_threads);
  check("rows_per_block", block.rows, most_elastic_threads);
  check("planes_per_block", block.planes, most_elastic_threads);
  if (block.lanes == 0) {
    const int packs = divide_up(row, pack),
              asked = std::max(1, block.rows) * std::max(1, block.planes);
    const int most = std::clamp(most_elastic_threads / asked, 1, march_lane_threads);
    block.lanes = pack * divide_up(packs, divide_up(packs, most));
  }
  const int lane_threads = block.lanes / pack;
  int left = std::max(1, march_threads / lane_threads);
  if (block.rows == 0)
    block.rows = block.planes > 0 ? std::max(1, left / block.planes)
                                  : std::max(1, static_cast<int>(std::sqrt(left)));
  check("rows_per_block", block.rows, most_elastic_threads / lane_threads);
  left = std::max(1, left / block.rows);
  if (block.planes == 0) block.planes = left;
  check("planes_per_block", block.planes, most_elastic_threads / lane_threads / block.rows);
  return block;
}

}  // namespace

std::string chosen_staggered_variant(const std::string& variant, int dimension, bool cuda) {
  if (variant != "auto") return variant;
  return cuda && dimension == 3 ? "march" : "literal";
}

ElasticSchedule chosen_elastic_schedule(const std::string& variant, int dimension, bool cuda) {
  const bool march = chosen_staggered_variant(variant, dimension, cuda) == "march";
  if (march && dimension != 3) refuse("variant", "\"march\"", "auto or literal in 2-D with fdtd");
  return march ? ElasticSchedule::march : ElasticSchedule::literal;
}

ElasticBlock chosen_elastic_block(const Case::Kernel& kernel, ElasticSchedule schedule, bool cuda,
                                  Precision precision, const Grid& grid) {
  const int row = static_cast<int>(std::min(grid.cells[0] + 1, most_host_lanes));
  if (cuda && schedule == ElasticSchedule::march)
    return march_block(kernel, 16 / bytes_of(precision), row);
  ElasticBlock block{kernel.cells_per_block, kernel.rows_per_block, kernel.planes_per_block};
  if (cuda) check("cells_per_block", block.lanes, most_elastic_lanes);
  if (block.lanes == 0) block.lanes = cuda ? 32 : row;
  if (block.rows == 0) block.rows = cuda ? 4 : 32;
  if (block.planes == 0) block.planes = 1;
  return block;
}

}  // namespace hermite
