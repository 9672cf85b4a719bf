#pragma once
// The marching schedule, in 3-D: a block owns lanes x rows points and walks along z, all components of a
// point at once (Michea and Komatitsch 2010). Of the three fields that are differentiated across z three
// planes stay in registers, and a fourth is loaded each step; neighbours across x and y come from the caches.
// A point so takes 3 loads for its z differences instead of 12, and the updates wait for memory together.
//
// It has no test for the end of a component: where one has a node less than the others, at upper walls, the
// value beyond its last is its halo, and is filled before anything reads it. psi has room there too.
// elastic_kernel.hpp checks it. Freestanding.

#include "kernels/fdtd/elastic/elastic_cell.hpp"
#include "kernels/fdtd/lane_parts.hpp"

namespace hermite {

constexpr int elastic_march_rows = 4;

template <class T, int D, bool Velocity, class Index>
struct ElasticMarch : KernelBase<T, elastic_march_rows, 128>, ElasticCell<T, D, Velocity, Index> {
  static_assert(D == 3, "it marches along z");
  using Cell = ElasticCell<T, D, Velocity, Index>;
  LaneParts parts;

  explicit ElasticMarch(const ElasticArguments& a)
      : KernelBase<T, elastic_march_rows, 128>{{a.box, {a.lanes, elastic_march_rows, a.planes}}},
        Cell{a},
        parts(a.box, this->tiling.size, a.cpml[0][0], a.cut_at_layers) {}
  constexpr long blocks() const { return parts.blocks(); }
  // On the host the planes that are kept: [row][field][plane].
  template <class Block>
  constexpr int scratch() const {
    return Block::item_scratch * elastic_march_rows * 9;
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
    const Tile tile = parts.tile(block.index(), 2);
    auto r_kept = block.template per_item<9, elastic_march_rows>(elastic_march_rows, 9);
    const auto each_row = [&](long k, auto&& f) HERMITE_INLINED {
      block.set_active(tile.lanes);
      block.template unrolled_rows<Sync::none>(elastic_march_rows, [&](Item it) HERMITE_INLINED {
        if (it.row < tile.rows)
          f(it, this->place(tile.begin[0] + it.lane, tile.begin[1] + it.row, k));
      });
    };
    each_row(tile.begin[2], [&](Item it, const ElasticPlace& p) HERMITE_INLINED {
      HERMITE_UNROLL
      for (int c = 0; c < 3; ++c)
        for (int n = 0; n < 3; ++n) r_kept.set(it, 3 * c + n, z_value<Block>(c, p, n));
    });
    for (long k = tile.begin[2]; k < tile.begin[2] + tile.planes; ++k)
      each_row(k, [&](Item it, const ElasticPlace& p) HERMITE_INLINED {
        typename Block::Value d_z[3];
        HERMITE_UNROLL
        for (int c = 0; c < 3; ++c) d_z[c] = advanced<Block>(it, p, c, r_kept);
        points(block, it, p, d_z);
      });
  }

  // Value n of the four that the derivative [c][z] at a place is made of.
  template <class Block>
  HERMITE_DEVICE auto z_value(int c, const ElasticPlace& p, int n) const {
    return Block::load(
        this->field(Cell::source(c, 2), p) + (n - 1 - Cell::back(c, 2)) * this->stride(2), 1);
  }
  // The planes kept before become those of this place; its difference.
  template <class Block, class Kept>
  HERMITE_DEVICE auto advanced(Item it, const ElasticPlace& p, int c, Kept& r_kept) const {
    typename Block::Value f[4];
    HERMITE_UNROLL
    for (int n = 0; n < 3; ++n) f[n] = r_kept.get(it, 3 * c + n);
    f[3] = z_value<Block>(c, p, 3);
    HERMITE_UNROLL
    for (int n = 0; n < 3; ++n) r_kept.set(it, 3 * c + n, f[n + 1]);
    return staggered_difference<T>(f[0], f[1], f[2], f[3]);
  }

  // All loads come before the first store, so that they wait for memory together.
  template <class Block, class V>
  HERMITE_DEVICE void points(Block& block, Item it, const ElasticPlace& p,
                             const V (&d_z)[3]) const {
    if constexpr (Velocity) {
      const V d[3][3] = {{across<Block, 0, 0>(p), across<Block, 0, 1>(p), d_z[0]},
                         {across<Block, 1, 0>(p), across<Block, 1, 1>(p), d_z[1]},
                         {across<Block, 2, 0>(p), across<Block, 2, 1>(p), d_z[2]}};
      const auto x = this->template velocity_at<0, Block>(p);
      const auto y = this->template velocity_at<1, Block>(p);
      const auto z = this->template velocity_at<2, Block>(p);
      this->template velocity<0>(block, it, p, x, d[0]);
      this->template velocity<1>(block, it, p, y, d[1]);
      this->template velocity<2>(block, it, p, z, d[2]);
    } else {
      const V d[3] = {across<Block, 0, 0>(p), across<Block, 1, 1>(p), d_z[2]};
      const V x_y = across<Block, 0, 1>(p), y_x = across<Block, 1, 0>(p);
      const V z_x = across<Block, 2, 0>(p), z_y = across<Block, 2, 1>(p);
      const auto normal = this->template normal_at<Block>(p);
      const auto xy = this->template shear_at<0, 1, Block>(p);
      const auto xz = this->template shear_at<0, 2, Block>(p);
      const auto yz = this->template shear_at<1, 2, Block>(p);
      this->normal(block, it, p, normal, d);
      this->template shear<0, 1>(block, it, p, xy, x_y, y_x);
      this->template shear<0, 2>(block, it, p, xz, d_z[0], z_x);
      this->template shear<1, 2>(block, it, p, yz, d_z[1], z_y);
    }
  }
  template <class Block, int c, int axis>
  HERMITE_DEVICE auto across(const ElasticPlace& p) const {
    return this->template difference<Block, c, axis>(p);
  }
};

}  // namespace hermite
