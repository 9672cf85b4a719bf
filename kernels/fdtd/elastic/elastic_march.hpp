#pragma once
// The schedule for GPUs, in 3-D: a thread has 16 bytes of neighbouring points (cuda_pack_block.hpp), all
// their components one after the other, and a block is a box of lanes x rows x planes of them. Its name is
// that of Yee's variant, which on a GPU is packs with planes of threads too; this one never goes along z.
// Neighbours come from the caches: along x with two loads beside the pack's own, across y and z from the
// other threads of the box, which read them at the same time. Registers hold one component's loads, so that
// many threads wait for memory together; planes kept in registers along z would take those of half of them.
//
// It has no test for the end of a component: where one has a node less than the others, at upper walls, the
// value beyond its last is its halo, which is filled before anything reads it, if anything does. psi has room there too.
// elastic_kernel.hpp checks it. Freestanding.

#include "kernels/device/own_rows.hpp"
#include "kernels/fdtd/elastic/elastic_cell.hpp"
#include "kernels/fdtd/elastic/lane_parts.hpp"

namespace hermite {

constexpr int most_elastic_threads = 512;
// What launch bounds are told, more than a block has: so the compiler keeps to 80 registers a thread, or to 64
// where they suffice, for velocities in single precision.
template <class T, bool Velocity>
constexpr int elastic_bound_threads = Velocity && sizeof(T) == 4 ? 1024 : 768;

template <class T, int D, bool Velocity, class Index>
struct ElasticMarch : OwnRowsBase<T, elastic_bound_threads<T, Velocity>>,
                      ElasticCell<T, D, Velocity, Index> {
  static_assert(D == 3, "its blocks are boxes");
  using Base = OwnRowsBase<T, elastic_bound_threads<T, Velocity>>;
  using Cell = ElasticCell<T, D, Velocity, Index>;
  static constexpr int pack_bytes = 16;
  LaneParts parts;

  explicit ElasticMarch(const ElasticArguments& a)
      : Base{{{a.box, {a.lanes, a.rows, a.planes}}}},
        Cell(a),
        parts(a.box, this->tiling.size, a.cpml[0][0], a.cut_at_layers) {}
  constexpr long blocks() const { return parts.blocks(); }
  constexpr int thread_rows() const { return this->a.rows * this->a.planes; }
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }

  // On the host from a copy, as in elastic_kernel.hpp.
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    if constexpr (Block::in_order) {
      const ElasticMarch local = *this;
      local.all_points(block);
    } else {
      all_points(block);
    }
  }

 private:
  template <class Block>
  HERMITE_DEVICE void all_points(Block& block) const {
    const Tile tile = parts.tile<Block>(block.index(), 2);
    this->template for_ends<!Block::in_order>(
        tile, [&](auto meets) { all_points<decltype(meets)::ends>(block, tile); });
  }
  // A thread of a GPU has one row of one plane.
  template <int Ends, class Block>
  HERMITE_DEVICE void all_points(Block& block, const Tile& tile) const {
    block.set_active(tile.lanes);
    if constexpr (Block::in_order) {
      for (int plane = 0; plane < tile.planes; ++plane)
        block.template rows<Sync::none>(tile.rows, [&](Item it) HERMITE_INLINED {
          point(block, it, this->template place<Ends>(tile, plane, it.row, it.lane));
        });
    } else {
      const int rows = this->a.rows;
      block.template unrolled_rows<Sync::none>(thread_rows(), [&](Item it) {
        const int plane = static_cast<int>(static_cast<unsigned>(it.row) / rows);
        const int row = it.row - plane * rows;
        if (row < tile.rows && plane < tile.planes)
          point(block, it, this->template place<Ends>(tile, plane, row, it.lane));
      });
    }
  }

  // The media are read first: what they number is then known when a component needs it. Sums of nodes' values are
  // read by each component of the stresses: a thread has too few registers to keep them.
  template <class Block, class Place>
  HERMITE_DEVICE void point(Block& block, Item it, const Place& p) const {
    if constexpr (Velocity) {
      const auto x = this->template read_gain<0, Block>(p);
      const auto y = this->template read_gain<1, Block>(p);
      const auto z = this->template read_gain<2, Block>(p);
      motion<0>(block, it, p, x);
      motion<1>(block, it, p, y);
      motion<2>(block, it, p, z);
    } else {
      if constexpr (!Block::in_order) ask<Block>(p);
      if constexpr (Cell::averaged) {
        stretching(block, it, p, this->template read_lame<Block>(p));
        shearing<0, 1>(block, it, p, this->template read_modulus<0, 1, Block>(p));
        shearing<0, 2>(block, it, p, this->template read_modulus<0, 2, Block>(p));
        shearing<1, 2>(block, it, p, this->template read_modulus<1, 2, Block>(p));
      } else {
        const auto normal = this->template read_lame<Block>(p);
        const auto xy = this->template read_modulus<0, 1, Block>(p);
        const auto xz = this->template read_modulus<0, 2, Block>(p);
        const auto yz = this->template read_modulus<1, 2, Block>(p);
        stretching(block, it, p, normal);
        shearing<0, 1>(block, it, p, xy);
        shearing<0, 2>(block, it, p, xz);
        shearing<1, 2>(block, it, p, yz);
      }
    }
  }
  // Asks for what stresses read at the point, and of the velocities for the planes that are read there
  // first: a thread has too few registers to wait for all of it at once. Of psi for that of layers across x,
  // for which the few threads of a warp that lie in one would keep it waiting. Velocities gain nothing by either.
  template <class Block, class Place>
  HERMITE_DEVICE void ask(const Place& p) const {
    HERMITE_UNROLL
    for (int c = 0; c < D; ++c)
      Block::prefetch(this->field(c, p, (3 - Cell::back(c, 2)) * this->stride(2)));
    HERMITE_UNROLL
    for (int f = D; f < most_elastic_fields; ++f) Block::prefetch(this->field(f, p));
    if constexpr (!Cell::averaged) {
      HERMITE_UNROLL
      for (int n = 0; n < 5; ++n)
        if (n != two_mu_factor) Block::prefetch(this->entry(n, p));
    }
    if (!this->in_layer(0, p)) return;
    Block::prefetch(this->template memory<0, 0>(p));
    Block::prefetch(this->template memory<1, 0>(p));
    Block::prefetch(this->template memory<2, 0>(p));
  }
  template <int c, class Block, class Place, class Read>
  HERMITE_DEVICE void motion(Block& block, Item it, const Place& p, const Read& medium) const {
    const auto at = this->template velocity_at<c, Block>(p);
    typename Block::Value d[3];
    this->template differences_of_velocity<Block, c>(p, d);
    this->template velocity<c>(block, it, p, at, d, this->template gain<c, Block>(medium));
  }
  template <class Block, class Place, class Read>
  HERMITE_DEVICE void stretching(Block& block, Item it, const Place& p, const Read& medium) const {
    const auto at = this->template normal_at<Block>(p);
    typename Block::Value d[3];
    this->template normal_differences<Block>(p, d);
    this->normal(block, it, p, at, d, this->template lame<Block>(medium));
  }
  template <int b, int c, class Block, class Place, class Read>
  HERMITE_DEVICE void shearing(Block& block, Item it, const Place& p, const Read& medium) const {
    const auto at = this->template shear_at<b, c, Block>(p);
    const auto b_along_c = this->template difference<Block, b, c>(p);
    const auto c_along_b = this->template difference<Block, c, b>(p);
    this->template shear<b, c>(block, it, p, at, b_along_c, c_along_b,
                               this->template modulus<b, c, Block>(medium));
  }
};

}  // namespace hermite
