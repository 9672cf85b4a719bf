#pragma once
// Evolution of one cell by a Taylor series in time, Horner form, the paper's Algorithm 4 over half
// a step (tau = dt/2):
//
//   w <- b;   for k = q..1:  w <- b + (tau / k) sum_terms coefficient * D_axis w_in
//   (D w)_j = (j_axis + 1) / h  w_{j + e_axis},  0 beyond 2N+1
//
// b: coefficients of the interpolant, w: [j3][j2][field][j1], j = 0..2N+1. An item owns the pencils
// along x1 at (j3, j2), of all fields. With `truncate` stage k touches only the indices that a
// result depends on: sum_d max(0, j_d - N) <= k - 1 <= sum_d j_d. Freestanding.

#include "kernels/hermite/arguments.hpp"
#include "kernels/hermite/shape.hpp"

namespace hermite {

template <class Coupling, class ShapeType>
struct Evolution {
  static constexpr int dim = ShapeType::dim;
  static constexpr int fields = Coupling::fields;
  static constexpr int max_m = 2 * ShapeType::max_n;
  static constexpr int max_pencils = power(max_m, dim - 1);
  static constexpr int max_stages = dim * (max_m - 1);  // all further ones are 0

  ShapeType shape;

  constexpr int m() const { return 2 * shape.n(); }
  constexpr int pencils() const { return power(m(), dim - 1); }
  // Scratch rows of a tensor, and of the values of one pencil.
  constexpr int size() const { return pencils() * kept(); }
  constexpr int kept() const { return fields * m(); }
  template <class Block>
  static constexpr bool keeps_in_scratch() {
    return Block::template keeps_in_scratch<fields * max_m, max_pencils>();
  }
  // The scratch row of j1 = 0, and the distance in rows to the neighbour at j + e_axis.
  constexpr int row(int pencil, int field) const { return (pencil * fields + field) * m(); }
  constexpr int step(int axis) const { return axis == 0 ? 1 : fields * power(m(), axis); }
};

// The indices j1 of a pencil that stage k has to update.
struct StageRange {
  int lower, upper;
};
template <class Ev>
HERMITE_DEVICE StageRange stage_range(Ev ev, int j2, int j3, int k, bool truncate) {
  if (!truncate) return {0, ev.m()};
  const int order = ev.shape.n() - 1;
  const int excess = (j2 > order ? j2 - order : 0) + (j3 > order ? j3 - order : 0);
  const int left = k - 1 - excess, lower = k - 1 - j2 - j3;
  if (left < 0) return {0, 0};
  const int upper = order + left + 1;
  return {lower > 0 ? lower : 0, upper < ev.m() ? upper : ev.m()};
}

// What the factors of all stages are made of. On a GPU a quotient in each thread takes longer than a stage of
// a small cell: the stages' numbers come as what they divide by.
template <class Coupling, int Stages>
struct TaylorRates {
  double term[Coupling::terms];  // coefficient * tau / h
  double over[Stages + 1];       // [k]: 1 / k

  constexpr explicit TaylorRates(const double* rate) : term{}, over{} {
    for (int t = 0; t < Coupling::terms; ++t) term[t] = rate[t];
    for (int k = 1; k <= Stages; ++k) over[k] = 1.0 / k;
  }
};

// The factors of a stage, coefficient * tau / (k h) * (index + 1) for term t. The product is made in double:
// an error of the factors is the same in every cell and adds up. Where one worker runs all rows they are
// tabled; on CUDA a product costs less than a table.
template <class Coupling, class T, int Max, bool Tabled>
struct StageFactors {
  T value[Coupling::terms][Tabled ? Max : 1];

