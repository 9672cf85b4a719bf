#pragma once
// What the schedules of Yee's scheme share: where a component's values, differences, factors and psi of
// one place are. Freestanding.

#include "kernels/device/kernel_base.hpp"
#include "kernels/fdtd/maxwell/arguments.hpp"
#include "kernels/fdtd/maxwell/yee.hpp"

namespace hermite {

// A node, the first of an item's lanes.
struct YeePlace {
  long node[3];
  long offset;  // in arrays of the common layout
};

// In place of the type of an index: index 0 everywhere; no indices, the factors themselves at each node,
// all of keep before all of gain.
struct OneMedium {};
struct OwnFactors {};

// Electric: E from H, else H from E. Index: what the number of a pair of factors is stored as.
template <class T, bool Electric, class Index>
struct YeeCell {
  YeeArguments a;

  HERMITE_DEVICE YeePlace place(long i, long j, long k) const {
    return {{i, j, k}, a.layout.at(0, k, j, i, 0)};
  }
  HERMITE_DEVICE long stride(int axis) const {
    return axis == 0 ? 1 : axis == 1 ? a.layout.m2 : a.layout.m3;
  }
  HERMITE_DEVICE T* written(int component, const YeePlace& p) const {
    return static_cast<T*>(a.written[component]) + p.offset;
  }
  HERMITE_DEVICE const T* read(int component, const YeePlace& p) const {
    return static_cast<const T*>(a.read[component]) + p.offset;
  }

  // The difference of component `f` of the other field along the axis; `here` is its value there.
  template <class Block, class V>
  HERMITE_DEVICE V difference(int f, int axis, const YeePlace& p, V here) const {
    const V there = Block::load(read(f, p) + (Electric ? -stride(axis) : stride(axis)), 1);
    return Electric ? here - there : there - here;
  }
  template <class Block>
  HERMITE_DEVICE auto difference(int f, int axis, const YeePlace& p) const {
    return difference<Block>(f, axis, p, Block::load(read(f, p), 1));
  }

  // A value of a table along an axis: along x each lane has its own.
  template <class Block, int axis>
  HERMITE_DEVICE static auto along(const void* table, long index) {
    const T* value = static_cast<const T*>(table) + index;
    if constexpr (axis == 0)
      return Block::load(value, 1);
    else
      return *value;
  }
  template <class Block, int component>
  HERMITE_DEVICE auto keep(const YeePlace& p) const {
    return factor<Block, component>(a.keep, 0, p);
  }
  template <class Block, int component>
  HERMITE_DEVICE auto gain(const YeePlace& p) const {
    return factor<Block, component>(a.gain, a.layout.size, p);
  }
  // From the table, or from the component's own values, which begin at `own`.
  template <class Block, int component>
  HERMITE_DEVICE auto factor(const void* table, long own, const YeePlace& p) const {
    const T* values = static_cast<const T*>(table);
    if constexpr (SameType<Index, OneMedium>::value)
      return *values;
    else if constexpr (SameType<Index, OwnFactors>::value)
      return Block::load(static_cast<const T*>(a.medium[component]) + own + p.offset, 1);
    else
      return Block::look_up(values, static_cast<const Index*>(a.medium[component]) + p.offset);
  }

  // The component outside all layers, from differences along the two axes after its own.
  template <int component, class Block, class V>
  HERMITE_DEVICE V plain(const YeePlace& p, V d_b, V d_c) const {
    constexpr int b = (component + 1) % 3, c = (component + 2) % 3;
    return yee(keep<Block, component>(p), Block::load(written(component, p), 1),
               gain<Block, component>(p), along<Block, b>(a.ratio[b], p.node[b]), d_b,
               along<Block, c>(a.ratio[c], p.node[c]), d_c);
  }

  // u in the layer across the axis: with gain psi, psi brought to the new time.
  template <int component, int axis, class Block, class V>
  HERMITE_DEVICE V stretched(Block& block, Item it, const YeePlace& p, V u, V d) const {
    constexpr bool first = axis == (component + 1) % 3;
    const long slab = a.cpml[axis].slab_index(p.node[axis]);
    const NodeLayout& s = a.psi_layout[component][first ? 0 : 1];
    T* psi = static_cast<T*>(a.psi[component][first ? 0 : 1]) +
             s.at(0, axis == 2 ? slab : p.node[2], axis == 1 ? slab : p.node[1],
                  axis == 0 ? slab : p.node[0], 0);
    const V memory = cpml_memory(along<Block, axis>(a.cpml[axis].b, slab), Block::load(psi, 1),
                                 along<Block, axis>(a.cpml[axis].c, slab), d);
    block.store(psi, 1, it, memory);
    const V more = gain<Block, component>(p) * memory;
    return first ? u + more : u - more;
  }
  // The layers across y and z, in which a row is or is not.
  template <int component, class Block, class V>
  HERMITE_DEVICE V across_rows(Block& block, Item it, const YeePlace& p, V u, V d_b, V d_c) const {
    constexpr int b = (component + 1) % 3, c = (component + 2) % 3;
    if constexpr (b != 0)
      if (a.cpml[b].holds(p.node[b])) u = stretched<component, b>(block, it, p, u, d_b);
    if constexpr (c != 0)
      if (a.cpml[c].holds(p.node[c])) u = stretched<component, c>(block, it, p, u, d_c);
    return u;
  }

  // The layers across x, of which a row has some lanes: swept apart, over these lanes alone, nodes
  // begin <= i < end of the rows that begin at (j, k).
  template <int component, class Block>
  HERMITE_DEVICE void across_lanes(Block& block, long begin, long end, long j, long k,
                                   int rows) const {
    const CpmlAxis& x = a.cpml[0];
    const long lower_end = end < x.lower ? end : x.lower;
    const long upper_begin = x.upper_begin > begin ? x.upper_begin : begin;
    if (lower_end <= begin && upper_begin >= end) return;
    block.template rows<Sync::block>(0, [](Item) {});  // other threads than before take the lanes
    if (lower_end > begin) layer<component>(block, begin, lower_end, j, k, rows);
    if (upper_begin < end) layer<component>(block, upper_begin, end, j, k, rows);
  }

 private:
  template <int component, class Block>
  HERMITE_DEVICE void layer(Block& block, long begin, long end, long j, long k, int rows) const {
    constexpr int b = (component + 1) % 3, other = b == 0 ? (component + 2) % 3 : b;
    block.set_active(static_cast<int>(end - begin));
    block.template rows<Sync::block>(rows, [&](Item it) HERMITE_INLINED {
      const YeePlace p = place(begin + it.lane, j + it.row, k);
      T* u = written(component, p);
      block.store(
          u, 1, it,
          stretched<component, 0>(block, it, p, Block::load(u, 1), difference<Block>(other, 0, p)));
    });
  }
};

}  // namespace hermite
