#pragma once
// The marching schedule: a block owns lanes x rows cells and walks along z, all three components of a cell
// at once (xy-mapping of Demir and Elsherbeni). What a plane reads of its own neighbours across z
// stays in registers for the next plane; neighbours across x and y come from the caches. A cell so takes
// seven loads of the other field instead of twelve, and the three updates wait for memory together.
// On CUDA a thread has 16 bytes of neighbouring cells (cuda_pack_block.hpp): of all schedules this one has
// the fewest instructions for a byte, and the most bytes on their way. One plane a block is as good as
// several there: what the next block reads again is still in the cache.
//
// It has no test for the end of a component: where one has a node less than the others, at upper walls, the
// value beyond its last is its halo, and is filled before anything reads it. psi has room there too.
// yee_kernel.hpp checks it. Freestanding.

#include "kernels/fdtd/maxwell/yee_cell.hpp"

namespace hermite {

// More than a block may have: so the compiler keeps to 80 registers a thread, or 96 with indices, which are
// as few as do not spill.
template <class Index>
constexpr int most_march_threads = SameType<Index, OneMedium>::value ? 768 : 640;

// Apart: the field before the half step is in other arrays than after it.
template <class T, bool Electric, class Index, bool Apart>
struct YeeMarchOf : OwnRowsBase<T, most_march_threads<Index>>, YeeCell<T, Electric, Index> {
  using Cell = YeeCell<T, Electric, Index>;
  static constexpr int pack_bytes = 16;

  explicit YeeMarchOf(const YeeArguments& a)
      : OwnRowsBase<T, most_march_threads<Index>>{{{a.box, {a.lanes, a.rows, a.planes}}}},
        Cell{a} {}
  // On the host the values of a plane that the next one needs, x and y components: [row][2].
  template <class Block>
  constexpr int scratch() const {
    return Block::item_scratch * this->a.rows * 2;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->tiling.tile(block.index(), 2);
    auto r_kept = block.template per_item<2, 1>(this->a.rows, 2);
    const auto each_row = [&](auto&& f) HERMITE_INLINED {
      block.set_active(tile.lanes);
      block.template unrolled_rows<Sync::none>(tile.rows, f);
    };
    const auto place = [&](Item it, long k) HERMITE_INLINED {
      return this->place(it, tile.begin[0], tile.begin[1], k);
    };
    const long first = tile.begin[2];
    each_row([&](Item it) HERMITE_INLINED {
      const YeePlace p = place(it, Electric ? first - 1 : first);
      for (int f = 0; f < 2; ++f) r_kept.set(it, f, Block::load(this->read(f, p), 1));
    });
    for (long k = first; k < first + tile.planes; ++k) {
      each_row([&](Item it) HERMITE_INLINED { cell(block, it, place(it, k), r_kept); });
      if constexpr (Block::own_lanes == 0) {
        const long end = tile.begin[0] + tile.lanes;
        this->template across_lanes<1>(block, tile.begin[0], end, tile.begin[1], k, tile.rows);
        this->template across_lanes<2>(block, tile.begin[0], end, tile.begin[1], k, tile.rows);
      }
    }
  }

 private:
  // All loads come before the first store, so that they wait for memory together.
  template <class Block, class Kept>
  HERMITE_DEVICE void cell(Block& block, Item it, const YeePlace& p, Kept& r_kept) const {
    using V = typename Block::Value;
    if constexpr (Block::own_lanes > 0) this->template ask_for_lanes<Block>(p);
    // Across z: the plane before is kept, the later one comes from memory.
    const long later = Electric ? 0 : this->stride(2);
    V here[3], u[3], d[3][3] = {};  // d: [component][axis]
    HERMITE_UNROLL
    for (int f = 0; f < 2; ++f) {
      const V next = Block::load(this->read(f, p, later), 1), before = r_kept.get(it, f);
      r_kept.set(it, f, next);
      d[f][2] = next - before;
      here[f] = Electric ? next : before;
    }
    here[2] = Block::load(this->read(2, p), 1);
    HERMITE_UNROLL
    for (int c = 0; c < 3; ++c) {
      if constexpr (Apart)
        u[c] = Block::load(this->before(c, p), 1);
      else
        u[c] = Block::load(this->written(c, p), 1);
    }
    d[2][1] = this->template difference<Block>(2, 1, p, here[2]);
    d[2][0] = this->template difference<Block>(2, 0, p, here[2]);
    d[1][0] = this->template difference<Block>(1, 0, p, here[1]);
    d[0][1] = this->template difference<Block>(0, 1, p, here[0]);
    this->update(block, it, p, u, d);
  }
};
template <class T, bool Electric, class Index>
using YeeMarch = YeeMarchOf<T, Electric, Index, false>;
template <class T, bool Electric, class Index>
using YeeMarchApart = YeeMarchOf<T, Electric, Index, true>;

}  // namespace hermite
