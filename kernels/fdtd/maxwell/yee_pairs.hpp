#pragma once
// Two steps of Yee's scheme in one sweep, for cells that no layer, wall or source is near: memory sees each
// field once for both (48 bytes a cell in single precision, where steps by themselves take 144).
// A block owns columns of cells and walks down along z; around its columns it computes a few more, which
// their own blocks compute too. It takes four half steps at a time, each some planes behind the one before:
//
//   plane  k      k+1     k+2     k+3        k: the one that fields are loaded of
//          H1     E1      H2      E2         of the first and the second step; the last two are stored
//
// A half step takes its neighbours across z from registers and those across x and y from a tile of the
// plane, in which the result of the half step before is since the plane before: one barrier a plane. A
// result needs neighbours that are one node further on (H) or back (E), so that of a block's columns the two
// outermost on each side are not its own. What lies outside the allocated nodes counts among them.
//
// yee_march.hpp does the rest of the grid (pair_stages.hpp), yee_kernel.hpp checks both. Freestanding.

#include "kernels/fdtd/maxwell/yee_cell.hpp"

namespace hermite {

// Of both steps: written are arrays of their own, of the new time. `magnetic` names E as what it reads.
struct YeePairArguments {
  YeeArguments electric, magnetic;
  CellBox core;        // cells that are brought to the new time
  long nodes[3] = {};  // that all components have
  int lead =
      0;  // lanes before a block's own, at least pair_margin: these begin with a sector or pack
  int lanes = 1, rows = 1,
      planes = 1;  // of a block, with those that are not its own; its planes are
};

// Nodes around cells that their two steps reach.
constexpr int pair_margin = 2;

// Threads of a block, as many as have registers for one plane.
template <class T>
constexpr int most_pair_threads = sizeof(T) == 4 ? 1024 : 512;

template <class T, class ElectricIndex, class MagneticIndex>
struct YeePairs : OwnRowsBase<T, most_pair_threads<T>> {
  using Electric = YeeCell<T, true, ElectricIndex>;
  using Magnetic = YeeCell<T, false, MagneticIndex>;

  Electric electric;
  Magnetic magnetic;
  Tiling owned;
  long nodes[3];
  int lead, width, height;  // of a block, with what is not its own

  explicit YeePairs(const YeePairArguments& arguments)
      : OwnRowsBase<T, most_pair_threads<T>>{{{arguments.core,
                                               {arguments.lanes, arguments.rows,
                                                arguments.planes}}}},
        electric{arguments.electric},
        magnetic{arguments.magnetic},
        owned(arguments.core, {arguments.lanes - 2 * arguments.lead,
                               arguments.rows - 2 * pair_margin, arguments.planes}),
        nodes{arguments.nodes[0], arguments.nodes[1], arguments.nodes[2]},
        lead(arguments.lead),
        width(arguments.lanes),
        height(arguments.rows) {}
  constexpr long blocks() const { return owned.blocks(); }
  // Two sets of tiles [half step][component][row], with a row on either side of all that nobody's own cell
  // looks at; on the host what a thread has in registers.
  template <class Block>
  constexpr int scratch() const {
    return 2 * tile_rows() + 2 + Block::item_scratch * height * values;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = owned.tile(block.index(), 2);
    const long first[2] = {tile.begin[0] - lead, tile.begin[1] - pair_margin};
    const int lanes = static_cast<int>(least(nodes[0] - first[0], static_cast<long>(width)));
    const int rows = static_cast<int>(least(nodes[1] - first[1], static_cast<long>(height)));
    T* s_tiles = block.scratch(2 * tile_rows() + 2) + block.stride();
    auto r = block.template per_item<values, 1>(height, values);
    const long begin = tile.begin[2], end = begin + tile.planes;

    block.set_active(lanes);
    block.template unrolled_rows<Sync::none>(rows, [&](Item it) HERMITE_INLINED {
      HERMITE_UNROLL
      for (int v = 0; v < values; ++v) r.set(it, v, typename Block::Value{});
      ask(block, it, place(it, first, end + pair_margin - 1), r);
    });
    int turn = 0;
    for (long k = end + pair_margin - 1; k >= begin - pair_margin - 1; --k) {
      T* const s_tile = s_tiles + turn * tile_rows() * block.stride();
      turn = 1 - turn;
      block.set_active(lanes);
      block.template unrolled_rows<Sync::block>(rows, [&](Item it) HERMITE_INLINED {
        HERMITE_UNROLL
        for (int c = 0; c < 3; ++c) {
          Block::put(at(block, s_tile, 0, c, it), r.get(it, loaded_e + c));
          Block::put(at(block, s_tile, 1, c, it), r.get(it, first_h + c));
          Block::put(at(block, s_tile, 2, c, it), r.get(it, first_e + c));
          Block::put(at(block, s_tile, 3, c, it), r.get(it, second_h + c));
        }
      });
      block.template unrolled_rows<Sync::none>(
          rows, [&](Item it) HERMITE_INLINED { advance(block, it, first, k, s_tile, r); });
      const bool has_h = k + 2 >= begin && k + 2 < end, has_e = k + 3 >= begin && k + 3 < end;
      block.set_active(lead + tile.lanes);
      block.template unrolled_rows<Sync::none>(
          tile.rows + pair_margin, [&](Item it) HERMITE_INLINED {
            if (it.row < pair_margin || it.lane < lead) return;
            const YeePlace p_h = place(it, first, k + 2), p_e = place(it, first, k + 3);
            HERMITE_UNROLL
            for (int c = 0; c < 3; ++c) {
              if (has_h) block.store(magnetic.written(c, p_h), 1, it, r.get(it, second_h + c));
              if (has_e) block.store(electric.written(c, p_e), 1, it, r.get(it, second_e + c));
            }
          });
    }
  }

