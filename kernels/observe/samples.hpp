#pragma once
// Values of cell interpolants at scattered points, from the states where they are:
//
//   u(x) = sum_{c3 c2 c1} w3[c3] w2[c2] w1[c1] p[c3][c2][c1],   c_d = side * n + derivative
//
// with the weights of hermite/output/stencil.hpp. A block makes one value; its rows are the pencils
// (c3, c2), whose sums along x1 wait in scratch to be added in ascending order. Sums are formed in
// double, whatever the precision of the states. One launch makes those of all states: it takes longer than
// they do. Freestanding.

#include "hermite/grid/layout.hpp"
#include "kernels/device/kernel_base.hpp"

namespace hermite {

// Where a sample is, and of which field of which state.
struct SamplePlace {
  long node[3][2];  // [axis][side]
  int state, field;
};

struct SampledState {
  const void* data;
  NodeLayout layout;
};

constexpr int most_states = 16;  // elastic waves in 3-D have 9

struct SampleArguments {
  SampledState states[most_states];
  int dimension, n;           // n = N+1 derivatives per direction
  const SamplePlace* places;  // [sample]
  const double* weights;      // [sample][axis][2n]
  double* values;             // [sample]
  long samples;
};

// S is the type of the states' values.
template <class S>
struct Samples : KernelBase<double, 64, 1> {
  SampleArguments a;

  explicit Samples(const SampleArguments& arguments)
      : KernelBase<double, 64, 1>{{{{0, 0, 0}, {arguments.samples, 1, 1}}, {1, 1, 1}}},
        a(arguments) {}
  constexpr int pencils() const {
    int count = 1;
    for (int axis = 1; axis < a.dimension; ++axis) count *= 2 * a.n;
    return count;
  }
  template <class Block>
  constexpr int scratch() const {
    return pencils();
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    using V = typename Block::Value;
    const int n = a.n, columns = 2 * n, count = pencils();
    const SamplePlace& place = a.places[block.index()];
    const double* w = a.weights + block.index() * 3 * columns;
    const SampledState& state = a.states[place.state];
    const S* data = static_cast<const S*>(state.data);
    double* s_sum = block.scratch(count);  // [c3][c2]
    block.template rows<Sync::block>(count, [&](Item it) {
      const int c2 = a.dimension > 1 ? it.row % columns : 0, i2 = c2 % n;
      const int c3 = a.dimension > 2 ? it.row / columns : 0, i3 = c3 % n;
      V sum{};
      for (int c1 = 0; c1 < columns; ++c1) {
        const S* p =
            data + state.layout.at(place.field, place.node[2][c3 / n], place.node[1][c2 / n],
                                   place.node[0][c1 / n], (i3 * n + i2) * n + c1 % n);
        sum += w[c1] * block.load(p, 0);
      }
      const double along = a.dimension > 1 ? w[columns + c2] : 1;
      const double last = a.dimension > 2 ? w[2 * columns + c3] : 1;
      block.put(s_sum + static_cast<long>(it.row) * block.stride(), along * last * sum);
    });
    block.template rows<Sync::none>(1, [&](Item it) {
      V sum{};
      for (int pencil = 0; pencil < count; ++pencil)
        sum += block.get(s_sum + static_cast<long>(pencil) * block.stride());
      block.store(a.values + block.index(), 1, it, sum);
    });
  }
};

}  // namespace hermite
