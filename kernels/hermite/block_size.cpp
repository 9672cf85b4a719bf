#include "kernels/hermite/block_size.hpp"

#include <algorithm>
#include <optional>

#include "hermite/core/error.hpp"
#include "kernels/device/march_length.hpp"

namespace hermite {

namespace {

long cells(const StepArguments& a, int axis) { return a.box.upper[axis] - a.box.lower[axis]; }

KernelNeeds needs_of(const KernelEntry& entry, StepArguments a, const BlockSize& size) {
  a.lanes = size.lanes;
  a.rows = size.rows;
  a.planes = size.planes;
  return entry.needs(a);
}

// Kernels that evolve part by part (HostBlock::parts): what they work in is the part's scratch, and the
// planes of the block pass by once per plane of cells.
bool evolves_in_parts(KernelId id) {
  return has(id, Trait::marches) && (has(id, Trait::coupled) || has(id, Trait::in_place));
}

// The host: whole rows if their scratch stays in the second-level cache, for long runs of memory;
// then rows along x2, which save repeated work at their seams. Half the cache is left to the data.
// Planes that pass by may lie in the third level: a row of 16 cells costs two lines of memory where
// one is its own (elastic, N = 3, single: 48 cells take a quarter less time).
BlockSize host_size(const KernelEntry& entry, const StepArguments& a, BlockSize size, long limit) {
  if (evolves_in_parts(entry.key.id)) limit *= 8;
  const auto fits = [&](const BlockSize& s) {
    return needs_of(entry, a, s).scratch_bytes <= limit;
  };
  const bool rows_free = size.rows == 0;
  size.rows = std::max(size.rows, 1);
  size.lanes = std::min(size.lanes, needs_of(entry, a, {1, 1, 1}).max_lanes);
  if (size.lanes == 0) {
    const int most = std::min(needs_of(entry, a, {1, 1, 1}).max_lanes, 512);
    size.lanes = static_cast<int>(std::min<long>(cells(a, 0), most));
    // Whole lines of memory, and whole packs.
    while (size.lanes > 16 && !fits(size)) size.lanes = (size.lanes / 2 + 15) / 16 * 16;
    size.lanes = std::max(1, std::min(size.lanes, static_cast<int>(cells(a, 0))));
  }
  if (rows_free && shares_rows(entry.key.id, entry.key.dimension)) {
    BlockSize more = size;
    for (more.rows = 2; more.rows <= 16 && more.rows <= cells(a, 1) && fits(more); more.rows *= 2)
      size.rows = more.rows;
  }
  return size;
}

// CUDA: a warp of lanes if two blocks' scratch fits into a multiprocessor, fewer if not.
BlockSize cuda_size(const KernelEntry& entry, const StepArguments& a, BlockSize size, long limit) {
  if (has(entry.key.id, Trait::fixed_box)) {
    const KernelNeeds needs = needs_of(entry, a, {1, 1, 1});
    return {needs.tile[0], needs.tile[1], size.planes};
  }
  size.rows = std::max(size.rows, 1);
  if (size.lanes > 0) return size;
  size.lanes = entry.key.dimension == 3 ? 32 : needs_of(entry, a, {1, 1, 1}).max_lanes;
  while (size.lanes > 4 && needs_of(entry, a, size).scratch_bytes > limit / 2) size.lanes /= 2;
  while (size.lanes > 1 && needs_of(entry, a, size).scratch_bytes > limit) size.lanes /= 2;
  return size;
}

// Of kernels whose blocks fill a multiprocessor. (On an H200 the shift's half step at N = 3 takes 1.6 times as long by
// marches of 75 planes; on an H100 its full step at N = 2 takes 1.2 times as long by 25 as by 15.)
std::optional<MarchLimits> march_limits(KernelId id) {
  switch (id) {
    case KernelId::half_step_registers:
      return MarchLimits{1, 8, 1};
    case KernelId::full_step_registers:
      return MarchLimits{1, 16, 2};
    case KernelId::two_steps_registers:
      return MarchLimits{1, 50, 4};
    case KernelId::parity_matrix:
      return MarchLimits{4, 32, 1, 4};
    default:
      return {};
  }
}

// What the compiler would leave aside without a word.
void refuse_too_many_blocks(const KernelEntry& entry, const KernelNeeds& needs,
                            const Device& device) {
  const int threads = needs.row_threads * needs.max_lanes, most = device.multiprocessor_threads();
  if (entry.key.min_blocks * threads <= most) return;
  throw MachineError("kernel.min_blocks: found " + std::to_string(entry.key.min_blocks) + ", but " +
                     kernel_name(entry.key.id) + " is compiled for blocks of up to " +
                     std::to_string(threads) + " threads, of which a multiprocessor holds " +
                     std::to_string(most) + ": take up to " + std::to_string(most / threads));
}

// What no choice of a block helps.
void refuse_large_cell(const KernelEntry& entry, const KernelNeeds& needs, const Device& device) {
  if (needs.scratch_bytes <= device.scratch_limit()) return;
  const bool is_double = entry.key.precision == Precision::double_;
  throw MachineError(
      "method.order: one cell of " + kernel_name(entry.key.id) + " at order " +
      std::to_string(entry.key.order) + " takes " + std::to_string(needs.scratch_bytes) +
      " bytes of shared memory, this GPU has " + std::to_string(device.scratch_limit()) +
      ": take a lower order, " + (is_double ? "single precision, " : "") +
      "another pipeline (kernel.pipeline) or --device host");
}

}  // namespace

bool shares_rows(KernelId id, int dimension) {
  return dimension == 3 && has(id, Trait::shares_rows);
}

BlockSize choose_block_size(const KernelEntry& entry, const StepArguments& a, BlockSize size,
                            const Device& device) {
  const bool planes_free = size.planes == 0;
  const long march = cells(a, entry.key.dimension - 1);
  // No block is larger than the grid.
  const auto at_most = [](int& wanted, long most) {
    wanted = static_cast<int>(std::min<long>(wanted, most));
  };
  at_most(size.lanes, cells(a, 0));
  at_most(size.rows, cells(a, 1));
  at_most(size.planes, march);
  if (planes_free) size.planes = static_cast<int>(std::min(march, 16L));
  size = device.cuda() ? cuda_size(entry, a, size, device.scratch_limit())
                       : host_size(entry, a, size, device.scratch_limit());
  if (planes_free && has(entry.key.id, Trait::marches)) {
    const auto blocks = [&](long planes) {
      return needs_of(entry, a, {size.lanes, size.rows, static_cast<int>(planes)}).blocks;
    };
    const int workers = device.multiprocessors();
    if (const auto limits = march_limits(entry.key.id)) {
      size.planes = static_cast<int>(march_length(march, *limits, blocks(march), workers));
    } else {
      // As long a march as leaves every worker several blocks: every start repeats planes.
      size.planes = static_cast<int>(march);
      for (long parts = 2; size.planes > 4 && blocks(size.planes) < 8L * workers; parts *= 2)
        size.planes = std::min(size.planes, static_cast<int>(divide_up(march, parts)));
    }
  }
  const KernelNeeds needs = needs_of(entry, a, size);
  if (entry.key.min_blocks > 0) refuse_too_many_blocks(entry, needs, device);
  if (device.cuda() && has(entry.key.id, Trait::fixed_box) &&
      needs.scratch_bytes > device.scratch_limit())
    throw MachineError("kernel.variant: a block of " + kernel_name(entry.key.id) + " takes " +
                       std::to_string(needs.scratch_bytes) +
                       " bytes of shared memory, this GPU has " +
                       std::to_string(device.scratch_limit()) + ": take auto, or another variant");
  if (device.cuda()) refuse_large_cell(entry, needs_of(entry, a, {1, 1, 1}), device);
  if (device.cuda() &&
      (needs.scratch_bytes > device.scratch_limit() || size.lanes > needs.max_lanes))
    throw MachineError(
        "kernel.cells_per_block: " + std::to_string(size.lanes) + " cells of " +
        kernel_name(entry.key.id) + " take " + std::to_string(needs.scratch_bytes) +
        " bytes of shared memory and " + std::to_string(size.lanes * needs.row_threads) +
        " threads a block; allowed are " + std::to_string(device.scratch_limit()) + " bytes and " +
        std::to_string(needs.max_lanes * needs.row_threads) + " threads: take fewer cells");
  return size;
}

}  // namespace hermite
