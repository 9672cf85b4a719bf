#pragma once
// Two steps of Yee's scheme in one sweep, for cells that no layer or magnetic wall is near: memory sees each
// field once for both (48 bytes a cell in single precision, where steps by themselves take 144).
// A block owns columns of cells and walks down along z; around its columns it computes a few more, which
// their own blocks compute too. It takes four half steps at a time, each some planes behind the one before:
//
//   plane  k      k+1     k+2     k+3        k: the one that fields are loaded of
//          H1     E1      H2      E2         of the first and the second step; the last two are stored
//
// A half step takes its neighbours across z from registers, those across y from a tile of the plane, in which
// the result of the half step before is since the plane before, and those across x from the next thread of a
// warp, which a row of a block is. The copy of the next plane to the tile is on its way meanwhile: one barrier
// a plane. A result needs neighbours that are one node further on (H) or back (E), so that of a block's columns
// the two outermost on each side are not its own. A block is whole; beyond the grid it takes what is there,
// which counts for nothing at electric walls (1/h of E is 0 there), and nowhere else a core is.
//
// yee_march.hpp does the rest of the grid (pair_stages.hpp), yee_kernel.hpp checks both. Freestanding.

#include "kernels/fdtd/maxwell/pair_arguments.hpp"
#include "kernels/fdtd/maxwell/yee_cell.hpp"

namespace hermite {

template <class T, class ElectricIndex, class MagneticIndex>
struct YeePairs : OwnRowsBase<T, pair_lane_threads * pair_rows> {
  using Base = OwnRowsBase<T, pair_lane_threads * pair_rows>;
  using Electric = YeeCell<T, true, ElectricIndex>;
  using Magnetic = YeeCell<T, false, MagneticIndex>;
  static constexpr int pack_bytes = 8;

  Electric electric;
  Magnetic magnetic;
  SourceArguments sources;
  Tiling owned;
  int nodes[3];
  int lead, at_walls[2], height;  // of a block, with what is not its own

  explicit YeePairs(const YeePairArguments& arguments)
      : Base{{{arguments.core, {arguments.lanes, arguments.rows, arguments.planes}}}},
        electric{arguments.electric},
        magnetic{arguments.magnetic},
        sources(arguments.sources),
        owned(between_walls(arguments), {arguments.lanes - 2 * arguments.lead,
                                         arguments.rows - 2 * pair_margin, arguments.planes}),
        nodes{arguments.nodes[0], arguments.nodes[1], arguments.nodes[2]},
        lead(arguments.lead),
        at_walls{arguments.at_walls[0], arguments.at_walls[1]},
        height(arguments.rows) {}
  constexpr long blocks() const { return owned.blocks(); }
  // Two sets of tiles [tile][row], with a row on either side of all that nobody's own cell looks at; on the
  // host what a thread has in registers.
  template <class Block>
  constexpr int scratch() const {
    return 2 * tiles * height + 2 + Block::item_scratch * height * values;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = owned.tile(block.index(), 2);
    const int begin = static_cast<int>(tile.begin[2]), end = begin + tile.planes;
    T* const s_tiles = block.scratch(2 * tiles * height + 2) + stride(block);
    T* s_now = s_tiles;
    T* s_next = s_tiles + tiles * rows<Block>() * stride(block);
    auto r = block.template per_item<values, 1>(height, values);
    Column<Block> column{};

    const int first = end + pair_margin - 1, last = begin - pair_margin - 1;
    block.template unrolled_rows<Sync::none>(height, [&](Item it) HERMITE_INLINED {
      HERMITE_UNROLL
      for (int v = 0; v < values; ++v) r.set(it, v, typename Block::Value{});
      column = column_of<Block>(tile, it);
      ask(block, it, at_plane(column.place, first), s_now);
    });
    // 1/h across z of the planes k-1 ... k+2 for H, k ... k+3 for E: asked for a plane early.
    T h_z[4], e_z[4];
    HERMITE_UNROLL
    for (int n = 0; n < 4; ++n) {
      h_z[n] = across_z<Block>(magnetic, first + n);
      e_z[n] = across_z<Block>(electric, first + 1 + n);
    }
    for (int k = first; k >= last; --k) {
      HERMITE_UNROLL
      for (int n = 3; n > 0; --n) h_z[n] = h_z[n - 1], e_z[n] = e_z[n - 1];
      h_z[0] = across_z<Block>(magnetic, k - 1);
      e_z[0] = across_z<Block>(electric, k);
      block.template unrolled_rows<Sync::block>(height, [&](Item it) HERMITE_INLINED {
        block.wait();
        HERMITE_UNROLL
        for (int c = 0; c < 3; ++c) {
          if (Block::own_lanes > 0 && c == 1) continue;  // nobody looks at it but across x
          Block::put(at(block, s_now, tile_first_h + c, it), r.get(it, first_h + c));
          Block::put(at(block, s_now, tile_first_e + c, it), r.get(it, first_e + c));
          Block::put(at(block, s_now, tile_second_h + c, it), r.get(it, second_h + c));
        }
      });
      block.template unrolled_rows<Sync::none>(height, [&](Item it) HERMITE_INLINED {
        if constexpr (Block::own_lanes == 0) column = column_of<Block>(tile, it);
        ask(block, it, at_plane(column.place, k - 1), s_next);
        advance(block, it, column, h_z, e_z, begin, end, k, s_now, r);
      });
      T* const s_before = s_now;
      s_now = s_next;
      s_next = s_before;
    }
    block.wait();
  }

