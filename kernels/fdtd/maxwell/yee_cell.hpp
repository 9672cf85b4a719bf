#pragma once
// What the schedules of Yee's scheme share: where a component's values, differences, factors and psi of
// one place are. Freestanding.

#include "kernels/device/own_rows.hpp"
#include "kernels/fdtd/maxwell/arguments.hpp"
#include "kernels/fdtd/maxwell/yee.hpp"

namespace hermite {

// A node, the first of an item's lanes.
struct YeePlace {
  long node[3];
  long offset;  // in arrays of the common layout
};

// Threads of a block on CUDA: two blocks of a float's kernels then have 64 registers a thread, which
// they need no more than, and half of all warps are at work.
constexpr int most_yee_threads = 512;

// In place of the type of a medium's index: medium 0 everywhere.
struct OneMedium {};

// Ca, Cb, Da or Db of the lanes that begin at an offset: one for all where there is one medium.
template <class T, class Index>
struct YeeFactor {
  const T* values;
  const Index* medium = nullptr;

  HERMITE_DEVICE YeeFactor(const void* table, const void* media, long offset)
      : values(static_cast<const T*>(table)) {
    if constexpr (!SameType<Index, OneMedium>::value)
      medium = static_cast<const Index*>(media) + offset;
  }
  template <class Block>
  HERMITE_DEVICE auto at(int lane) const {
    if constexpr (SameType<Index, OneMedium>::value)
      return *values;
    else
      return Block::look_up(values, medium + lane);
  }
};

// Electric: E from H, else H from E. Index: what a medium's number at each node is stored as.
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

  // Calls f(row, items) for each row, where items(g) calls g for each of its items: what f does besides is
  // done once for all lanes on the host, and by each thread on CUDA.
  template <class Block, class F>
  HERMITE_DEVICE static void by_rows(Block& block, int rows, F&& f) {
    if constexpr (SameType<typename Block::Value, T>::value) {
      block.template rows<Sync::none>(rows, [&](Item it) { f(it.row, [&](auto&& g) { g(it); }); });
    } else {
      for (int row = 0; row < rows; ++row)
        f(row, [&](auto&& g) HERMITE_INLINED { block.template rows<Sync::none>(1, g); });
    }
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
  HERMITE_DEVICE auto factor(const void* table, const YeePlace& p) const {
    return YeeFactor<T, Index>(table, a.medium[component], p.offset).template at<Block>(0);
  }

  // The component outside all layers, from differences along the two axes after its own.
  template <int component, class Block, class V>
  HERMITE_DEVICE V plain(const YeePlace& p, V d_b, V d_c) const {
    constexpr int b = (component + 1) % 3, c = (component + 2) % 3;
    return yee(factor<Block, component>(a.keep, p), Block::load(written(component, p), 1),
               factor<Block, component>(a.gain, p), along<Block, b>(a.ratio[b], p.node[b]), d_b,
               along<Block, c>(a.ratio[c], p.node[c]), d_c);
  }

  template <int component, int axis>
  HERMITE_DEVICE T* psi(const YeePlace& p, long slab) const {
    constexpr int which = axis == (component + 1) % 3 ? 0 : 1;
    return static_cast<T*>(a.psi[component][which]) +
           a.psi_layout[component][which].at(0, axis == 2 ? slab : p.node[2],
                                             axis == 1 ? slab : p.node[1],
                                             axis == 0 ? slab : p.node[0], 0);
  }

  // u in the layer across the axis: with gain psi, psi brought to the new time.
  template <int component, int axis, class Block, class V>
  HERMITE_DEVICE V stretched(Block& block, Item it, const YeePlace& p, V u, V d) const {
    constexpr bool first = axis == (component + 1) % 3;
    const long slab = a.cpml[axis].slab_index(p.node[axis]);
    T* psi = this->template psi<component, axis>(p, slab);
    const V memory = cpml_memory(along<Block, axis>(a.cpml[axis].b, slab), Block::load(psi, 1),
                                 along<Block, axis>(a.cpml[axis].c, slab), d);
    block.store(psi, 1, it, memory);
    const V more = factor<Block, component>(a.gain, p) * memory;
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
    by_rows(block, rows, [&](int row, auto&& items) HERMITE_INLINED {
      const YeePlace p = place(begin, j + row, k);
      const long slab = a.cpml[0].slab_index(begin);
      T* const u = written(component, p);
      T* const memory = psi<component, 0>(p, slab);
      const T* const there = read(other, p);
      const T* const table_b = static_cast<const T*>(a.cpml[0].b) + slab;
      const T* const table_c = static_cast<const T*>(a.cpml[0].c) + slab;
      const YeeFactor<T, Index> gain(a.gain, a.medium[component], p.offset);
      items([&](Item it) HERMITE_INLINED {
        const int lane = it.lane;
        const auto here = Block::load(there + lane, 1);
        const auto next = Block::load(there + lane + (Electric ? -1 : 1), 1);
        const auto m =
            cpml_memory(Block::load(table_b + lane, 1), Block::load(memory + lane, 1),
                        Block::load(table_c + lane, 1), Electric ? here - next : next - here);
        block.store(memory + lane, 1, it, m);
        const auto more = gain.template at<Block>(lane) * m, old = Block::load(u + lane, 1);
        block.store(u + lane, 1, it, b == 0 ? old + more : old - more);
      });
    });
    block.template rows<Sync::block>(0, [](Item) {});  // until all lanes of the layer are written
  }
};

}  // namespace hermite
