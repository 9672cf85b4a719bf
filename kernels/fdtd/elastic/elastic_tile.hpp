#pragma once
// The schedule of the paper's kernels, in 3-D (seismic waves on GPUs: Michea and Komatitsch 2010): a block of
// lanes x rows threads, 16 x 8 by itself, one for each point of a plane, walks along z. Of each field that is
// differentiated along z a thread keeps four values in registers, a pipeline that moves on by one from plane
// to plane; what is differentiated along x or y lies in shared memory, with two values around the block:
//
//       h h h h          lanes + 4 by rows + 4, without corners: of 16 x 8 points 1.75 values are read
//   h h p p p p h h      for each that is kept, where a field is differentiated along both
//   h h p p p p h h
//       h h h h
//
// Two planes take turns there, so that one costs one barrier. Ends of components are as in elastic_march.hpp.
// elastic_kernel.hpp checks it. Freestanding.

#include "kernels/device/own_rows.hpp"
#include "kernels/fdtd/elastic/elastic_cell.hpp"
#include "kernels/fdtd/elastic/lane_parts.hpp"

namespace hermite {

constexpr int most_tile_threads = 256;
constexpr int least_tile_lanes = 2;  // on a GPU: threads of a row load what lies beside it

template <class T, int D, bool Velocity, class Index>
struct ElasticTile : OwnRowsBase<T, most_tile_threads>, ElasticCell<T, D, Velocity, Index> {
  static_assert(D == 3, "its blocks walk along z");
  using Base = OwnRowsBase<T, most_tile_threads>;
  using Cell = ElasticCell<T, D, Velocity, Index>;
  using Cell::reach, Cell::back, Cell::source;
  static_assert(least_tile_lanes >= reach);
  LaneParts parts;

  explicit ElasticTile(const ElasticArguments& a)
      : Base{{{a.box, {a.lanes, a.rows, a.planes}}}},
        Cell(a),
        parts(a.box, this->tiling.size, a.cpml[0][0], a.cut_at_layers) {}
  constexpr long blocks() const { return parts.blocks(); }
  // Two tiles, and on the host the pipelines.
  template <class Block>
  constexpr int scratch() const {
    return tile_rows<Block>() + Block::item_scratch * this->a.rows * kept;
  }

  // On the host from a copy, as in elastic_kernel.hpp.
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    if constexpr (Block::in_order) {
      const ElasticTile local = *this;
      local.all_points(block);
    } else {
      all_points(block);
    }
  }

 private:
  static constexpr int stages = 4, kept = 3 * stages;  // [field along z][stage]
  // Fields with a place in the tile: all velocities, or all stresses but sigma_zz.
  static constexpr int flat_fields = Velocity ? 5 : 3;
  static constexpr int along_z(int n) { return source(n, 2); }
  static constexpr int flat(int n) {
    return !Velocity ? n
           : n < 2   ? stress_field(D, n, n)
                     : stress_field(D, n < 4 ? 0 : 1, n < 3 ? 1 : 2);
  }
  static constexpr int number_of(int field) {
    for (int n = 0; n < flat_fields; ++n)
      if (flat(n) == field) return n;
    return -1;
  }
  // The pipeline that has a field, or -1.
  static constexpr int pipeline_of(int field) {
    for (int n = 0; n < 3; ++n)
      if (along_z(n) == field) return n;
    return -1;
  }
  // Whether it is differentiated along x, or y: a stress with such an index, any velocity.
  static constexpr bool is_along(int axis, int field) {
    bool is = !Velocity;
    for (int c = 0; c < D; ++c) is = is || stress_field(D, c, axis) == field;
    return is;
  }

