#pragma once
// What the schedules of the elastic scheme share: where a point's values, differences, factors and psi
// are, and its update from given differences. Freestanding.

#include "kernels/device/kernel_base.hpp"
#include "kernels/fdtd/elastic/arguments.hpp"
#include "kernels/fdtd/elastic/staggered.hpp"

namespace hermite {

// A node, the first of an item's lanes.
struct ElasticPlace {
  long node[3];
  long offset;  // in arrays of the common layout
};

// In place of the type of an entry's number: values.
struct FactorValues {};

// Velocity: v from sigma, else sigma from v. Index: the type of a factor's number, or FactorValues.
template <class T, int D, bool Velocity, class Index>
struct ElasticCell {
  ElasticArguments a;

  HERMITE_DEVICE ElasticPlace place(long i, long j, long k) const {
    return {{i, j, k}, a.layout.at(0, k, j, i, 0)};
  }
  HERMITE_DEVICE long stride(int axis) const {
    return axis == 0 ? 1 : axis == 1 ? a.layout.m2 : a.layout.m3;
  }
  HERMITE_DEVICE T* field(int f, const ElasticPlace& p) const {
    return static_cast<T*>(a.field[f]) + p.offset;
  }

  // Of the derivative [c][axis]: the field, and whether it lies half a cell after the node it is
  // numbered by, or on it.
  static constexpr int source(int c, int axis) { return Velocity ? stress_field(D, c, axis) : c; }
  static constexpr bool on_dual(int c, int axis) { return Velocity == (c == axis); }
  // How far before the place the lower of its two inner values lies, in nodes.
  static constexpr int back(int c, int axis) { return on_dual(c, axis) ? 0 : 1; }

