#pragma once
// The literal schedule of a half step, and the reference of all others: a block owns lanes x rows x planes
// cells and updates one component after the other, row by row, everything from memory. On CUDA a thread
// has one cell (xyz-mapping of Demir and Elsherbeni) where planes = 1. Freestanding.

#include "kernels/fdtd/maxwell/yee_row.hpp"

namespace hermite {

template <class T, bool Electric, class Index>
struct YeeKernel : OwnRowsBase<T, most_yee_threads>, YeeCell<T, Electric, Index> {
  using Cell = YeeCell<T, Electric, Index>;
  static constexpr int min_blocks = sizeof(T) == 4 ? 2 : 1;

  explicit YeeKernel(const YeeArguments& a)
      : OwnRowsBase<T, most_yee_threads>{{{a.box, {a.lanes, a.rows, a.planes}}}}, Cell{a} {}
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
    const long* nodes = this->a.nodes[index];
    const long end = least(tile.begin[0] + tile.lanes, nodes[0]);
    const int rows = static_cast<int>(least(tile.begin[1] + tile.rows, nodes[1]) - tile.begin[1]);
    if (k >= nodes[2] || rows <= 0 || end <= tile.begin[0]) return;
    block.set_active(static_cast<int>(end - tile.begin[0]));
    this->by_rows(block, rows, [&](int j, auto&& items) HERMITE_INLINED {
      const YeeRow<T, Electric, Index, index> row(*this,
                                                  this->place(tile.begin[0], tile.begin[1] + j, k));
      if (row.in_layers())
        items([&](Item it) HERMITE_INLINED { row.template update<true>(block, it); });
      else
        items([&](Item it) HERMITE_INLINED { row.template update<false>(block, it); });
    });
    if constexpr (index != 0)
      this->template across_lanes<index>(block, tile.begin[0], end, tile.begin[1], k, rows);
  }
};

}  // namespace hermite
