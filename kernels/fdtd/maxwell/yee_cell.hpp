#pragma once
// What the schedules of Yee's scheme share: where a component's values, differences, factors and psi of
// one place are. Freestanding.

#include "kernels/device/own_rows.hpp"
#include "kernels/fdtd/maxwell/arguments.hpp"
#include "kernels/fdtd/maxwell/yee.hpp"
#include "kernels/fdtd/maxwell/yee_factors.hpp"

namespace hermite {

// A node, the first of an item's lanes, and where it is in arrays of the common layout.
struct YeePlace {
  long node[3];
  long tile;  // of the tile's first node: the same for a whole block, which GPUs have registers for
  int item;   // from there
};

// Threads of a block on CUDA: two blocks of a float's kernels then have 64 registers a thread, which
// they need no more than, and half of all warps are at work.
constexpr int most_yee_threads = 512;

// Electric: E from H, else H from E. Index: what the number of a pair of factors is stored as.
template <class T, bool Electric, class Index>
struct YeeCell : YeeTable<T, Index> {
  YeeArguments a;

  explicit YeeCell(const YeeArguments& arguments) : YeeTable<T, Index>(arguments), a(arguments) {}

  HERMITE_DEVICE YeePlace place(long i, long j, long k) const {
    return {{i, j, k}, a.layout.origin + k * a.layout.m3 + j * a.layout.m2 + i, 0};
  }
  // Of an item of the rows that begin at (i, j, k).
  HERMITE_DEVICE YeePlace place(Item it, long i, long j, long k) const {
    return {{i + it.lane, j + it.row, k},
            a.layout.origin + k * a.layout.m3 + j * a.layout.m2 + i,
            it.row * static_cast<int>(a.layout.m2) + it.lane};
  }
  HERMITE_DEVICE long stride(int axis) const {
    return axis == 0 ? 1 : axis == 1 ? a.layout.m2 : a.layout.m3;
  }
  HERMITE_DEVICE T* written(int component, const YeePlace& p) const {
    return static_cast<T*>(a.written[component]) + p.tile + p.item;
  }
  // What it is before the half step.
  HERMITE_DEVICE const T* before(int component, const YeePlace& p) const {
    return static_cast<const T*>(a.before[component]) + p.tile + p.item;
  }
  // `away` nodes further on.
  HERMITE_DEVICE const T* read(int component, const YeePlace& p, long away = 0) const {
    return static_cast<const T*>(a.read[component]) + (p.tile + away) + p.item;
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
    const int side = Electric ? -1 : 1;
    const V there = axis == 0 ? Block::beside(read(f, p), here, side)
                              : Block::load(read(f, p, side * stride(axis)), 1);
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
      return Block::constant(value, 1);
    else
      return Block::constant(value);
  }
  HERMITE_DEVICE YeeFactorsAt<T, Index> factors_at(int component, const YeePlace& p) const {
    return {this->pairs(a), a.medium[component], a.layout.size, p.tile + p.item};
  }
  template <class Block>
  HERMITE_DEVICE auto factors(int component, const YeePlace& p) const {
    return factors_at(component, p).template at<Block>(0);
  }
  // Of all components.
  template <class Block, class F>
  HERMITE_DEVICE void set_factors(const YeePlace& p, F (&f)[3]) const {
    using FactorsAt = YeeFactorsAt<T, Index>;
    if constexpr (Block::own_lanes > 1 && FactorsAt::numbered && !FactorsAt::in_kernel) {
      const FactorsAt at[3] = {factors_at(0, p), factors_at(1, p), factors_at(2, p)};
      const decltype(Block::numbers(at[0].medium)) numbers[3] = {
          Block::numbers(at[0].medium), Block::numbers(at[1].medium), Block::numbers(at[2].medium)};
      // All lanes have one, as nearly everywhere in media of few parts. The branch also keeps the compiler from
      // asking for fields after the factors, where they would wait until the numbers are there.
      if (Block::one_number(numbers)) {
        f[0] = f[1] = f[2] = at[0].of(Block::one_pair(at[0].values, numbers[0]));
      } else {
        HERMITE_UNROLL
        for (int c = 0; c < 3; ++c) f[c] = at[c].of(Block::entry_pairs(at[c].values, numbers[c]));
      }
    } else {
      HERMITE_UNROLL
      for (int c = 0; c < 3; ++c) f[c] = factors<Block>(c, p);
    }
  }

  // The component outside all layers, from its value and differences along the two axes after its own.
  template <int component, class Block, class F, class V>
  HERMITE_DEVICE V plain(const YeePlace& p, const F& f, V u, V d_b, V d_c) const {
    constexpr int b = (component + 1) % 3, c = (component + 2) % 3;
    return yee(f.keep, u, f.gain, along<Block, b>(a.ratio[b], p.node[b]), d_b,
               along<Block, c>(a.ratio[c], p.node[c]), d_c);
  }