  template <class Block, int c, int axis>
  HERMITE_DEVICE auto difference(const ElasticPlace& p) const {
    const long s = stride(axis);
    const T* f = field(source(c, axis), p) - back(c, axis) * s;
    return staggered_difference<T>(Block::load(f - s, 1), Block::load(f, 1), Block::load(f + s, 1),
                                   Block::load(f + 2 * s, 1));
  }
  // The derivatives that velocity c, the shear stress between c and others, or (normal) all normal
  // stresses need.
  template <class Block, int c, class V>
  HERMITE_DEVICE void differences_of_velocity(const ElasticPlace& p, V (&d)[D]) const {
    d[0] = difference<Block, c, 0>(p);
    d[1] = difference<Block, c, 1>(p);
    if constexpr (D == 3) d[2] = difference<Block, c, 2>(p);
  }
  template <class Block, class V>
  HERMITE_DEVICE void normal_differences(const ElasticPlace& p, V (&d)[D]) const {
    d[0] = difference<Block, 0, 0>(p);
    d[1] = difference<Block, 1, 1>(p);
    if constexpr (D == 3) d[2] = difference<Block, 2, 2>(p);
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
  template <class Block>
  HERMITE_DEVICE typename Block::Value value(int f, const ElasticPlace& p) const {
    return Block::load(field(f, p), 1);
  }
  template <class Block>
  HERMITE_DEVICE typename Block::Value factor(int n, const ElasticPlace& p) const {
    if constexpr (SameType<Index, FactorValues>::value)
      return Block::constant(static_cast<const T*>(a.factor[n].nodes) + p.offset, 1);
    else
      return Block::look_up(static_cast<const T*>(a.factor[n].table),
                            static_cast<const Index*>(a.factor[n].nodes) + p.offset);
  }

  // The derivative [c][axis] from its difference, in a layer or not.
  template <int c, int axis, class Block, class V>
  HERMITE_DEVICE V derivative(Block& block, Item it, const ElasticPlace& p, V d) const {
    constexpr int dual = on_dual(c, axis) ? 1 : 0;
    V e = along<Block, axis>(a.ratio[axis][dual], p.node[axis]) * d;
    const CpmlAxis& layer = a.cpml[axis][dual];
    if (layer.holds(p.node[axis])) {
      const long slab = layer.slab_index(p.node[axis]);
      T* psi = static_cast<T*>(a.psi[c][axis]) +
               a.psi_layout[axis].at(0, axis == 2 ? slab : p.node[2], axis == 1 ? slab : p.node[1],
                                     axis == 0 ? slab : p.node[0], 0);
      const V memory = cpml_memory(along<Block, axis>(layer.b, slab), Block::load(psi, 1),
                                   along<Block, axis>(layer.c, slab), d);
      block.store(psi, 1, it, memory);
      e = e + memory;
    }
    return e;
  }

  // What a normal stress update reads beside differences.
  template <class V>
  struct Normal {
    V sigma[D], lambda, two_mu;
  };
  template <class Block>
  HERMITE_DEVICE Normal<typename Block::Value> normal_at(const ElasticPlace& p) const {
    Normal<typename Block::Value> n;
    HERMITE_UNROLL
    for (int c = 0; c < D; ++c) n.sigma[c] = value<Block>(stress_field(D, c, c), p);
    n.lambda = factor<Block>(lambda_factor, p);
    n.two_mu = factor<Block>(two_mu_factor, p);
    return n;
  }
  // And that of sigma_bc.
  template <class V>
  struct Shear {
    V sigma, mu;
  };
  template <int b, int c, class Block>
  HERMITE_DEVICE Shear<typename Block::Value> shear_at(const ElasticPlace& p) const {
    constexpr int f = stress_field(D, b, c);
    return {value<Block>(f, p), factor<Block>(shear_factor + f - 2 * D, p)};
  }
  // And that of v_c.
  template <class V>
  struct Motion {
    V v, gain;
  };
  template <int c, class Block>
  HERMITE_DEVICE Motion<typename Block::Value> velocity_at(const ElasticPlace& p) const {
    return {value<Block>(c, p), factor<Block>(c, p)};
  }

  // The updates, from what was read before and differences.
  template <int c, class Block, class V>
  HERMITE_DEVICE void velocity(Block& block, Item it, const ElasticPlace& p, const Motion<V>& at,
                               const V (&d)[D]) const {
    V sum = derivative<c, 0>(block, it, p, d[0]) + derivative<c, 1>(block, it, p, d[1]);
    if constexpr (D == 3) sum = sum + derivative<c, 2>(block, it, p, d[2]);
    block.store(field(c, p), 1, it, moved(at.v, at.gain, sum));
  }
  template <class Block, class V>
  HERMITE_DEVICE void normal(Block& block, Item it, const ElasticPlace& p, const Normal<V>& at,
                             const V (&d)[D]) const {
    V e[D];
    e[0] = derivative<0, 0>(block, it, p, d[0]);
    e[1] = derivative<1, 1>(block, it, p, d[1]);
    if constexpr (D == 3) e[2] = derivative<2, 2>(block, it, p, d[2]);
    stretch(block, it, p, at, e, D);
  }
  // The first `count` normal stresses, from derivatives.
  template <class Block, class V>
  HERMITE_DEVICE void stretch(Block& block, Item it, const ElasticPlace& p, const Normal<V>& at,
                              const V (&e)[D], int count) const {
    V divergence = e[0] + e[1];
    if constexpr (D == 3) divergence = divergence + e[2];
    HERMITE_UNROLL
    for (int c = 0; c < D; ++c)
      if (c < count)
        block.store(field(stress_field(D, c, c), p), 1, it,
                    stretched_normally(at.sigma[c], at.lambda, divergence, at.two_mu, e[c]));
  }
  // sigma_bc from the differences of v_b along c and of v_c along b.
  template <int b, int c, class Block, class V>
  HERMITE_DEVICE void shear(Block& block, Item it, const ElasticPlace& p, const Shear<V>& at,
                            V b_along_c, V c_along_b) const {
    const V one = derivative<b, c>(block, it, p, b_along_c);
    block.store(field(stress_field(D, b, c), p), 1, it,
                sheared(at.sigma, at.mu, one, derivative<c, b>(block, it, p, c_along_b)));
  }
};

}  // namespace hermite
