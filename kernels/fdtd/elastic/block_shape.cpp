#include "kernels/fdtd/elastic/block_shape.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "hermite/core/error.hpp"
#include "kernels/fdtd/row_threads.hpp"

namespace hermite {

namespace {

constexpr long most_host_lanes = 4096;  // what a block reads shall stay in the caches
constexpr int march_threads = 256;      // of a march's block

void refuse(const std::string& key, const std::string& found, const std::string& allowed) {
  throw Error(Exit::bad_case, "kernel." + key + ": found " + found + ", allowed " + allowed);
}
void check(const std::string& key, int found, int most) {
  if (found > most)
    refuse(key, std::to_string(found),
           "at most " + std::to_string(most) + " with this variant of fdtd on a GPU, or 0");
}

// A thread has a pack of points. What a row of threads leaves of 256 are rows of one plane.
FdtdBlock march_block(const Case::Kernel& kernel, int pack, int row) {
  FdtdBlock block{kernel.cells_per_block, kernel.rows_per_block, kernel.planes_per_block};
  if (block.lanes % pack != 0)
    refuse("cells_per_block", std::to_string(block.lanes),
           "multiples of " + std::to_string(pack) + ", a thread's points, or 0");
  check("cells_per_block", block.lanes, pack * most_elastic_threads);
  check("rows_per_block", block.rows, most_elastic_threads);
  check("planes_per_block", block.planes, most_elastic_threads);
  if (block.lanes == 0) {
    const int asked = std::max(1, block.rows) * std::max(1, block.planes);
    block.lanes = pack * std::clamp(most_elastic_threads / asked, 1,
                                    row_threads(row, pack, kernel.rows == "tight"));
  }
  const int lane_threads = block.lanes / pack;
  const int left = std::max(1, march_threads / lane_threads);
  if (block.rows == 0 && block.planes == 0) block.planes = 1;
  if (block.rows == 0) block.rows = std::max(1, left / block.planes);
  if (block.planes == 0) block.planes = std::max(1, left / block.rows);
  check("rows_per_block", block.rows, most_elastic_threads / lane_threads);
  check("planes_per_block", block.planes, most_elastic_threads / lane_threads / block.rows);
  return block;
}

// A thread has a point, and walks along all of z.
FdtdBlock tile_block(const Case::Kernel& kernel, bool cuda, int row, int planes) {
  FdtdBlock block{kernel.cells_per_block, kernel.rows_per_block, kernel.planes_per_block};
  if (cuda) {
    if (block.lanes > 0 && block.lanes < least_tile_lanes)
      refuse("cells_per_block", std::to_string(block.lanes),
             "at least " + std::to_string(least_tile_lanes) +
                 " with this variant of fdtd on a GPU, or 0");
    check("cells_per_block", block.lanes, most_tile_threads);
    check("rows_per_block", block.rows,
          most_tile_threads / std::max(least_tile_lanes, block.lanes));
  }
  if (block.lanes == 0)
    block.lanes = cuda ? std::min(16, most_tile_threads / std::max(1, block.rows)) : row;
  if (block.rows == 0) block.rows = cuda ? std::min(8, most_tile_threads / block.lanes) : 8;
  if (block.planes == 0) block.planes = planes;
  return block;
}

// Places in a block are counted by int (elastic_place.hpp), which planes of a large grid exceed.
int most_planes(const Grid& grid) {
  const std::array<long, 3> nodes = grid.extents(Stagger::primal);
  const long plane =
      (nodes[0] + 128) * (nodes[1] + 16);  // no less than with halos and gaps of rows
  return static_cast<int>(std::max(1L, std::numeric_limits<int>::max() / plane));
}

FdtdBlock block_of(const Case::Kernel& kernel, FdtdSchedule schedule, bool cuda,
                   Precision precision, const Grid& grid) {
  const long nodes = grid.extents(Stagger::primal)[0];
  const int row = static_cast<int>(std::min(nodes, most_host_lanes));
  if (cuda && schedule == FdtdSchedule::march)
    return march_block(kernel, 16 / bytes_of(precision), row);
  if (schedule == FdtdSchedule::tile)
    return tile_block(kernel, cuda, row, static_cast<int>(grid.extents(Stagger::primal)[2]));
  FdtdBlock block{kernel.cells_per_block, kernel.rows_per_block, kernel.planes_per_block};
  if (cuda) check("cells_per_block", block.lanes, most_elastic_lanes);
  if (block.lanes == 0) block.lanes = cuda ? 32 : row;
  if (block.rows == 0) block.rows = cuda ? 4 : 32;
  if (block.planes == 0) block.planes = 1;
  return block;
}

}  // namespace

std::string chosen_staggered_variant(const std::string& variant, int dimension, bool cuda) {
  if (variant != "auto") return variant;
  return cuda && dimension == 3 ? "march" : "literal";
}

FdtdSchedule chosen_elastic_schedule(const std::string& variant, int dimension, bool cuda) {
  const std::string chosen = chosen_staggered_variant(variant, dimension, cuda);
  for (const FdtdSchedule schedule : {FdtdSchedule::march, FdtdSchedule::tile}) {
    if (chosen != name_of(schedule)) continue;
    if (dimension != 3) refuse("variant", "\"" + chosen + "\"", "auto or literal in 2-D with fdtd");
    return schedule;
  }
  return FdtdSchedule::literal;
}

FdtdBlock chosen_elastic_block(const Case::Kernel& kernel, FdtdSchedule schedule, bool cuda,
                               Precision precision, const Grid& grid) {
  FdtdBlock block = block_of(kernel, schedule, cuda, precision, grid);
  const int most = most_planes(grid);
  if (kernel.planes_per_block > most)
    refuse("planes_per_block", std::to_string(kernel.planes_per_block),
           "at most " + std::to_string(most) + " with planes as large as this grid's, or 0");
  block.planes = std::min(block.planes, most);
  return block;
}

}  // namespace hermite