  // A tile is [field][row][lane], a row with its halo; on the host with room for packs that begin in it.
  template <class Block>
  static constexpr int pitch(int stride) {
    return Block::in_order ? 3 * stride : stride + 2 * reach;
  }
  template <class Block>
  static constexpr int before_row(int stride) {
    return Block::in_order ? stride : reach;
  }
  constexpr int rows_of_field() const { return this->a.rows + 2 * reach; }
  template <class Block>
  constexpr int tile_rows() const {
    const int lanes = this->a.lanes;
    return 2 * flat_fields * rows_of_field() * divide_up(pitch<Block>(lanes), lanes);
  }
  // Of a field's value `row` rows and `lane` lanes after the tile's first point.
  template <class Block>
  HERMITE_DEVICE T* at(T* s_tile, int stride, int n, int row, int lane) const {
    return s_tile + (n * rows_of_field() + row + reach) * pitch<Block>(stride) +
           before_row<Block>(stride) + lane;
  }

  template <class Block>
  HERMITE_DEVICE void all_points(Block& block) const {
    const Tile tile = parts.tile<Block>(block.index(), 2);
    T* const s_tiles = block.scratch(tile_rows<Block>());
    auto r_pipeline = block.template per_item<kept, 1>(this->a.rows, kept);
    block.set_active(tile.lanes);
    block.template unrolled_rows<Sync::none>(tile.rows, [&](Item it) HERMITE_INLINED {
      const auto p = this->template place<any_end>(tile, 0, it.row, it.lane);
      HERMITE_UNROLL
      for (int n = 0; n < 3; ++n) HERMITE_UNROLL
      for (int stage = 1; stage < stages; ++stage)
        r_pipeline.set(it, stages * n + stage, ahead<Block>(p, n, stage - 1));
    });
    Tile plane = tile;
    plane.planes = 1;
    const int one_tile = flat_fields * rows_of_field() * pitch<Block>(block.stride());
    for (int k = 0; k < tile.planes; ++k, ++plane.begin[2]) {
      T* const s_tile = s_tiles + k % 2 * one_tile;
      fill(block, plane, s_tile, r_pipeline);
      block.set_active(plane.lanes);
      this->template for_ends<false>(plane, [&](auto meets) HERMITE_INLINED {
        block.template unrolled_rows<Sync::none>(plane.rows, [&](Item it) HERMITE_INLINED {
          const auto p = this->template place<decltype(meets)::ends>(plane, 0, it.row, it.lane);
          point(block, it, p, s_tile, r_pipeline);
        });
      });
    }
  }
  // What a stage of the pipeline n holds where the block is at p.
  template <class Block, class Place>
  HERMITE_DEVICE auto ahead(const Place& p, int n, int stage) const {
    return Block::load_unwritten(
        this->field(along_z(n), p, (stage - back(n, 2)) * this->stride(2)));
  }

  // The halo at the lower end of rows before the rows, whose packs may begin in it on the host, and that at the
  // upper end after them.
  template <class Block, class Pipeline>
  HERMITE_DEVICE void fill(Block& block, const Tile& plane, T* s_tile, Pipeline& r_pipeline) const {
    beside_rows<Sync::none>(block, plane, s_tile, -reach);
    block.set_active(plane.lanes);
    block.template unrolled_rows<Sync::none>(plane.rows, [&](Item it) HERMITE_INLINED {
      const auto p = this->template place<any_end>(plane, 0, it.row, it.lane);
      HERMITE_UNROLL
      for (int n = 0; n < 3; ++n) {
        HERMITE_UNROLL
        for (int stage = 0; stage + 1 < stages; ++stage)
          r_pipeline.set(it, stages * n + stage, r_pipeline.get(it, stages * n + stage + 1));
        r_pipeline.set(it, stages * n + stages - 1, ahead<Block>(p, n, stages - 1));
      }
      HERMITE_UNROLL
      for (int n = 0; n < flat_fields; ++n) {
        const int piped = pipeline_of(flat(n));
        Block::put(at<Block>(s_tile, block.stride(), n, it.row, it.lane),
                   piped >= 0 ? r_pipeline.get(it, stages * piped + back(piped, 2))
                              : Block::load_unwritten(this->field(flat(n), p)));
      }
    });
    block.template rows<Sync::none>(2 * reach, [&](Item it) HERMITE_INLINED {
      const int row = it.row < reach ? it.row - reach : plane.rows + it.row - reach;
      put_from_memory<1>(block, plane, s_tile, row, it.lane);
    });
    beside_rows<Sync::block>(block, plane, s_tile, plane.lanes);
  }
  // `reach` lanes of each row, from `lane` on.
  template <Sync sync, class Block>
  HERMITE_DEVICE void beside_rows(Block& block, const Tile& plane, T* s_tile, int lane) const {
    block.set_active(reach);
    block.template rows<sync>(plane.rows, [&](Item it) HERMITE_INLINED {
      put_from_memory<0>(block, plane, s_tile, it.row, lane + it.lane);
    });
  }
  template <int axis, class Block>
  HERMITE_DEVICE void put_from_memory(Block& block, const Tile& plane, T* s_tile, int row,
                                      int lane) const {
    const auto p = this->template place<any_end>(plane, 0, row, lane);
    HERMITE_UNROLL
    for (int n = 0; n < flat_fields; ++n)
      if (is_along(axis, flat(n)))
        Block::put(at<Block>(s_tile, block.stride(), n, row, lane),
                   Block::load_unwritten(this->field(flat(n), p)));
  }

