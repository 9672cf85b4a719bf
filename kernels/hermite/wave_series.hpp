#pragma once
// Acoustics in second-order form on one cell: the even powers of the Taylor series in time alone,
// tau = dt/2, w: one field's coefficients [j3][j2][j1], j = 0..2N+1.
//
//   C = sum_k (c tau)^{2k} / (2k)!   Lap^k    cos(c tau sqrt(-Lap))
//   S = sum_k (c tau)^{2k} / (2k+1)! Lap^k    sin(c tau sqrt(-Lap)) / (c tau sqrt(-Lap))
//
// in Horner form,  w <- b;  for k = K..1:  w <- b + (c tau)^2 / ((2k)(2k -+ 1)) Lap w,
//   (Lap w)_j = sum_d (j_d + 1)(j_d + 2) / h_d^2  w_{j + 2 e_d},  0 beyond 2N+1.
// A power takes two off one of d indices up to 2N+1: the series ends at K = dN.
//
// With `truncate` stage k touches only what a result depends on, results being the indices up to M:
//   sum_d ceil(max(0, j_d - M) / 2) <= k - 1 <= sum_d floor(j_d / 2).
//
// J. Goodrich, T. Hagstrom, J. Lorenz, Math. Comp. 75 (2006) for the interpolation; D. Appelo,
// T. Hagstrom, A. Vargas, "Hermite methods for the scalar wave equation", arXiv 1802.05246, for the
// series in even powers. Freestanding.

#include "kernels/hermite/evolve.hpp"

namespace hermite {

// The three half steps.
enum class WaveForm {
  conservative,  // u <- -u + 2 C I w,             w: the same field on the other grid
  velocity,      // v <- v - (dt / rho) grad S I p
  pressure       // p <- p - dt K S div I v
};

// What is evolved in a cell is one field in all of them.
struct OneField {
  static constexpr int fields = 1;
};
template <class ShapeType>
using WaveEvolution = Evolution<OneField, ShapeType>;

// What the factors of all stages are made of: numbers of stages as what they divide by, as in TaylorRates.
template <class Ev, int Odd>
struct EvenRates {
  static constexpr int max_stages = Ev::dim * (Ev::max_m / 2 - 1);  // the series ends at K = dN
  double square[Ev::dim];                                           // (c tau / h_d)^2
  double over[max_stages + 1];  // [k]: 1 / ((2k)(2k - 1 + 2 Odd))

