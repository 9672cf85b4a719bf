#pragma once
// What the schedules of the elastic scheme share: a point's factors, its psi, and its update from given
// differences. Freestanding.

#include "kernels/fdtd/elastic/elastic_place.hpp"
#include "kernels/fdtd/elastic/node_values.hpp"

namespace hermite {

// In place of the type of an entry's number: values at nodes.
struct NodeValues {};

// Index: the type of a factor's number, or NodeValues.
template <class T, int D, bool Velocity, class Index>
struct ElasticCell : ElasticPlaces<T, D, Velocity> {
  using Base = ElasticPlaces<T, D, Velocity>;
  using Base::a, Base::per_h, Base::layer_lower, Base::layer_upper, Base::field, Base::on_dual;
  static constexpr bool averaged = SameType<Index, NodeValues>::value;

  explicit ElasticCell(const ElasticArguments& arguments) : Base(arguments) {}

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

  // Factors come in two steps: what is read at the point, a number or the sum of the values at the nodes
  // around it; and the factor itself.
  template <int c, class Block, class Place>
  HERMITE_DEVICE auto read_gain(const Place& p) const {
    if constexpr (averaged)
      return two_nodes<c, Block>(values(a.inertia, p));
    else
      return numbers<Block>(c, p);
  }
  template <int c, class Block, class Read>
  HERMITE_DEVICE typename Block::Value gain(const Read& read) const {
    if constexpr (averaged)
      return gain_of_sum(read);
    else
      return entries<Block>(c, read);
  }
  // Of normal stresses, dt times.
  template <class V>
  struct Lame {
    V lambda, two_mu;
  };
  template <class V>
  struct NodeLame {
    V lambda, rigidity;
  };
  template <class Block, class Place>
  HERMITE_DEVICE auto read_lame(const Place& p) const {
    if constexpr (averaged)
      return NodeLame<typename Block::Value>{Block::constant(values(a.lambda, p), 1),
                                             Block::constant(values(a.rigidity, p), 1)};
    else
      return numbers<Block>(lambda_factor, p);  // one number stands for both
  }
  template <class Block, class Read>
  HERMITE_DEVICE Lame<typename Block::Value> lame(const Read& read) const {
    if constexpr (averaged)
      return {read.lambda, two_dt_mu_of<T>(a.harmonic, read.rigidity)};
    else
      return {entries<Block>(lambda_factor, read), entries<Block>(two_mu_factor, read)};
  }
  // Of sigma_bc, b < c.
  template <int b, int c, class Block, class Place>
  HERMITE_DEVICE auto read_modulus(const Place& p) const {
    if constexpr (averaged) {
      const T* const here = values(a.rigidity, p);
      return two_nodes<b, Block>(here) + two_nodes<b, Block>(here + this->stride(c));
    } else {
      return numbers<Block>(shear_number(b, c), p);
    }
  }
  template <int b, int c, class Block, class Read>
  HERMITE_DEVICE typename Block::Value modulus(const Read& read) const {
    if constexpr (averaged)
      return dt_mu_of_sum(a.harmonic, read);
    else
      return entries<Block>(shear_number(b, c), read);
  }
  // Both at once.
  template <int c, class Block, class Place>
  HERMITE_DEVICE typename Block::Value gain_at(const Place& p) const {
    return gain<c, Block>(read_gain<c, Block>(p));
  }
  template <class Block, class Place>
  HERMITE_DEVICE Lame<typename Block::Value> lame_at(const Place& p) const {
    return lame<Block>(read_lame<Block>(p));
  }
  template <int b, int c, class Block, class Place>
  HERMITE_DEVICE typename Block::Value modulus_at(const Place& p) const {
    return modulus<b, c, Block>(read_modulus<b, c, Block>(p));
  }

  static constexpr int shear_number(int b, int c) {
    return shear_factor + stress_field(D, b, c) - 2 * D;
  }
  template <class Place>
  HERMITE_DEVICE static const T* values(const void* array, const Place& p) {
    return static_cast<const T*>(array) + p.tile + p.item;
  }
  template <class Place>
  HERMITE_DEVICE const Index* entry(int n, const Place& p) const {
    return static_cast<const Index*>(a.factor[n].numbers) + p.tile + p.item;
  }
  template <class Block, class Place>
  HERMITE_DEVICE auto numbers(int n, const Place& p) const {
    return Block::numbers(entry(n, p));
  }
  template <class Block, class Numbers>
  HERMITE_DEVICE typename Block::Value entries(int n, const Numbers& number) const {
    return Block::entries(static_cast<const T*>(a.factor[n].table), number);
  }
  // The sum of a value and the one that lies a node further along the axis.
  template <int axis, class Block>
  HERMITE_DEVICE typename Block::Value two_nodes(const T* p) const {
    const auto here = Block::constant(p, 1);
    if constexpr (axis == 0)
      return here + Block::constant_after(p, here);
    else
      return here + Block::constant(p + this->stride(axis), 1);
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
    return (Place::ends >> axis & 1) != 0 &&
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