  // Where psi of a component in a layer across the axis is.
  template <int component, int axis>
  HERMITE_DEVICE T* memory(const YeePlace& p) const {
    constexpr int which = axis == (component + 1) % 3 ? 0 : 1;
    const long slab = a.cpml[axis].slab_index(p.node[axis]);
    return static_cast<T*>(a.psi[component][which]) +
           a.psi_layout[component][which].at(0, axis == 2 ? slab : p.node[2],
                                             axis == 1 ? slab : p.node[1],
                                             axis == 0 ? slab : p.node[0], 0);
  }
  // u in the layer across the axis: with gain psi, psi brought to the new time from `before`.
  template <int component, int axis, class Block, class G, class V>
  HERMITE_DEVICE V stretched(Block& block, Item it, const YeePlace& p, const G& gain, V u, V d,
                             V before) const {
    const long slab = a.cpml[axis].slab_index(p.node[axis]);
    const V psi = cpml_memory(along<Block, axis>(a.cpml[axis].b, slab), before,
                              along<Block, axis>(a.cpml[axis].c, slab), d);
    block.store(memory<component, axis>(p), 1, it, psi);
    const V more = gain * psi;
    return axis == (component + 1) % 3 ? u + more : u - more;
  }
  // Asks early for psi of the layers across x: in a warp at an end of a row a few threads alone are in one, and
  // all the others would wait for its memory a second time.
  template <class Block>
  HERMITE_DEVICE void ask_for_lanes(const YeePlace& p) const {
    if (!a.cpml[0].holds(p.node[0])) return;
    Block::prefetch(memory<2, 0>(p));
    Block::prefetch(memory<1, 0>(p));
  }
  // All components at once, from their values and the differences d[component][axis] of the other field.
  template <class Block, class V>
  HERMITE_DEVICE void update(Block& block, Item it, const YeePlace& p, V (&u)[3],
                             const V (&d)[3][3]) const {
    decltype(factors<Block>(0, p)) f[3];
    set_factors<Block>(p, f);
    u[0] = plain<0, Block>(p, f[0], u[0], d[2][1], d[1][2]);
    u[1] = plain<1, Block>(p, f[1], u[1], d[0][2], d[2][0]);
    u[2] = plain<2, Block>(p, f[2], u[2], d[1][0], d[0][1]);
    const auto gain = [&](int component) HERMITE_INLINED { return f[component].gain; };
    across_row<1>(block, it, p, gain, u, d);
    across_row<2>(block, it, p, gain, u, d);
    if constexpr (Block::own_lanes > 0) across_row<0>(block, it, p, gain, u, d);
    HERMITE_UNROLL
    for (int c = 0; c < 3; ++c) block.store(written(c, p), 1, it, u[c]);
  }

  // A layer across the axis acts on the component before the axis and on the one after it. Both psi are
  // loaded before one is stored, to wait for memory once. Across x a worker's lanes are all in a layer or
  // all outside (yee_layers in tables.hpp), but for those of the host, which are swept apart.
  // gain(component)
  template <int axis, class Block, class Gain, class V>
  HERMITE_DEVICE void across_row(Block& block, Item it, const YeePlace& p, Gain&& gain, V (&u)[3],
                                 const V (&d)[3][3]) const {
    constexpr int before = (axis + 2) % 3, after = (axis + 1) % 3;
    if (!a.cpml[axis].holds(p.node[axis])) return;
    const V psi_before = Block::load(memory<before, axis>(p), 1);
    const V psi_after = Block::load(memory<after, axis>(p), 1);
    u[before] =
        stretched<before, axis>(block, it, p, gain(before), u[before], d[after][axis], psi_before);
    u[after] =
        stretched<after, axis>(block, it, p, gain(after), u[after], d[before][axis], psi_after);
  }

  // The layers across x, of which a row of the host has some lanes: swept apart, over these alone, nodes
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
      T* const psi = memory<component, 0>(p);
      const T* const there = read(other, p);
      const T* const table_b = static_cast<const T*>(a.cpml[0].b) + slab;
      const T* const table_c = static_cast<const T*>(a.cpml[0].c) + slab;
      const YeeFactorsAt<T, Index> factors = factors_at(component, p);
      items([&](Item it) HERMITE_INLINED {
        const int lane = it.lane;
        const auto here = Block::load(there + lane, 1);
        const auto next = Block::load(there + lane + (Electric ? -1 : 1), 1);
        const auto m =
            cpml_memory(Block::constant(table_b + lane, 1), Block::load(psi + lane, 1),
                        Block::constant(table_c + lane, 1), Electric ? here - next : next - here);
        block.store(psi + lane, 1, it, m);
        const auto more = factors.template at<Block>(lane).gain * m, old = Block::load(u + lane, 1);
        block.store(u + lane, 1, it, b == 0 ? old + more : old - more);
      });
    });
    block.template rows<Sync::block>(0, [](Item) {});  // until all lanes of the layer are written
  }
};

}  // namespace hermite
