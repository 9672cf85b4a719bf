#pragma once
// What the schedules of the elastic scheme share: where a point's values, differences, factors and psi
// are, and its update from given differences. Freestanding.

#include "kernels/device/kernel_base.hpp"
#include "kernels/fdtd/elastic/arguments.hpp"
#include "kernels/fdtd/elastic/staggered.hpp"

namespace hermite {

// The axes across which a place may lie in a layer, a bit for each.
constexpr int no_layer = 0, layer_across_x = 1, any_layer = 7;

// A node, the first of an item's lanes, and where it is in arrays of the common layout. Layers: those
// that it may lie in.
template <int Layers>
struct ElasticPlace {
  static constexpr int layers = Layers;
  int node[3];
  long tile;  // of the tile's first node: the same for a whole block, which GPUs have registers for
  int item;   // from there
};

// In place of the type of an entry's number: values.
struct FactorValues {};

// Velocity: v from sigma, else sigma from v. Index: the type of a factor's number, or FactorValues.
template <class T, int D, bool Velocity, class Index>
struct ElasticCell {
  static constexpr bool valued = SameType<Index, FactorValues>::value;
  ElasticArguments a;
  T per_h[3];                          // 1/h
  int layer_lower[3], layer_upper[3];  // cpml[axis][].lower, upper_begin

  explicit ElasticCell(const ElasticArguments& arguments) : a(arguments) {
    constexpr long most = 1L << 30;
    for (int axis = 0; axis < 3; ++axis) {
      const CpmlAxis& layer = a.cpml[axis][0];
      per_h[axis] = static_cast<T>(a.per_h[axis]);
      layer_lower[axis] = static_cast<int>(layer.lower);
      layer_upper[axis] = static_cast<int>(layer.upper_begin < most ? layer.upper_begin : most);
    }
  }

  template <int Layers>
  HERMITE_DEVICE ElasticPlace<Layers> place(long i, long j, long k) const {
    return {{static_cast<int>(i), static_cast<int>(j), static_cast<int>(k)},
            a.layout.at(0, k, j, i, 0),
            0};
  }
  // Of a tile, `plane` planes and an item's row and lane after its first node.
  template <int Layers>
  HERMITE_DEVICE ElasticPlace<Layers> place(const Tile& tile, int plane, int row, int lane) const {
    return {{static_cast<int>(tile.begin[0]) + lane, static_cast<int>(tile.begin[1]) + row,
             static_cast<int>(tile.begin[2]) + plane},
            a.layout.at(0, tile.begin[2], tile.begin[1], tile.begin[0], 0),
            plane * static_cast<int>(a.layout.m3) + row * static_cast<int>(a.layout.m2) + lane};
  }
  // `lane` lanes after a place: of these all but the lane is the same along a row.
  template <int Layers>
  HERMITE_DEVICE static ElasticPlace<Layers> along_row(const ElasticPlace<any_layer>& p, int lane) {
    return {{p.node[0] + lane, p.node[1], p.node[2]}, p.tile, lane};
  }
  // f(Meets<layers>) for the layers that a tile meets. Three texts: on GPUs a row is a few blocks, so most
  // of these meet a layer across x and no other, and every test for a layer costs all their points.
  template <int Layers>
  struct Meets {
    static constexpr int layers = Layers;
  };
  template <class F>
  HERMITE_DEVICE void for_layers(const Tile& tile, const F& f) const {
    int met = 0;
    const int size[3] = {tile.lanes, tile.rows, tile.planes};
    HERMITE_UNROLL
    for (int axis = 0; axis < D; ++axis)
      if (a.cpml[axis][0].meets(tile.begin[axis], size[axis])) met |= 1 << axis;
    if (met == no_layer)
      f(Meets<no_layer>{});
    else if (met == layer_across_x)
      f(Meets<layer_across_x>{});
    else
      f(Meets<any_layer>{});
  }
  HERMITE_DEVICE long stride(int axis) const {
    return axis == 0 ? 1 : axis == 1 ? a.layout.m2 : a.layout.m3;
  }
  // `away` values further on.
  template <class Place>
  HERMITE_DEVICE T* field(int f, const Place& p, long away = 0) const {
    return static_cast<T*>(a.field[f]) + (p.tile + away) + p.item;
  }