  template <class Rates>
  HERMITE_DEVICE StageFactors(const Rates& rates, int k, int m) {
    HERMITE_UNROLL_TERMS
    for (int t = 0; t < Coupling::terms; ++t) {
      const T scale = static_cast<T>(rates.term[t] * rates.over[k]);
      HERMITE_NO_UNROLL
      for (int index = 0; index < (Tabled ? m : 1); ++index)
        value[t][index] = scale * static_cast<T>(index + 1);
    }
  }
  HERMITE_DEVICE T at(int t, int index) const {
    return Tabled ? value[t][index] : value[t][0] * static_cast<T>(index + 1);
  }
};

// One stage of one item: new values of its pencils from s_in into s_out (which may be the same
// where rows run in order: only indices not yet updated are read).
template <class Coupling, class Ev, class Block, class Kept, class Factors>
HERMITE_DEVICE void taylor_stage(Block& block, Ev ev, Item it, const Kept& r_b,
                                 const Factors& factors, int k, bool truncate,
                                 const typename Block::Scalar* s_in,
                                 typename Block::Scalar* s_out) {
  using T = typename Block::Scalar;
  using V = typename Block::Value;
  const int m = ev.m(), stride = block.stride();
  const int j3 = it.row / m, j2 = it.row % m;  // 2-D: j3 = 0; 1-D: both 0
  const int j[3] = {0, Ev::dim == 1 ? 0 : j2, Ev::dim == 3 ? j3 : 0};
  const StageRange range = stage_range(ev, j[1], j[2], k, truncate);
  const long base = static_cast<long>(ev.row(it.row, 0)) * stride + it.lane;

  // Of the other axes the factors are the same along the pencil, and their terms present or not.
  T r_factor[Coupling::terms];
  HERMITE_UNROLL_TERMS
  for (int t = 0; t < Coupling::terms; ++t) r_factor[t] = factors.at(t, j[Coupling::term(t).axis]);
  const bool inside[3] = {true, j[1] + 1 < m, j[2] + 1 < m};

  // Registers want constant indices; a long body from scratch is better not repeated.
  constexpr int unrolled = Ev::template keeps_in_scratch<Block>() ? 0 : Ev::max_m;
  block.template indices<unrolled>(range.lower, range.upper, [&](int j1) HERMITE_INLINED {
    const T* s = s_in + base + static_cast<long>(j1) * stride;
    V r_sum[Ev::fields];  // [field]
    HERMITE_UNROLL
    for (int f = 0; f < Ev::fields; ++f) r_sum[f] = r_b.get(it, f * m + j1);
    HERMITE_UNROLL_TERMS
    for (int t = 0; t < Coupling::terms; ++t) {
      const auto term = Coupling::term(t);
      const bool along = term.axis == 0;
      if (along ? j1 + 1 < m : inside[term.axis])
        r_sum[term.out] += (along ? factors.at(t, j1) : r_factor[t]) *
                           block.get(s + (term.in * m + ev.step(term.axis)) * stride);
    }
    HERMITE_UNROLL
    for (int f = 0; f < Ev::fields; ++f)
      block.put(s_out + base + static_cast<long>(f * m + j1) * stride, r_sum[f]);
  });
}

// Evolves the coefficients in s_b; stages write to s_w and s_other in turn (both the same where rows
// run in order). emit(f, entry, lane item, value) gets the n^dim results.
template <class Coupling, class Ev, class Block, class Rates, class Emit>
HERMITE_DEVICE void evolve_cell(Block& block, Ev ev, const Rates& rates, int stages, bool truncate,
                                typename Block::Scalar* s_b, typename Block::Scalar* s_w,
                                typename Block::Scalar* s_other, Emit emit) {
  using T = typename Block::Scalar;
  const int m = ev.m(), n = ev.shape.n(), stride = block.stride();
  const auto r_b =  // [field][j1]
      block.template keep<Ev::fields * Ev::max_m, Ev::max_pencils>(s_b, ev.pencils(), ev.kept());

  // The first stage finds w = b in s_b, where the others need not look: what they read, an earlier
  // stage has written.
  T *s_in = s_b, *s_out = s_w, *s_next = s_other;
  HERMITE_NO_UNROLL
  for (int k = stages; k >= 1; --k) {
    const StageFactors<Coupling, T, Ev::max_m, Block::in_order> factors(rates, k, m);
    const auto stage = [&](Item it) HERMITE_INLINED {
      taylor_stage<Coupling>(block, ev, it, r_b, factors, k, truncate, s_in, s_out);
    };
    if constexpr (Ev::template keeps_in_scratch<Block>())
      block.template rows<Sync::block>(ev.pencils(), stage);
    else
      block.template unrolled_rows<Sync::block>(ev.pencils(), stage);
    s_in = s_out;
    s_out = s_next;
    s_next = s_in;
  }
  block.template rows<Sync::block>(power(n, Ev::dim - 1), [&](Item it) HERMITE_INLINED {
    const int pencil = Ev::dim == 3 ? it.row / n * m + it.row % n : it.row;
    HERMITE_UNROLL
    for (int f = 0; f < Ev::fields; ++f) {
      const T* s = s_in + static_cast<long>(ev.row(pencil, f)) * stride + it.lane;
      HERMITE_UNROLL
      for (int j1 = 0; j1 < n; ++j1) emit(it, f, it.row * n + j1, block.get(s + j1 * stride));
    }
  });
}

}  // namespace hermite
