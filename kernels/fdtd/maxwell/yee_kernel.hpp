#pragma once
// The literal schedule of a half step, and the reference of all others: a block owns lanes x rows x planes
// cells and updates one component after the other, everything from memory. On CUDA a thread has one cell
// (xyz-mapping of Demir and Elsherbeni) where planes = 1. Freestanding.

#include "kernels/fdtd/maxwell/yee_cell.hpp"

namespace hermite {

template <class T, bool Electric, class Index>
struct YeeKernel : KernelBase<T, 4, 128>, YeeCell<T, Electric, Index> {
  using Cell = YeeCell<T, Electric, Index>;

  explicit YeeKernel(const YeeArguments& a)
      : KernelBase<T, 4, 128>{{a.box, {a.lanes, a.rows, a.planes}}}, Cell{a} {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->tiling.tile(block.index(), 2);
    for (int plane = 0; plane < tile.planes; ++plane) {
      component<0>(block, tile, tile.begin[2] + plane);
      component<1>(block, tile, tile.begin[2] + plane);
      component<2>(block, tile, tile.begin[2] + plane);
    }
  }

 private:
  template <int index, class Block>
  HERMITE_DEVICE void component(Block& block, const Tile& tile, long k) const {
    constexpr int b = (index + 1) % 3, c = (index + 2) % 3;
    const long* nodes = this->a.nodes[index];
    const long end = least(tile.begin[0] + tile.lanes, nodes[0]);
    const int rows = static_cast<int>(least(tile.begin[1] + tile.rows, nodes[1]) - tile.begin[1]);
    if (k >= nodes[2] || rows <= 0 || end <= tile.begin[0]) return;
    block.set_active(static_cast<int>(end - tile.begin[0]));
    block.template rows<Sync::none>(rows, [&](Item it) HERMITE_INLINED {
      using V = typename Block::Value;
      const YeePlace p = this->place(it, tile.begin[0], tile.begin[1], k);
      const V d_b = this->template difference<Block>(c, b, p);
      const V d_c = this->template difference<Block>(b, c, p);
      const V u =
          this->template plain<index, Block>(p, Block::load(this->written(index, p), 1), d_b, d_c);
      block.store(this->written(index, p), 1, it,
                  this->template across_rows<index>(block, it, p, u, d_b, d_c));
    });
    if constexpr (index != 0)
      this->template across_lanes<index>(block, tile.begin[0], end, tile.begin[1], k, rows);
  }
  HERMITE_DEVICE static long least(long x, long y) { return x < y ? x : y; }
};

}  // namespace hermite