 private:
  // What a thread keeps of its column, three components each; `upper` is a plane further up.
  enum Kept {
    loaded_e = 0,
    loaded_h = 3,
    upper_e = 6,
    first_h = 9,
    upper_first_h = 12,
    first_e = 15,
    upper_first_e = 18,
    second_h = 21,
    second_e = 24,
    values = 27
  };
  constexpr int tile_rows() const { return 4 * 3 * height; }

  template <class Block>
  HERMITE_DEVICE T* at(Block& block, T* s_tile, int half, int component, Item it) const {
    return s_tile + ((half * 3 + component) * height + it.row) * block.stride() + it.lane;
  }
  // At the ends of a march some half steps are of planes that do not count, and there may be none.
  HERMITE_DEVICE YeePlace place(Item it, const long (&first)[2], long k) const {
    const long plane = k < 0 ? 0 : least(k, nodes[2] - 1);
    return magnetic.place(it, first[0], first[1], plane);
  }
  template <class Block, class State>
  HERMITE_DEVICE void ask(Block&, Item it, const YeePlace& p, State& r) const {
    HERMITE_UNROLL
    for (int c = 0; c < 3; ++c) {
      r.set(it, loaded_e + c, Block::load_unwritten(magnetic.read(c, p)));
      r.set(it, loaded_h + c, Block::load_unwritten(electric.read(c, p)));
    }
  }
  // From a field in the cell and in the next one up (H) or down (E) its column; the neighbours across x and y
  // are in the tile.
  template <class Cell, class Block, class V>
  HERMITE_DEVICE void half_step(Block& block, Item it, const Cell& cell, const YeePlace& p,
                                T* s_tile, int half, const V (&here)[3], const V (&next)[3],
                                V (&u)[3]) const {
    constexpr bool is_electric = SameType<Cell, Electric>::value;
    constexpr int side = is_electric ? -1 : 1;
    const auto difference = [&](int f, const V& there) HERMITE_INLINED {
      return is_electric ? here[f] - there : there - here[f];
    };
    const auto beside = [&](int f, int away) HERMITE_INLINED {
      return difference(f, Block::get(at(block, s_tile, half, f, it) + side * away));
    };
    const int row = block.stride();
    decltype(cell.template factors<Block>(0, p)) f[3];
    cell.template set_factors<Block>(p, f);
    u[0] = cell.template plain<0, Block>(p, f[0], u[0], beside(2, row), difference(1, next[1]));
    u[1] = cell.template plain<1, Block>(p, f[1], u[1], difference(0, next[0]), beside(2, 1));
    u[2] = cell.template plain<2, Block>(p, f[2], u[2], beside(1, 1), beside(0, row));
  }
  template <class Block, class State>
  HERMITE_DEVICE void advance(Block& block, Item it, const long (&first)[2], long k, T* s_tile,
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
    get(loaded_e, e0), get(loaded_h, h0), get(upper_e, e0_up);
    get(first_h, h1), get(upper_first_h, h1_up), get(first_e, e1), get(upper_first_e, e1_up);
    get(second_h, h2);
    set(upper_e, e0), set(upper_first_h, h1), set(upper_first_e, e1);
    ask(block, it, place(it, first, k - 1), r);  // while this plane is computed

    half_step(block, it, magnetic, place(it, first, k), s_tile, 0, e0, e0_up, h0);
    set(first_h, h0);
    half_step(block, it, electric, place(it, first, k + 1), s_tile, 1, h1, h0, e0_up);
    set(first_e, e0_up);
    half_step(block, it, magnetic, place(it, first, k + 2), s_tile, 2, e1, e1_up, h1_up);
    set(second_h, h1_up);
    half_step(block, it, electric, place(it, first, k + 3), s_tile, 3, h2, h1_up, e1_up);
    set(second_e, e1_up);
  }
};

}  // namespace hermite
