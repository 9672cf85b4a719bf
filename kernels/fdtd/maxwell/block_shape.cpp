#include "kernels/fdtd/maxwell/block_shape.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "kernels/fdtd/row_threads.hpp"

namespace hermite {

namespace {

// Of a row on the host: its lanes are packs, and what a block reads shall stay in the caches.
constexpr long most_host_lanes = 4096;

void refuse(const std::string& key, int found, const std::string& allowed) {
  throw Error(Exit::bad_case, "kernel." + key + ": found " + std::to_string(found) + ", allowed " +
                                  allowed + " with this variant of fdtd, or 0");
}

constexpr int march_threads = 128;  // of a GPU's block

// Where the case leaves it open. On a GPU a warp of lanes: of wider blocks all wait for those in layers.
FdtdBlock usual_block(FdtdSchedule schedule, bool cuda, int pack, long row, bool tight) {
  const auto whole_row = [](long nodes) {
    return static_cast<int>(std::min(nodes, most_host_lanes));
  };
  switch (schedule) {
    case FdtdSchedule::tile:
      return {cuda ? 32 : whole_row(row + 1), 16, 16};
    case FdtdSchedule::march: {
      if (!cuda) return {whole_row(row), 4, 16};
      const int lane_threads = row_threads(row, pack, tight);
      return {lane_threads * pack, march_threads / lane_threads, 1};
    }
    case FdtdSchedule::literal:
      break;
  }
  return cuda ? FdtdBlock{64, 4, 1} : FdtdBlock{whole_row(row), 32, 1};
}

}  // namespace

FdtdSchedule chosen_schedule(const Case::Kernel& kernel, bool cuda) {
  if (kernel.variant == "tile") return FdtdSchedule::tile;
  if (kernel.variant == "march") return FdtdSchedule::march;
  // Around the core of two steps is what march does.
  if (kernel.variant == "auto" && (cuda || kernel.steps_per_sweep == 2)) return FdtdSchedule::march;
  return FdtdSchedule::literal;
}

int cells_of_thread(FdtdSchedule schedule, Precision precision) {
  return schedule == FdtdSchedule::march ? 16 / bytes_of(precision) : 1;
}

FdtdBlock chosen_block(const Case::Kernel& kernel, FdtdSchedule schedule, bool cuda,
                       Precision precision, long row) {
  const int pack = cuda ? cells_of_thread(schedule, precision) : 1;
  const int least = schedule == FdtdSchedule::tile ? 2 : 1;  // a tile's halo owns no cells
  const int lanes = kernel.cells_per_block, rows = kernel.rows_per_block;
  for (const auto& [key, asked] : {std::pair("cells_per_block", lanes), {"rows_per_block", rows}})
    if (asked != 0 && asked < least) refuse(key, asked, "at least " + std::to_string(least));
  if (lanes % pack != 0)
    refuse("cells_per_block", lanes,
           "multiples of " + std::to_string(pack) + ", a thread's cells,");
  // With a tile's halo.
  const int most_cells =
      cuda ? most_yee_threads * pack : most_yee_threads * static_cast<int>(most_host_lanes);
  if (lanes > most_cells / least)
    refuse("cells_per_block", lanes, "at most " + std::to_string(most_cells / least));
  const int most_rows = most_cells / std::max(lanes, least * pack);
  if (rows > most_rows)
    refuse("rows_per_block", rows,
           "at most " + std::to_string(most_rows) +
               (lanes > 0 ? " with " + std::to_string(lanes) + " cells per block" : ""));
  const FdtdBlock usual = usual_block(schedule, cuda, pack, row, kernel.rows == "tight");
  FdtdBlock block{lanes, rows, kernel.planes_per_block};
  if (lanes == 0)
    block.lanes = std::min(usual.lanes, most_cells / std::max(rows, least) / pack * pack);
  if (rows == 0) block.rows = std::min(usual.rows, most_cells / block.lanes);
  if (block.planes == 0) block.planes = usual.planes;
  return block;
}

FdtdBlock block_of_threads(FdtdBlock block, FdtdSchedule schedule, bool cuda, Precision precision) {
  if (cuda) block.lanes /= cells_of_thread(schedule, precision);
  return block;
}

}  // namespace hermite
