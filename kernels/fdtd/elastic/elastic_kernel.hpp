#pragma once
// The literal schedule of a half step, and the reference of all others: a block owns lanes x rows x
// planes points and updates one component after the other (the normal stresses, which share derivatives,
// together), everything from memory. On CUDA a thread has one point where planes = 1. On the host it goes row
// by row: what all lanes of a row share is known once, and layers cost only the rows, and the lanes, in
// them. Whole rows, as short pieces of many would wait for memory. Freestanding.

#include "kernels/fdtd/elastic/elastic_cell.hpp"

namespace hermite {

template <class T, int D, bool Velocity, class Index>
struct ElasticKernel : KernelBase<T, 4, 128>, ElasticCell<T, D, Velocity, Index> {
  using Cell = ElasticCell<T, D, Velocity, Index>;

  explicit ElasticKernel(const ElasticArguments& a)
      : KernelBase<T, 4, 128>{{a.box, {a.lanes, a.rows, a.planes}}}, Cell(a) {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  // On the host from a copy that no pointer leads to: a store may change all else that is read through
  // one, and what a row needs would be read again for each of its packs.
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    if constexpr (Block::in_order) {
      const ElasticKernel local = *this;
      local.all_points(block);
    } else {
      all_points(block);
    }
  }

 private:
  template <class Block>
  HERMITE_DEVICE void all_points(Block& block) const {
    const Tile tile = this->tiling.tile(block.index(), 2);
    if constexpr (Block::in_order)
      all_points<any_end>(block, tile);  // each row asks for itself
    else
      this->template for_ends<true>(
          tile, [&](auto meets) { all_points<decltype(meets)::ends>(block, tile); });
  }
  template <int Ends, class Block>
  HERMITE_DEVICE void all_points(Block& block, const Tile& tile) const {
    for (int plane = 0; plane < tile.planes; ++plane) {
      if constexpr (Velocity) {
        velocities<0, Ends>(block, tile, plane);
        velocities<1, Ends>(block, tile, plane);
        if constexpr (D == 3) velocities<2, Ends>(block, tile, plane);
      } else {
        normals<Ends>(block, tile, plane);
        shears<0, 1, Ends>(block, tile, plane);
        if constexpr (D == 3) shears<0, 2, Ends>(block, tile, plane);
        if constexpr (D == 3) shears<1, 2, Ends>(block, tile, plane);
      }
    }
  }

  template <int c, int Ends, class Block>
  HERMITE_DEVICE void velocities(Block& block, const Tile& tile, int plane) const {
    each<Ends>(block, tile, plane, c, [&](Item it, const auto& p) HERMITE_INLINED {
      typename Block::Value d[D];
      this->template differences_of_velocity<Block, c>(p, d);
      this->template velocity<c>(block, it, p, this->template velocity_at<c, Block>(p), d,
                                 this->template gain_at<c, Block>(p));
    });
  }
  template <int Ends, class Block>
  HERMITE_DEVICE void normals(Block& block, const Tile& tile, int plane) const {
    each<Ends>(block, tile, plane, stress_field(D, 0, 0),
               [&](Item it, const auto& p) HERMITE_INLINED {
                 typename Block::Value d[D];
                 this->template normal_differences<Block>(p, d);
                 this->normal(block, it, p, this->template normal_at<Block>(p), d,
                              this->template lame_at<Block>(p));
               });
  }
  template <int b, int c, int Ends, class Block>
  HERMITE_DEVICE void shears(Block& block, const Tile& tile, int plane) const {
    each<Ends>(block, tile, plane, stress_field(D, b, c),
               [&](Item it, const auto& p) HERMITE_INLINED {
                 this->template shear<b, c>(block, it, p, this->template shear_at<b, c, Block>(p),
                                            this->template difference<Block, b, c>(p),
                                            this->template difference<Block, c, b>(p),
                                            this->template modulus_at<b, c, Block>(p));
               });
  }

  // The tile's points in a plane that the component has.
  template <int Ends, class Block, class F>
  HERMITE_DEVICE void each(Block& block, const Tile& tile, int plane, int component, F&& f) const {
    const long* nodes = this->a.nodes[component];
    const long end = least(tile.begin[0] + tile.lanes, nodes[0]);
    const int rows = static_cast<int>(least(tile.begin[1] + tile.rows, nodes[1]) - tile.begin[1]);
    if (tile.begin[2] + plane >= nodes[2] || rows <= 0 || end <= tile.begin[0]) return;
    if constexpr (Block::in_order) {
      for (int row = 0; row < rows; ++row)
        each_in_row(block, tile.begin[0], end, tile.begin[1] + row, tile.begin[2] + plane, f);
    } else {
      block.set_active(static_cast<int>(end - tile.begin[0]));
      block.template rows<Sync::none>(rows, [&](Item it) HERMITE_INLINED {
        f(it, this->template place<Ends>(tile, plane, it.row, it.lane));
      });
    }
  }
  // Nodes begin <= i < end of a row, on the host: in up to three parts, of which all lanes lie in a layer
  // across x or none does.
  template <class Block, class F>
  HERMITE_DEVICE void each_in_row(Block& block, long begin, long end, long j, long k, F&& f) const {
    const long ends[3] = {least(this->layer_lower[0], end), least(this->layer_upper[0], end), end};
    for (const long part_end : ends) {
      if (part_end <= begin) continue;
      const Tile part{{begin, j, k}, static_cast<int>(part_end - begin), 1, 1};
      const ElasticPlace<any_end> first = this->template place<any_end>(begin, j, k);
      block.set_active(part.lanes);
      this->template for_ends<false>(part, [&](auto meets) HERMITE_INLINED {
        block.template rows<Sync::none>(1, [&](Item it) HERMITE_INLINED {
          f(it, this->template along_row<decltype(meets)::ends>(first, it.lane));
        });
      });
      begin = part_end;
    }
  }
};

}  // namespace hermite