 private:
  // What a thread keeps of its column, three components each; `upper` is a plane further up.
  enum Kept {
    upper_e = 0,
    first_h = 3,
    upper_first_h = 6,
    first_e = 9,
    upper_first_e = 12,
    second_h = 15,
    values = 18
  };
  // What a block has of a plane in scratch, three components each.
  enum Tiles {
    tile_loaded_e = 0,
    tile_loaded_h = 3,
    tile_first_h = 6,
    tile_first_e = 9,
    tile_second_h = 12,
    tiles = 15
  };

  static constexpr CellBox between_walls(const YeePairArguments& a) {
    CellBox box = a.core;
    box.lower[0] += a.at_walls[0];
    box.upper[0] -= a.at_walls[1];
    return box;
  }
  // The shape of a tile: on CUDA constants, which spares a GPU most of what it would spend on places in tiles.
  template <class Block>
  HERMITE_DEVICE static int stride(const Block& block) {
    if constexpr (Block::own_lanes > 0)
      return pair_lane_threads * Block::own_lanes;
    else
      return block.stride();
  }
  template <class Block>
  HERMITE_DEVICE int rows() const {
    return Block::own_lanes > 0 ? pair_rows : height;
  }
  HERMITE_DEVICE static int nearest(int node, int count) {
    return node < 0 ? 0 : node < count ? node : count - 1;
  }
  template <class Cell>
  static const Cell& some();  // for its type
  // What is the same at all planes: 1/h across x and y, and the factors where there is one medium.
  template <class Block, class Cell>
  struct Own {
    decltype(Cell::template along<Block, 0>(nullptr, 0)) x;
    T y;
    decltype(some<Cell>().template factors<Block>(0, YeePlace{})) f;
  };
  template <class Block>
  struct Column {
    YeePlace place;
    bool is_own;   // of the block
    int end_lane;  // of those that are
    Own<Block, Electric> e;
    Own<Block, Magnetic> h;
  };
  template <class Block, class Cell>
  HERMITE_DEVICE static Own<Block, Cell> own_of(const Cell& cell, const YeePlace& p) {
    Own<Block, Cell> own{};
    own.x = Cell::template along<Block, 0>(cell.a.ratio[0], p.node[0]);
    own.y = Cell::template along<Block, 1>(cell.a.ratio[1], p.node[1]);
    if constexpr (SameType<decltype(own.f), YeeFactors<T>>::value)
      own.f = cell.template factors<Block>(0, p);
    return own;
  }
  template <class Block>
  HERMITE_DEVICE Column<Block> column_of(const Tile& tile, Item it) const {
    constexpr int pack = Block::own_lanes > 1 ? Block::own_lanes : 1;
    const int i = nearest(static_cast<int>(tile.begin[0]) - lead + it.lane, nodes[0]) / pack * pack,
              j = nearest(static_cast<int>(tile.begin[1]) - pair_margin + it.row, nodes[1]);
    const NodeLayout& s = magnetic.a.layout;
    const YeePlace p{{i, j, 0}, s.origin, j * static_cast<int>(s.m2) + i};
    const bool is_first = tile.begin[0] == owned.box.lower[0],
               is_last = tile.begin[0] + tile.lanes == owned.box.upper[0];
    const int first_lane = lead - (is_first ? at_walls[0] : 0),
              end_lane = lead + tile.lanes + (is_last ? at_walls[1] : 0);
    const int row = it.row - pair_margin;
    const bool is_own = it.lane >= first_lane && it.lane < end_lane && row >= 0 && row < tile.rows;
    return {p, is_own, end_lane, own_of<Block>(electric, p), own_of<Block>(magnetic, p)};
  }
  template <class Block, class Cell>
  HERMITE_DEVICE T across_z(const Cell& cell, int k) const {
    return Cell::template along<Block, 2>(cell.a.ratio[2], nearest(k, nodes[2]));
  }
  // At the ends of a march some half steps are of planes that do not count, and there may be none.
  HERMITE_DEVICE YeePlace at_plane(YeePlace p, int k) const {
    p.node[2] = nearest(k, nodes[2]);
    p.tile += p.node[2] * magnetic.stride(2);
    return p;
  }
  template <class Block>
  HERMITE_DEVICE T* at(Block& block, T* s_set, int which, Item it) const {
    return s_set + (which * rows<Block>() + it.row) * stride(block) + it.lane;
  }
  template <class Block>
  HERMITE_DEVICE void ask(Block& block, Item it, const YeePlace& p, T* s_set) const {
    HERMITE_UNROLL
    for (int c = 0; c < 3; ++c) {
      block.copy_async(at(block, s_set, tile_loaded_e + c, it), magnetic.read(c, p), 1);
      block.copy_async(at(block, s_set, tile_loaded_h + c, it), electric.read(c, p), 1);
    }
  }
  // From a field in the cell, whose tile is `which`, and in the next one up (H) or down (E) its column.
  template <class Cell, class Block, class V>
  HERMITE_DEVICE void half_step(Block& block, Item it, const Cell& cell, const YeePlace& p,
                                const Own<Block, Cell>& own, T r_z, T* s_set, int which,
                                const V (&here)[3], const V (&next)[3], V (&u)[3]) const {
    constexpr bool is_electric = SameType<Cell, Electric>::value;
    constexpr int side = is_electric ? -1 : 1;
    const auto difference = [&](int f, const V& there) HERMITE_INLINED {
      return is_electric ? here[f] - there : there - here[f];
    };
    const auto across_x = [&](int f) HERMITE_INLINED {
      return difference(f, Block::beside_put(at(block, s_set, which + f, it), here[f], side));
    };
    const auto across_y = [&](int f) HERMITE_INLINED {
      return difference(f, Block::get(at(block, s_set, which + f, it) + side * stride(block)));
    };
    const auto r_x = own.x;
    const T r_y = own.y;
    decltype(cell.template factors<Block>(0, p)) f[3] = {own.f, own.f, own.f};
    if constexpr (!SameType<decltype(own.f), YeeFactors<T>>::value)
      cell.template set_factors<Block>(p, f);
    u[0] = yee(f[0].keep, u[0], f[0].gain, r_y, across_y(2), r_z, difference(1, next[1]));
    u[1] = yee(f[1].keep, u[1], f[1].gain, r_z, difference(0, next[0]), r_x, across_x(2));
    u[2] = yee(f[2].keep, u[2], f[2].gain, r_x, across_x(1), r_y, across_y(0));
  }
  // What sources make of E at the end of the first step, or of the second one.
  template <class V>
  HERMITE_DEVICE void drive(const YeePlace& p, int steps_to_come, V (&u)[3]) const {
    if (sources.count == 0) return;
    HERMITE_NO_UNROLL
    for (int n = sources.of_plane[p.node[2]]; n < sources.of_plane[p.node[2] + 1]; ++n) {
      const DrivenNode& node = sources.nodes[n];
      const long lane = node.offset - p.tile - p.item;
      if (lane < 0 || lane >= lanes_of<V>) continue;
      const long step = static_cast<long>(*static_cast<const T*>(sources.clock)) - 1;
      const T sum = static_cast<T>(sources.sum(node, step - steps_to_come));
      HERMITE_UNROLL
      for (int c = 0; c < 3; ++c) HERMITE_UNROLL
      for (int l = 0; l < lanes_of<V>; ++l)
        if (c == node.component && l == lane) u[c][l] = sources.driven(node, sum, u[c][l]);
    }
  }
  template <class V>
  static constexpr int lanes_of = static_cast<int>(sizeof(V) / sizeof(T));

