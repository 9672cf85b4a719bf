// One small kernel that uses every piece of a block, and what it must leave in memory: the same
// text for the host and CUDA.
//
//   out[block][row][lane] = in[block][row][lane] + 100 * (in of the lane to the right)
//
// The value travels memory -> scratch (copy_async) -> PerItem -> peer -> scratch -> memory.
#pragma once

#include "kernels/device/kernel_base.hpp"
#include "kernels/device/portable.hpp"

namespace hermite {

template <class T>
struct PiecesKernel : KernelBase<T, 4, 32> {
  // A multiple of row_threads: peer() needs all lanes of a warp, and a warp can hold several rows.
  static constexpr int row_count = 8;
  const T* in;
  T* out;
  long cells;  // along x1, the distance between rows is `pitch`
  long pitch;
  long lane_step;  // between lanes in memory

  template <class Block>
  constexpr int scratch() const {
    return 2 * row_count + Block::item_scratch * row_count;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->tiling.tile(block.index(), 0);
    block.set_active(tile.lanes);
    auto* s_in = block.scratch(row_count);
    const auto at = [&](Item it) { return it.row * pitch + (tile.begin[0] + it.lane) * lane_step; };
    block.template rows<Sync::none>(row_count, [&](Item it) {
      block.copy_async(s_in + static_cast<long>(it.row) * block.stride() + it.lane, in + at(it),
                       lane_step);
    });
    block.wait();
    block.template rows<Sync::block>(0, [](Item) {});

    // Every lane takes part in peer(), the inactive ones too.
    block.set_active(block.lanes());
    auto r_value = block.template per_item<1, row_count>(row_count, 1);
    block.template unrolled_rows<Sync::block>(row_count, [&](Item it) {
      r_value.set(it, 0, block.get(s_in + static_cast<long>(it.row) * block.stride() + it.lane));
    });
    auto mark = block.mark();
    auto* s_sum = block.scratch(row_count);
    block.template unrolled_rows<Sync::block>(row_count, [&](Item it) {
      const auto right = r_value.peer(it, 0, 1);
      block.put(s_sum + static_cast<long>(it.row) * block.stride() + it.lane,
                r_value.get(it, 0) + T(100) * right);
    });
    block.set_active(tile.lanes);
    block.template rows<Sync::block>(row_count, [&](Item it) {
      block.store(out + at(it), lane_step, it,
                  block.get(s_sum + static_cast<long>(it.row) * block.stride() + it.lane));
    });
    block.release(mark);
  }
};

}  // namespace hermite
