#pragma once
// A row of one component: where its values are, and what all its lanes share, looked up once. On the host
// a pack then costs little more than its arithmetic. Freestanding.

#include "kernels/fdtd/maxwell/yee_cell.hpp"

namespace hermite {

// A value of a table along an axis: along x each lane has its own.
template <class T, int axis>
class AlongRow {
 public:
  HERMITE_DEVICE AlongRow(const void* table, long index)
      : lanes_(static_cast<const T*>(table) + index), shared_(axis == 0 ? T(0) : *lanes_) {}
  template <class Block>
  HERMITE_DEVICE auto at(int lane) const {
    if constexpr (axis == 0)
      return Block::constant(lanes_ + lane, 1);
    else
      return shared_;
  }

 private:
  const T* lanes_;
  T shared_;
};

// The layer across an axis, y or z, that a row lies in, or none.
template <class T>
struct LayerRow {
  T* psi = nullptr;
  T b = 0, c = 0;
};

template <class T, bool Electric, class Index, int component>
struct YeeRow {
  static constexpr int b = (component + 1) % 3, c = (component + 2) % 3;
  using Cell = YeeCell<T, Electric, Index>;

  T* u;
  const T *other_b, *other_c;  // components of the other field, differenced along c and b
  long to_b, to_c;             // of the second value of a difference
  AlongRow<T, b> ratio_b;
  AlongRow<T, c> ratio_c;
  YeeFactorsAt<T, Index> factors;
  LayerRow<T> layer_b, layer_c;

  // Of the lanes that begin at `p`.
  HERMITE_DEVICE YeeRow(const Cell& cell, const YeePlace& p)
      : u(cell.written(component, p)),
        other_b(cell.read(b, p)),
        other_c(cell.read(c, p)),
        to_b(Electric ? -cell.stride(b) : cell.stride(b)),
        to_c(Electric ? -cell.stride(c) : cell.stride(c)),
        ratio_b(cell.a.ratio[b], p.node[b]),
        ratio_c(cell.a.ratio[c], p.node[c]),
        factors(cell.factors_at(component, p)) {
    if constexpr (b != 0)
      if (cell.a.cpml[b].holds(p.node[b])) layer_b = layer<b>(cell, p);
    if constexpr (c != 0)
      if (cell.a.cpml[c].holds(p.node[c])) layer_c = layer<c>(cell, p);
  }
  HERMITE_DEVICE bool in_layers() const { return layer_b.psi != nullptr || layer_c.psi != nullptr; }

  // The new values of an item's lanes; `layered`: the row lies in a layer.
  template <bool layered, class Block>
  HERMITE_DEVICE void update(Block& block, Item it) const {
    const int lane = it.lane;
    const auto d_b = difference<Block>(other_c + lane, to_b);
    const auto d_c = difference<Block>(other_b + lane, to_c);
    const auto f = factors.template at<Block>(lane);
    auto v = yee(f.keep, Block::load(u + lane, 1), f.gain, ratio_b.template at<Block>(lane), d_b,
                 ratio_c.template at<Block>(lane), d_c);
    if constexpr (layered) {
      if (layer_b.psi != nullptr) v = v + f.gain * memory(block, it, layer_b, d_b);
      if (layer_c.psi != nullptr) v = v - f.gain * memory(block, it, layer_c, d_c);
    }
    block.store(u + lane, 1, it, v);
  }

 private:
  template <int axis>
  HERMITE_DEVICE static LayerRow<T> layer(const Cell& cell, const YeePlace& p) {
    const CpmlAxis& x = cell.a.cpml[axis];
    const long slab = x.slab_index(p.node[axis]);
    return {cell.template memory<component, axis>(p), static_cast<const T*>(x.b)[slab],
            static_cast<const T*>(x.c)[slab]};
  }
  template <class Block>
  HERMITE_DEVICE static auto difference(const T* p, long to) {
    const auto here = Block::load(p, 1), there = Block::load(p + to, 1);
    return Electric ? here - there : there - here;
  }
  template <class Block, class V>
  HERMITE_DEVICE static V memory(Block& block, Item it, const LayerRow<T>& layer, V d) {
    T* psi = layer.psi + it.lane;
    const V m = cpml_memory(layer.b, Block::load(psi, 1), layer.c, d);
    block.store(psi, 1, it, m);
    return m;
  }
};

}  // namespace hermite