  constexpr explicit EvenRates(const double* rate) : square{}, over{} {
    for (int d = 0; d < Ev::dim; ++d) square[d] = rate[d];
    for (int k = 1; k <= max_stages; ++k) over[k] = 1.0 / (2 * k * (2 * k - 1 + 2 * Odd));
  }
};

// The indices j1 of a pencil that stage k has to update: j1 up to `upper`, exclusive.
template <class Ev>
HERMITE_DEVICE StageRange even_stage_range(Ev ev, int j2, int j3, int k, int most, bool truncate) {
  if (!truncate) return {0, ev.m()};
  const int excess = (j2 > most ? (j2 - most + 1) / 2 : 0) + (j3 > most ? (j3 - most + 1) / 2 : 0);
  const int left = k - 1 - excess, lower = 2 * (k - 1 - j2 / 2 - j3 / 2);
  if (left < 0) return {0, 0};
  const int upper = most + 2 * left + 1;
  return {lower > 0 ? lower : 0, upper < ev.m() ? upper : ev.m()};
}

// One stage of one item: new values of its pencil from s_w into s_next (the same where rows run in
// order: only indices not yet updated are read). scale_d: the factor of D_d^2.
template <class Ev, class Block, class Kept>
HERMITE_DEVICE void laplacian_stage(Block& block, Ev ev, Item it, const Kept& r_b,
                                    const typename Block::Scalar* scale, int k, int most,
                                    bool truncate, const typename Block::Scalar* s_w,
                                    typename Block::Scalar* s_next) {
  using T = typename Block::Scalar;
  using V = typename Block::Value;
  const int m = ev.m(), stride = block.stride();
  const int j[3] = {0, Ev::dim == 1 ? 0 : it.row % m, Ev::dim == 3 ? it.row / m : 0};
  const StageRange range = even_stage_range(ev, j[1], j[2], k, most, truncate);
  const long base = static_cast<long>(it.row) * m * stride + it.lane;

  HERMITE_UNROLL
  for (int j1 = 0; j1 < m; ++j1) {
    if (j1 < range.lower || j1 >= range.upper) continue;
    V r_sum = r_b.get(it, j1);
    HERMITE_UNROLL
    for (int axis = 0; axis < Ev::dim; ++axis) {
      const int index = axis == 0 ? j1 : j[axis];
      if (index + 2 < m) {
        const T factor = scale[axis] * static_cast<T>((index + 1) * (index + 2));
        r_sum +=
            factor * block.get(s_w + base + static_cast<long>(j1 + 2 * ev.step(axis)) * stride);
      }
    }
    block.put(s_next + base + static_cast<long>(j1) * stride, r_sum);
  }
}

// Applies C (rates of Odd = 0) or S (Odd = 1) to the coefficients in s_w and returns where the result
// lies, valid for indices up to `most`: s_w, or s_spare where rows run at once.
template <class Ev, class Block, class Rates>
HERMITE_DEVICE typename Block::Scalar* even_series(Block& block, Ev ev, const Rates& rates,
                                                   int stages, int most, bool truncate,
                                                   typename Block::Scalar* s_w,
                                                   typename Block::Scalar* s_spare) {
  using T = typename Block::Scalar;
  const int m = ev.m(), stride = block.stride();
  auto r_b = block.template per_item<Ev::max_m, Ev::max_pencils>(ev.pencils(), m);  // [j1]

  block.template unrolled_rows<Sync::none>(ev.pencils(), [&](Item it) HERMITE_INLINED {
    const T* s = s_w + static_cast<long>(it.row) * m * stride + it.lane;
    HERMITE_UNROLL
    for (int j1 = 0; j1 < m; ++j1) r_b.set(it, j1, block.get(s + j1 * stride));
  });
  HERMITE_NO_UNROLL
  for (int k = stages; k >= 1; --k) {
    T* s_next = Block::in_order ? s_w : s_spare;
    // Rounded once: an error of the factors is the same in every cell and adds up.
    T r_scale[Ev::dim];  // [axis]
    HERMITE_UNROLL
    for (int axis = 0; axis < Ev::dim; ++axis)
      r_scale[axis] = static_cast<T>(rates.square[axis] * rates.over[k]);
    block.template unrolled_rows<Sync::block>(ev.pencils(), [&](Item it) HERMITE_INLINED {
      laplacian_stage(block, ev, it, r_b, r_scale, k, most, truncate, s_w, s_next);
    });
    if constexpr (!Block::in_order) {
      s_spare = s_w;
      s_w = s_next;
    }
  }
  return s_w;
}

// Adds the derivative of one field to a sum over the fields, the divergence. r_b holds its pencil
// along the last axis, entry r * face + pencil; field f is differentiated along axis f, factor =
// the coefficient / h_f. Coefficient r goes to r - 1, and r = 0, which vanishes, to the last place,
// where it leaves the 0 that belongs there: so each field writes the whole tensor, and the first
// one does not read it.
template <class Ev, class Block, class T, class V>
HERMITE_DEVICE void add_derivative(Block& block, Ev ev, Item it, int pencil, int field, T factor,
                                   const V* r_b, T* s_sum) {
  constexpr int last = Ev::dim - 1;
  const int m = ev.m(), face = ev.pencils(), stride = block.stride();
  const int step = ev.step(field < last ? field : 0);
  const int index = pencil / step % m;
  const int to = field < last ? pencil + (index > 0 ? -step : (m - 1) * step) : pencil;
  HERMITE_UNROLL
  for (int r = 0; r < m; ++r) {
    const int from = r + 1 < m ? r + 1 : 0;  // along the last axis
    const V value = field < last ? (factor * static_cast<T>(index)) * r_b[r]
                                 : (factor * static_cast<T>(from)) * r_b[from];
    T* s = s_sum + static_cast<long>(r * face + to) * stride + it.lane;
    if (field == 0) {
      block.put(s, value);
    } else {
      V sum = block.get(s);
      sum += value;
      block.put(s, sum);
    }
  }
}

}  // namespace hermite