  template <class Block, class State>
  HERMITE_DEVICE void advance(Block& block, Item it, const Column<Block>& column, const T (&h_z)[4],
                              const T (&e_z)[4], int begin, int end, int k, T* s_now,
                              State& r) const {
    using V = typename Block::Value;
    const auto get = [&](int v, V(&u)[3]) HERMITE_INLINED {
      HERMITE_UNROLL
      for (int c = 0; c < 3; ++c) u[c] = r.get(it, v + c);
    };
    const auto set = [&](int v, const V(&u)[3]) HERMITE_INLINED {
      HERMITE_UNROLL
      for (int c = 0; c < 3; ++c) r.set(it, v + c, u[c]);
    };
    V e0[3], h0[3], e0_up[3], h1[3], h1_up[3], e1[3], e1_up[3], h2[3];
    HERMITE_UNROLL
    for (int c = 0; c < 3; ++c) {
      e0[c] = Block::get(at(block, s_now, tile_loaded_e + c, it));
      h0[c] = Block::get(at(block, s_now, tile_loaded_h + c, it));
    }
    get(upper_e, e0_up), get(first_h, h1), get(upper_first_h, h1_up);
    get(first_e, e1), get(upper_first_e, e1_up), get(second_h, h2);
    set(upper_e, e0), set(upper_first_h, h1), set(upper_first_e, e1);

    const YeePlace p_h = at_plane(column.place, k + 2), p_e = at_plane(column.place, k + 3);
    half_step(block, it, magnetic, at_plane(column.place, k), column.h, h_z[1], s_now,
              tile_loaded_e, e0, e0_up, h0);
    set(first_h, h0);
    half_step(block, it, electric, at_plane(column.place, k + 1), column.e, e_z[1], s_now,
              tile_first_h, h1, h0, e0_up);
    drive(at_plane(column.place, k + 1), 1, e0_up);
    set(first_e, e0_up);
    half_step(block, it, magnetic, p_h, column.h, h_z[3], s_now, tile_first_e, e1, e1_up, h1_up);
    set(second_h, h1_up);
    half_step(block, it, electric, p_e, column.e, e_z[3], s_now, tile_second_h, h2, h1_up, e1_up);

    drive(p_e, 0, e1_up);

    if (!column.is_own) return;
    block.set_active(column.end_lane);
    HERMITE_UNROLL
    for (int c = 0; c < 3; ++c) {
      if (k + 2 >= begin && k + 2 < end) block.store(magnetic.written(c, p_h), 1, it, h1_up[c]);
      if (k + 3 >= begin && k + 3 < end) block.store(electric.written(c, p_e), 1, it, e1_up[c]);
    }
    block.set_active(block.lanes());
  }
};

}  // namespace hermite