  // Of the derivative [c][axis]: the field, and whether it lies half a cell after the node it is
  // numbered by, or on it.
  static constexpr int source(int c, int axis) { return Velocity ? stress_field(D, c, axis) : c; }
  static constexpr bool on_dual(int c, int axis) { return Velocity == (c == axis); }
  // How far before the place the first of its four values lies, in nodes.
  static constexpr int back(int c, int axis) { return on_dual(c, axis) ? 1 : 2; }

  template <class Block, int c, int axis, class Place>
  HERMITE_DEVICE auto difference(const Place& p) const {
    typename Block::Value f[4];
    constexpr int before = back(c, axis), from = source(c, axis);
    constexpr bool mirrors = axis == 0 && !Block::in_order;
    if constexpr (mirrors && Block::own_lanes > 1) {
      Block::template window<before>(field(from, p), f,
                                     [&](auto& row) { mirror<before>(from, p, row); });
    } else {
      HERMITE_UNROLL
      for (int n = 0; n < 4; ++n)
        f[n] = Block::load_unwritten(field(from, p, (n - before) * stride(axis)));
      if constexpr (mirrors) mirror<before>(from, p, f);
    }
    return staggered_difference<T>(f[0], f[1], f[2], f[3]);
  }
  // Sets what of a row lies beyond walls, the place being at row[Before]: on a GPU no halo across x is read at
  // them (kernels/fdtd/README.md). A field that is read from two values before the place on lies half a cell off
  // and has two images in reach at each end; another one lies on the wall and has one (halo/halo_image.hpp).
  // There is no branch: loads would wait behind one.
  template <int Before, int Count, class Place>
  HERMITE_DEVICE void mirror(int f, const Place& p, T (&row)[Count]) const {
    constexpr int half_off = Before - 1, nowhere = 1 << 20;
    const T lower = static_cast<T>(a.mirror[f][0]), upper = static_cast<T>(a.mirror[f][1]);
    // In `row`, of the field's first node and of its last one.
    const int begin = Before - p.node[0];
    const int first = lower != 0 ? begin : -nowhere;
    const int last = upper != 0 ? begin + static_cast<int>(a.nodes[f][0]) - 1 : nowhere;
    HERMITE_UNROLL
    for (int n = Before - 1; n >= 0; --n)
      if (n == first - 1) row[n] = lower * row[n + 2 - half_off];
    if (half_off == 1 && first == 2) row[0] = lower * row[3];
    HERMITE_UNROLL
    for (int n = 2; n < Count; ++n) {
      if (n == last + 1) row[n] = upper * row[n - 2 + half_off];
      if (half_off == 1 && n > 2 && n == last + 2) row[n] = upper * row[n - 3];
    }
  }
  // The differences that velocity c, or (normal) all normal stresses need.
  template <class Block, int c, class Place, class V>
  HERMITE_DEVICE void differences_of_velocity(const Place& p, V (&d)[D]) const {
    d[0] = difference<Block, c, 0>(p);
    d[1] = difference<Block, c, 1>(p);
    if constexpr (D == 3) d[2] = difference<Block, c, 2>(p);
  }
  template <class Block, class Place, class V>
  HERMITE_DEVICE void normal_differences(const Place& p, V (&d)[D]) const {
    d[1] = difference<Block, 1, 1>(p);
    if constexpr (D == 3) d[2] = difference<Block, 2, 2>(p);
    d[0] = difference<Block, 0, 0>(p);  // what is mirrored comes last: in fewer registers
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
  template <class Block, class Place>
  HERMITE_DEVICE typename Block::Value value(int f, const Place& p) const {
    return Block::load(field(f, p), 1);
  }
  // Of normal stresses.
  template <class V>
  struct Lame {
    V lambda, two_mu;
  };
  // A factor in two steps: what is read at the point, its value or number; the value.
  template <class Place>
  HERMITE_DEVICE auto* entry(int n, const Place& p) const {
    if constexpr (valued)
      return static_cast<const T*>(a.factor[n].nodes) + p.tile + p.item;
    else
      return static_cast<const Index*>(a.factor[n].nodes) + p.tile + p.item;
  }
  template <class Block, class Place>
  HERMITE_DEVICE auto numbers(int n, const Place& p) const {
    if constexpr (valued)
      return Block::constant(entry(n, p), 1);
    else
      return Block::numbers(entry(n, p));
  }
  template <class Block, class Numbers>
  HERMITE_DEVICE typename Block::Value factor(int n, const Numbers& number) const {
    if constexpr (valued)
      return number;
    else
      return Block::entries(static_cast<const T*>(a.factor[n].table), number);
  }
  // Of sigma_bc.
  static constexpr int shear_number(int b, int c) {
    return shear_factor + stress_field(D, b, c) - 2 * D;
  }
  // One number stands for both.
  template <class Block, class Numbers, class Place>
  HERMITE_DEVICE Lame<typename Block::Value> lame(const Numbers& number, const Place& p) const {
    const auto lambda = factor<Block>(lambda_factor, number);
    if constexpr (valued)
      return {lambda, factor_at<Block>(two_mu_factor, p)};
    else
      return {lambda, factor<Block>(two_mu_factor, number)};
  }
  template <class Block, class Place>
  HERMITE_DEVICE Lame<typename Block::Value> lame(const Place& p) const {
    return lame<Block>(numbers<Block>(lambda_factor, p), p);
  }
  template <class Block, class Place>
  HERMITE_DEVICE typename Block::Value factor_at(int n, const Place& p) const {
    return factor<Block>(n, numbers<Block>(n, p));
  }
  // Results: on a GPU with what lies beyond the end of a row, its halo, which nobody reads before it is filled;
  // at walls nobody reads it at all, whatever becomes of it there.
  template <class Block, class V>
  HERMITE_DEVICE static void put(Block& block, T* p, Item it, const V& v) {
    if constexpr (Block::own_lanes > 1)
      Block::store_whole(p, v);
    else
      block.store(p, 1, it, v);
  }

  template <class Place>
  HERMITE_DEVICE bool in_layer(int axis, const Place& p) const {
    return (Place::layers >> axis & 1) != 0 &&
           (p.node[axis] < layer_lower[axis] || p.node[axis] >= layer_upper[axis]);
  }
  template <class Place>
  HERMITE_DEVICE int slab_index(int axis, const Place& p) const {
    const int node = p.node[axis];
    return node < layer_lower[axis] ? node : node - layer_upper[axis] + layer_lower[axis];
  }
  template <int c, int axis, class Place>
  HERMITE_DEVICE T* memory(const Place& p) const {
    const int slab = slab_index(axis, p);
    return static_cast<T*>(a.psi[c][axis]) + a.psi_layout[axis].at(0, axis == 2 ? slab : p.node[2],
                                                                   axis == 1 ? slab : p.node[1],
                                                                   axis == 0 ? slab : p.node[0], 0);
  }
  // psi of the derivative [c][axis] as it was; read with all else, to wait for memory once.
  template <int c, int axis, class Block, class Place>
  HERMITE_DEVICE typename Block::Value remembered(const Place& p) const {
    typename Block::Value psi{};
    if (in_layer(axis, p)) psi = Block::load(memory<c, axis>(p), 1);
    return psi;
  }
  // The derivative [c][axis] from its difference, in a layer or not. Outside, 0 is added as psi is inside:
  // a product alone might be fused with what follows in one tile and not in another.
  template <int c, int axis, class Block, class Place, class V>
  HERMITE_DEVICE V derivative(Block& block, Item it, const Place& p, V psi, V d) const {
    if (!in_layer(axis, p)) return per_h[axis] * d + V{};
    constexpr int dual = on_dual(c, axis) ? 1 : 0;
    const CpmlAxis& layer = a.cpml[axis][dual];
    const int slab = slab_index(axis, p);
    const V now =
        cpml_memory(along<Block, axis>(layer.b, slab), psi, along<Block, axis>(layer.c, slab), d);
    put(block, memory<c, axis>(p), it, now);
    return along<Block, axis>(a.ratio[axis][dual], slab) * d + now;
  }

  // What velocity c reads beside differences and factors.
  template <class V>
  struct Motion {
    V v, psi[D];
  };
  template <int c, class Block, class Place>
  HERMITE_DEVICE Motion<typename Block::Value> velocity_at(const Place& p) const {
    Motion<typename Block::Value> m;
    m.v = value<Block>(c, p);
    m.psi[0] = remembered<c, 0, Block>(p);
    m.psi[1] = remembered<c, 1, Block>(p);
    if constexpr (D == 3) m.psi[2] = remembered<c, 2, Block>(p);
    return m;
  }
  // What the normal stresses read.
  template <class V>
  struct Normal {
    V sigma[D], psi[D];
  };
  template <class Block, class Place>
  HERMITE_DEVICE Normal<typename Block::Value> normal_at(const Place& p) const {
    Normal<typename Block::Value> n;
    HERMITE_UNROLL
    for (int c = 0; c < D; ++c) n.sigma[c] = value<Block>(stress_field(D, c, c), p);
    n.psi[0] = remembered<0, 0, Block>(p);
    n.psi[1] = remembered<1, 1, Block>(p);
    if constexpr (D == 3) n.psi[2] = remembered<2, 2, Block>(p);
    return n;
  }
  // And sigma_bc; psi of v_b along c and of v_c along b.
  template <class V>
  struct Shear {
    V sigma, psi[2];
  };
  template <int b, int c, class Block, class Place>
  HERMITE_DEVICE Shear<typename Block::Value> shear_at(const Place& p) const {
    return {value<Block>(stress_field(D, b, c), p),
            {remembered<b, c, Block>(p), remembered<c, b, Block>(p)}};
  }

  // The updates, from what was read, differences and factors.
  template <int c, class Block, class Place, class V>
  HERMITE_DEVICE void velocity(Block& block, Item it, const Place& p, const Motion<V>& at,
                               const V (&d)[D], const V& gain) const {
    V sum = derivative<c, 0>(block, it, p, at.psi[0], d[0]) +
            derivative<c, 1>(block, it, p, at.psi[1], d[1]);
    if constexpr (D == 3) sum = sum + derivative<c, 2>(block, it, p, at.psi[2], d[2]);
    put(block, field(c, p), it, moved(at.v, gain, sum));
  }
  template <class Block, class Place, class V>
  HERMITE_DEVICE void normal(Block& block, Item it, const Place& p, const Normal<V>& at,
                             const V (&d)[D], const Lame<V>& m) const {
    V e[D];
    e[0] = derivative<0, 0>(block, it, p, at.psi[0], d[0]);
    e[1] = derivative<1, 1>(block, it, p, at.psi[1], d[1]);
    if constexpr (D == 3) e[2] = derivative<2, 2>(block, it, p, at.psi[2], d[2]);
    stretch(block, it, p, at, e, m, D);
  }
  // The first `count` normal stresses, from derivatives.
  template <class Block, class Place, class V>
  HERMITE_DEVICE void stretch(Block& block, Item it, const Place& p, const Normal<V>& at,
                              const V (&e)[D], const Lame<V>& m, int count) const {
    V divergence = e[0] + e[1];
    if constexpr (D == 3) divergence = divergence + e[2];
    HERMITE_UNROLL
    for (int c = 0; c < D; ++c)
      if (c < count)
        put(block, field(stress_field(D, c, c), p), it,
            stretched_normally(at.sigma[c], m.lambda, divergence, m.two_mu, e[c]));
  }
  // sigma_bc from the differences of v_b along c and of v_c along b.
  template <int b, int c, class Block, class Place, class V>
  HERMITE_DEVICE void shear(Block& block, Item it, const Place& p, const Shear<V>& at,
                            const V& b_along_c, const V& c_along_b, const V& mu) const {
    const V one = derivative<b, c>(block, it, p, at.psi[0], b_along_c);
    put(block, field(stress_field(D, b, c), p), it,
        sheared(at.sigma, mu, one, derivative<c, b>(block, it, p, at.psi[1], c_along_b)));
  }
};

}  // namespace hermite