  // An item's view of the tile and its pipelines.
  template <class Block, class Pipeline>
  struct View {
    const T* s_here;  // at field 0 of the tile
    const Pipeline& r_pipeline;
    Item it;
    int row_pitch, field_pitch;
  };
  template <class Block, int c, int axis, class Place, class Seen>
  HERMITE_DEVICE auto difference_at(const Place& p, const Seen& seen) const {
    typename Block::Value f[4];
    HERMITE_UNROLL
    for (int n = 0; n < 4; ++n)
      if constexpr (axis == 2)
        f[n] = seen.r_pipeline.get(seen.it, stages * c + n);
      else
        f[n] = Block::get(seen.s_here + number_of(source(c, axis)) * seen.field_pitch +
                          (n - back(c, axis)) * (axis == 0 ? 1 : seen.row_pitch));
    return this->template difference_of<Block, c, axis>(p, f);
  }

  template <class Block, class Place, class Pipeline>
  HERMITE_DEVICE void point(Block& block, Item it, const Place& p, T* s_tile,
                            const Pipeline& r_pipeline) const {
    const int row_pitch = pitch<Block>(block.stride());
    const View<Block, Pipeline> seen{at<Block>(s_tile, block.stride(), 0, it.row, it.lane),
                                     r_pipeline, it, row_pitch, rows_of_field() * row_pitch};
    if constexpr (Velocity) {
      motion<0>(block, it, p, seen);
      motion<1>(block, it, p, seen);
      motion<2>(block, it, p, seen);
    } else {
      stretching(block, it, p, seen);
      shearing<0, 1>(block, it, p, seen);
      shearing<0, 2>(block, it, p, seen);
      shearing<1, 2>(block, it, p, seen);
    }
  }
  template <int c, class Block, class Place, class Seen>
  HERMITE_DEVICE void motion(Block& block, Item it, const Place& p, const Seen& seen) const {
    const typename Block::Value d[3] = {difference_at<Block, c, 0>(p, seen),
                                        difference_at<Block, c, 1>(p, seen),
                                        difference_at<Block, c, 2>(p, seen)};
    this->template velocity<c>(block, it, p, this->template velocity_at<c, Block>(p), d,
                               this->template gain_at<c, Block>(p));
  }
  template <class Block, class Place, class Seen>
  HERMITE_DEVICE void stretching(Block& block, Item it, const Place& p, const Seen& seen) const {
    const typename Block::Value d[3] = {difference_at<Block, 0, 0>(p, seen),
                                        difference_at<Block, 1, 1>(p, seen),
                                        difference_at<Block, 2, 2>(p, seen)};
    this->normal(block, it, p, this->template normal_at<Block>(p), d,
                 this->template lame_at<Block>(p));
  }
  template <int b, int c, class Block, class Place, class Seen>
  HERMITE_DEVICE void shearing(Block& block, Item it, const Place& p, const Seen& seen) const {
    this->template shear<b, c>(
        block, it, p, this->template shear_at<b, c, Block>(p), difference_at<Block, b, c>(p, seen),
        difference_at<Block, c, b>(p, seen), this->template modulus_at<b, c, Block>(p));
  }
};

}  // namespace hermite
