#pragma once
// The marching schedule with tiles in shared memory (Toivanen et al. 2011): a block of lanes x rows threads,
// those of the halo included, walks along z. In each plane it copies the other field into a tile, and
// the threads that own a cell take their neighbours across x and y from there, those across z from
// registers. E walks up and H walks down, so that for both the plane before is the one across z.
//
//   h h h h h      E, 5 x 4 threads: its neighbours are below, so the halo h is.
//   h c c c c      H: its neighbours are above, and so is the halo. Either way a block owns
//   h c c c c      (lanes - 1) x (rows - 1) cells c.
//   h c c c c
//
// Two tiles take turns, so that a plane costs one barrier. Component ends and psi are as in
// yee_march.hpp. yee_kernel.hpp checks it. Freestanding.

#include "kernels/fdtd/maxwell/yee_cell.hpp"

namespace hermite {

template <class T, bool Electric, class Index>
struct YeeTile : OwnRowsBase<T, most_yee_threads>, YeeCell<T, Electric, Index> {
  using Cell = YeeCell<T, Electric, Index>;
  static constexpr int min_blocks = sizeof(T) == 4 ? 2 : 1;
  Tiling owned;

  explicit YeeTile(const YeeArguments& a)
      : OwnRowsBase<T, most_yee_threads>{{{a.box, {a.lanes, a.rows, a.planes}}}},
        Cell{a},
        owned(a.box, {a.lanes - 1, a.rows - 1, a.planes}) {}
  constexpr long blocks() const { return owned.blocks(); }
  // Two tiles [component][row], and on the host what the next plane needs, [row][2].
  template <class Block>
  constexpr int scratch() const {
    return 2 * 3 * this->a.rows + Block::item_scratch * (this->a.rows - 1) * 2;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = owned.tile(block.index(), 2);
    T* s_tiles = block.scratch(2 * 3 * this->a.rows);  // [2][component][row][lane]
    auto r_kept = block.template per_item<2, 1>(this->a.rows - 1, 2);
    const long end = tile.begin[2] + tile.planes;
    const auto each_cell = [&](auto&& f) HERMITE_INLINED {
      block.set_active(tile.lanes);
      block.template unrolled_rows<Sync::none>(tile.rows, f);
    };
    each_cell([&](Item it) HERMITE_INLINED {
      const YeePlace p =
          this->place(it, tile.begin[0], tile.begin[1], Electric ? tile.begin[2] - 1 : end);
      for (int f = 0; f < 2; ++f) r_kept.set(it, f, Block::load(this->read(f, p), 1));
    });
    for (int plane = 0; plane < tile.planes; ++plane) {
      const long k = Electric ? tile.begin[2] + plane : end - 1 - plane;
      T* s_tile = s_tiles + plane % 2 * 3 * this->a.rows * block.stride();
      fill(block, tile, k, s_tile);
      each_cell([&](Item it) HERMITE_INLINED {
        const YeePlace p = this->place(it, tile.begin[0], tile.begin[1], k);
        cell(block, it, p, s_tile, r_kept);
      });
      if constexpr (Block::own_lanes == 0) {
        const long last = tile.begin[0] + tile.lanes;
        this->template across_lanes<1>(block, tile.begin[0], last, tile.begin[1], k, tile.rows);
        this->template across_lanes<2>(block, tile.begin[0], last, tile.begin[1], k, tile.rows);
      }
    }
  }

 private:
  // Of a cell's own place in the tile, from lane and row of its thread.
  static constexpr int shift = Electric ? 1 : 0;

  template <class Block>
  HERMITE_DEVICE void fill(Block& block, const Tile& tile, long k, T* s_tile) const {
    block.set_active(tile.lanes + 1);
    block.template rows<Sync::block>(tile.rows + 1, [&](Item it) HERMITE_INLINED {
      const YeePlace p = this->place(it, tile.begin[0] - shift, tile.begin[1] - shift, k);
      HERMITE_UNROLL
      for (int f = 0; f < 3; ++f)
        Block::put(s_tile + (f * this->a.rows + it.row) * block.stride() + it.lane,
                   Block::load(this->read(f, p), 1));
    });
  }
  template <class Block, class Kept>
  HERMITE_DEVICE void cell(Block& block, Item it, const YeePlace& p, const T* s_tile,
                           Kept& r_kept) const {
    using V = typename Block::Value;
    const auto at = [&](int f, int dx, int dy) HERMITE_INLINED {
      return Block::get(s_tile + (f * this->a.rows + it.row + shift + dy) * block.stride() +
                        it.lane + shift + dx);
    };
    constexpr int to = Electric ? -1 : 1;
    V here[3], u[3], d[3][3] = {};  // d: [component][axis]
    HERMITE_UNROLL
    for (int f = 0; f < 3; ++f) here[f] = at(f, 0, 0);
    HERMITE_UNROLL
    for (int f = 0; f < 2; ++f) {
      d[f][2] = difference_of(here[f], r_kept.get(it, f));
      r_kept.set(it, f, here[f]);
    }
    HERMITE_UNROLL
    for (int c = 0; c < 3; ++c) u[c] = Block::load(this->written(c, p), 1);
    d[2][1] = difference_of(here[2], at(2, 0, to));
    d[2][0] = difference_of(here[2], at(2, to, 0));
    d[1][0] = difference_of(here[1], at(1, to, 0));
    d[0][1] = difference_of(here[0], at(0, 0, to));
    this->update(block, it, p, u, d);
  }
  template <class V>
  HERMITE_DEVICE static V difference_of(V here, V there) {
    return Electric ? here - there : there - here;
  }
};

}  // namespace hermite
