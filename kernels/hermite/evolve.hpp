#pragma once
// Evolution of one cell by a Taylor series in time, Horner form, the paper's Algorithm 4 over half
// a step (tau = dt/2):
//
//   w <- b;   for k = q..1:  w <- b + (tau / k) sum_terms coefficient * D_axis w_in
//   (D w)_j = (j_axis + 1) / h  w_{j + e_axis},  0 beyond 2N+1
//
// b: coefficients of the interpolant, w: [field][j3][j2][j1], j = 0..2N+1. An item owns the pencils
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

  ShapeType shape;

  constexpr int m() const { return 2 * shape.n(); }
  constexpr int pencils() const { return power(m(), dim - 1); }
  constexpr int size() const { return pencils() * m(); }
  // Distance in scratch rows to the neighbour at j + e_axis.
  constexpr int step(int axis) const { return power(m(), axis); }
  // One tensor in place where rows run in order, two in turn where they run at once.
  template <class Block>
  constexpr int scratch() const {
    const int kept = fields * m() * pencils();
    return fields * size() * (Block::in_order ? 1 : 2) + Block::item_scratch * kept;
  }
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

// One stage of one item, scale_t = coefficient * tau / (k h): new values of its pencils from s_w
// into s_next (the same where rows run in order: only indices not yet updated are read).
template <class Coupling, class Ev, class Block, class Kept>
HERMITE_DEVICE void taylor_stage(Block& block, Ev ev, Item it, const Kept& r_b,
                                 const typename Block::Scalar* scale, int k, bool truncate,
                                 const typename Block::Scalar* s_w,
                                 typename Block::Scalar* s_next) {
  using T = typename Block::Scalar;
  using V = typename Block::Value;
  const int m = ev.m(), stride = block.stride();
  const int j3 = it.row / m, j2 = it.row % m;  // 2-D: j3 = 0; 1-D: both 0
  const int j[3] = {0, Ev::dim == 1 ? 0 : j2, Ev::dim == 3 ? j3 : 0};
  const StageRange range = stage_range(ev, j[1], j[2], k, truncate);
  const long base = static_cast<long>(it.row) * m * stride + it.lane;
  const long field_size = static_cast<long>(ev.size()) * stride;

  HERMITE_UNROLL
  for (int j1 = 0; j1 < m; ++j1) {
    if (j1 < range.lower || j1 >= range.upper) continue;
    V r_sum[Ev::fields];  // [field]
    HERMITE_UNROLL
    for (int f = 0; f < Ev::fields; ++f) r_sum[f] = r_b.get(it, f * m + j1);
    HERMITE_UNROLL
    for (int t = 0; t < Coupling::terms; ++t) {
      const auto term = Coupling::term(t);
      const int index = term.axis == 0 ? j1 : j[term.axis];
      if (index + 1 < m) {
        const T factor = scale[t] * static_cast<T>(index + 1);
        r_sum[term.out] += factor * block.get(s_w + term.in * field_size + base +
                                              static_cast<long>(j1 + ev.step(term.axis)) * stride);
      }
    }
    HERMITE_UNROLL
    for (int f = 0; f < Ev::fields; ++f)
      block.put(s_next + f * field_size + base + static_cast<long>(j1) * stride, r_sum[f]);
  }
}

// Evolves the coefficients in s_w ([field][j3][j2][j1]); s_spare is a second tensor for blocks
// whose rows run at once. emit(f, entry, lane item, value) gets the n^dim results.
template <class Coupling, class Ev, class Block, class Emit>
HERMITE_DEVICE void evolve_cell(Block& block, Ev ev, const double* rate, int stages, bool truncate,
                                typename Block::Scalar* s_w, typename Block::Scalar* s_spare,
                                Emit emit) {
  const int m = ev.m(), n = ev.shape.n(), stride = block.stride();
  const long field_size = static_cast<long>(ev.size()) * stride;
  auto r_b = block.template per_item<Ev::fields * Ev::max_m, Ev::max_pencils>(
      ev.pencils(), Ev::fields * m);  // [field][j1]

  block.template unrolled_rows<Sync::none>(ev.pencils(), [&](Item it) {
    HERMITE_UNROLL
    for (int f = 0; f < Ev::fields; ++f) {
      const auto* s = s_w + f * field_size + static_cast<long>(it.row) * m * stride + it.lane;
      HERMITE_UNROLL
      for (int j1 = 0; j1 < m; ++j1) r_b.set(it, f * m + j1, block.get(s + j1 * stride));
    }
  });
  HERMITE_NO_UNROLL
  for (int k = stages; k >= 1; --k) {
    auto* s_next = Block::in_order ? s_w : s_spare;
    // Rounded once: an error of the factors is the same in every cell and adds up.
    typename Block::Scalar r_scale[Coupling::terms];  // [term]
    HERMITE_UNROLL
    for (int t = 0; t < Coupling::terms; ++t)
      r_scale[t] = static_cast<typename Block::Scalar>(rate[t] / k);
    block.template unrolled_rows<Sync::block>(ev.pencils(), [&](Item it) {
      taylor_stage<Coupling>(block, ev, it, r_b, r_scale, k, truncate, s_w, s_next);
    });
    if constexpr (!Block::in_order) {
      s_spare = s_w;
      s_w = s_next;
    }
  }
  block.template rows<Sync::block>(power(n, Ev::dim - 1), [&](Item it) {
    const int pencil = Ev::dim == 3 ? it.row / n * m + it.row % n : it.row;
    HERMITE_UNROLL
    for (int f = 0; f < Ev::fields; ++f) {
      const auto* s = s_w + f * field_size + static_cast<long>(pencil) * m * stride + it.lane;
      HERMITE_UNROLL
      for (int j1 = 0; j1 < n; ++j1) emit(it, f, it.row * n + j1, block.get(s + j1 * stride));
    }
  });
}

}  // namespace hermite
