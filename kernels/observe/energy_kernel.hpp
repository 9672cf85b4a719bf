#pragma once
// The energy of values at the nodes of staggered grids,
//   W = 1/2 sum_nodes V sum_fg E_fg u_f u_g,
// V the part of the domain that a node stands for, from the states where they are. E is what the media of a node
// make it, of which a solver has the factors of its step: few are a table and a number at each node, many lie at the
// nodes themselves. A block takes one plane, and each of its lanes goes along the rows; sums are formed in double,
// whatever the precision of the states. Freestanding.

#include "hermite/grid/layout.hpp"
#include "hermite/systems/elastic_compliance.hpp"
#include "kernels/device/kernel_base.hpp"
#include "kernels/device/rounding.hpp"
#include "kernels/stage/energy_factors.hpp"

namespace hermite {

// One field, or the normal stresses of all `fields` directions, whose energy is one of all together.
struct EnergyTerm {
  int fields = 0;
  const void* u[3] = {nullptr, nullptr, nullptr};
  EnergyFactors factors;
  long lanes = 0, plane_begin = 0, plane_end = 0, rows = 0;  // nodes
  // [lanes, rows, planes], whose product is V/2
  const double* weight[3] = {nullptr, nullptr, nullptr};
};

// Of elastic waves in 3-D: velocities, shear stresses, and the normal ones together.
constexpr int most_energy_terms = 7;

struct EnergyArguments {
  EnergyTerm terms[most_energy_terms];
  int count = 0;
  NodeLayout layout;  // of all fields
  // Of the two axes after the lanes, in that order but in 2-D.
  long row_stride = 0, plane_stride = 0;
  long lanes = 0, plane_begin = 0, plane_end = 0;
  double* sums = nullptr;  // [plane][lane]
};

// S is the type of the states' values.
template <class S>
struct EnergyKernel : KernelBase<double, 1, 128> {
  EnergyArguments a;

  EnergyKernel(const EnergyArguments& arguments, int lanes)
      : KernelBase<double, 1, 128>{{{{0, 0, arguments.plane_begin},
                                     {arguments.lanes, 1, arguments.plane_end}},
                                    {lanes, 1, 1}}},
        a(arguments) {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    using V = typename Block::Value;
    const Tile tile = this->tiling.tile(block.index(), 0);
    const long plane = tile.begin[2];
    double* const sums = a.sums + (plane - a.plane_begin) * a.lanes + tile.begin[0];
    block.set_active(tile.lanes);
    block.template rows<Sync::none>(1, [&](Item it) { block.store(sums + it.lane, 1, it, V{}); });
    for (int t = 0; t < a.count; ++t) {
      const EnergyTerm& term = a.terms[t];
      const long left = term.lanes - tile.begin[0];
      if (plane < term.plane_begin || plane >= term.plane_end || left <= 0) continue;
      block.set_active(left < tile.lanes ? static_cast<int>(left) : tile.lanes);
      block.template rows<Sync::none>(1, [&](Item it) {
        const V sum = of_plane(block, it, term, tile.begin[0] + it.lane, plane);
        block.store(sums + it.lane, 1, it, block.load(sums + it.lane, 1, it) + sum);
      });
    }
  }

 private:
  template <class Block>
  HERMITE_DEVICE auto of_plane(Block& block, Item it, const EnergyTerm& term, long lane,
                               long plane) const {
    typename Block::Value sum{};
    long at = a.layout.origin + plane * a.plane_stride + lane;
    for (long row = 0; row < term.rows; ++row, at += a.row_stride)
      sum += Block::constant(term.weight[1] + row) *
             (term.fields == 1 ? of_field(block, it, term, at) : of_normals(block, it, term, at));
    return sum * Block::constant(term.weight[0] + lane, 1) *
           Block::constant(term.weight[2] + plane);
  }
  template <class Block>
  HERMITE_DEVICE static auto value(Block& block, Item it, const void* field, long at) {
    return block.load(static_cast<const S*>(field) + at, 1, it);
  }
  template <class Block>
  HERMITE_DEVICE static typename Block::Value of_field(Block& block, Item it,
                                                       const EnergyTerm& term, long at) {
    using V = typename Block::Value;
    const V u = value(block, it, term.u[0], at);
    const EnergyFactors& factors = term.factors;
    switch (factors.media) {
      case EnergyMedia::one_medium:
        return u * u * Block::constant(factors.table);
      case EnergyMedia::byte_numbers:
        return u * u * Block::entries(factors.table, numbers<Block, unsigned char>(factors, at));
      case EnergyMedia::short_numbers:
        return u * u * Block::entries(factors.table, numbers<Block, unsigned short>(factors, at));
      case EnergyMedia::factors:
        return u * u *
               energy_of_factors(factors.dt, value(block, it, factors.factor[0], at),
                                 value(block, it, factors.factor[1], at));
      case EnergyMedia::node_values:
        break;
    }
    return u * u *
           energy_of_factors(factors.dt, V{} + 1.0,
                             gain_of(factors, sum_of_nodes(block, it, factors, at)));
  }
  // Rounded wherever the step rounds it.
  template <class V>
  HERMITE_DEVICE static V gain_of(const EnergyFactors& factors, const V& sum) {
    const V gain = factors.inverse ? rounded_to<S>(1.0 / sum) : sum;
    return factors.scale * gain;
  }
  template <class Block>
  HERMITE_DEVICE static auto sum_of_nodes(Block& block, Item it, const EnergyFactors& factors,
                                          long at) {
    const auto row = [&](long first) {
      auto sum = value(block, it, factors.factor[1], first);
      if (factors.beside[0] != 0)
        sum = rounded_to<S>(sum + value(block, it, factors.factor[1], first + factors.beside[0]));
      return sum;
    };
    auto sum = row(at);
    if (factors.beside[1] != 0) sum = rounded_to<S>(sum + row(at + factors.beside[1]));
    return sum;
  }
  template <class Block>
  HERMITE_DEVICE static typename Block::Value of_normals(Block& block, Item it,
                                                         const EnergyTerm& term, long at) {
    using V = typename Block::Value;
    V u[3], trace{}, deviator{};
    for (int d = 0; d < term.fields; ++d) {
      u[d] = value(block, it, term.u[d], at);
      trace += u[d];
    }
    for (int d = 0; d < term.fields; ++d) {
      const V part = u[d] - trace / static_cast<double>(term.fields);
      deviator += part * part;
    }
    const ElasticCompliance<V> c = compliance(block, it, term, at);
    return c.shear * deviator + c.bulk * trace * trace;
  }
  template <class Block>
  HERMITE_DEVICE static ElasticCompliance<typename Block::Value> compliance(Block& block, Item it,
                                                                            const EnergyTerm& term,
                                                                            long at) {
    using V = typename Block::Value;
    const EnergyFactors& factors = term.factors;
    if (factors.media == EnergyMedia::node_values) {
      const V lambda = value(block, it, factors.factor[0], at);
      const V two_mu = gain_of(factors, value(block, it, factors.factor[1], at));
      return elastic_compliance<V>(term.fields, lambda / factors.dt, two_mu / factors.dt);
    }
    // Their solver numbers media with a byte, or not at all.
    const auto pair = Block::entry_pairs(factors.table, numbers<Block, unsigned char>(factors, at));
    return {pair.first, pair.second};
  }
  template <class Block, class I>
  HERMITE_DEVICE static auto numbers(const EnergyFactors& factors, long at) {
    return Block::numbers(static_cast<const I*>(factors.numbers) + at);
  }
};

}  // namespace hermite
