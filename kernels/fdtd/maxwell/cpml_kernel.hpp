#pragma once
// CPML apart from the field kernels, after Toivanen et al. 2011. There A1 is psi updated where the field
// is, and
//   A2  one kernel over all regions that the layers of six faces make, up to 26: in each of them the
//       same layers overlap everywhere: here;
//   A3  one kernel for each face, one after the other: cpml_face.hpp.
//
//   f | g g g g | h
//   --+---------+--      in a plane, layers at all four ends: A2 has the regions a to h,
//   d |         | e      A3 the faces abc, fgh, adf, ceh
//   --+---------+--
//   a | b b b b | c
//
// All add up across y and z first and across x last, as the field kernels do, so that they agree bit for
// bit where products are not contracted. Freestanding.

#include "kernels/fdtd/maxwell/yee_cell.hpp"

namespace hermite {

// Each axis in three parts: in the lower layer, between the layers, in the upper one. Regions are numbered x
// fastest, and a launch's parameters hold ends of parts in place of boxes.
struct CpmlRegions {
  static constexpr int count = 27;  // with that between all layers, which has no blocks
  long begin[3][4] = {};            // [axis][part], and where the last one ends
  long first_block[count + 1] = {};

  HERMITE_DEVICE static constexpr int part(int region, int axis) {
    return axis == 0 ? region % 3 : axis == 1 ? region / 3 % 3 : region / 9;
  }
  // Whether it lies in a layer across the axis.
  HERMITE_DEVICE static constexpr bool layered(int region, int axis) {
    return part(region, axis) != 1;
  }
  static constexpr bool in_layers(int region) { return region != count / 2; }
  HERMITE_DEVICE constexpr CellBox box(int region) const {
    CellBox box;
    for (int axis = 0; axis < 3; ++axis) {
      box.lower[axis] = begin[axis][part(region, axis)];
      box.upper[axis] = begin[axis][part(region, axis) + 1];
    }
    return box;
  }
};

template <class T, bool Electric, class Index>
struct CpmlKernel : OwnRowsBase<T, most_yee_threads>, YeeCell<T, Electric, Index> {
  using Cell = YeeCell<T, Electric, Index>;
  CpmlRegions regions;

  CpmlKernel(const YeeArguments& a, const CpmlRegions& r)
      : OwnRowsBase<T, most_yee_threads>{{{a.box, {a.lanes, a.rows, a.planes}}}},
        Cell{a},
        regions(r) {
    for (int n = 0; n < regions.count; ++n)
      regions.first_block[n + 1] =
          regions.first_block[n] + (regions.in_layers(n) ? tiling_of(n).blocks() : 0);
  }
  constexpr long blocks() const { return regions.first_block[regions.count]; }
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    int region = 0;
    while (regions.first_block[region + 1] <= block.index()) ++region;
    const Tile tile = tiling_of(region).tile(block.index() - regions.first_block[region], 2);
    for (int plane = 0; plane < tile.planes; ++plane) {
      component<0>(block, tile, tile.begin[2] + plane, region);
      component<1>(block, tile, tile.begin[2] + plane, region);
      component<2>(block, tile, tile.begin[2] + plane, region);
    }
  }

 private:
  HERMITE_DEVICE constexpr Tiling tiling_of(int region) const {
    return {regions.box(region), this->tiling.size};
  }
  template <int index, class Block>
  HERMITE_DEVICE void component(Block& block, const Tile& tile, long k, int region) const {
    constexpr int b = (index + 1) % 3, c = (index + 2) % 3;
    const bool layer_b = regions.layered(region, b), layer_c = regions.layered(region, c);
    const long* nodes = this->a.nodes[index];
    const long end = least(tile.begin[0] + tile.lanes, nodes[0]);
    const int rows = static_cast<int>(least(tile.begin[1] + tile.rows, nodes[1]) - tile.begin[1]);
    if (k >= nodes[2] || rows <= 0 || end <= tile.begin[0] || !(layer_b || layer_c)) return;
    block.set_active(static_cast<int>(end - tile.begin[0]));
    block.template rows<Sync::none>(rows, [&](Item it) HERMITE_INLINED {
      const YeePlace p = this->place(it, tile.begin[0], tile.begin[1], k);
      auto u = Block::load(this->written(index, p), 1);
      if (b != 0 && layer_b) u = across<index, b>(block, it, p, u);
      if (c != 0 && layer_c) u = across<index, c>(block, it, p, u);
      if (b == 0 && layer_b) u = across<index, b>(block, it, p, u);
      if (c == 0 && layer_c) u = across<index, c>(block, it, p, u);
      block.store(this->written(index, p), 1, it, u);
    });
  }
  template <int index, int axis, class Block, class V>
  HERMITE_DEVICE V across(Block& block, Item it, const YeePlace& p, V u) const {
    constexpr int other = 3 - index - axis;
    return this->template stretched<index, axis>(
        block, it, p, this->template factors<Block>(index, p).gain, u,
        this->template difference<Block>(other, axis, p),
        Block::load(this->template memory<index, axis>(p), 1));
  }
};

}  // namespace hermite
