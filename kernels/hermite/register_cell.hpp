#pragma once
// The Taylor series of one cell in the registers of a few neighbouring threads of a warp:
//
//   b_s = (tau / s) sum_terms coefficient * D_axis b_{s-1},   u = sum_s b_s,
//
// in place, in ascending order of j, so that neither the interpolant nor a second tensor is kept. A
// thread has `planes` planes of indices j3, [field][j3][j2][j1]. Neighbours along x1 and x2 are
// registers, along x3 registers too but for the last plane of a thread, which comes by a shuffle.
// Coefficients are scaled by j1! j2! j3!, which makes D a plain shift of indices. With `truncate` half
// a row of indices is skipped where no result depends on any of it, in any thread. For CUDA.

#include "kernels/device/portable.hpp"

namespace hermite {

// How a cell of `fields` fields, m^3 coefficients of `bytes` bytes each, is spread over threads.
struct RegisterSplit {
  int threads;  // per cell, a power of two that divides m
  int words;    // 4-byte registers of a thread's coefficients and sums
};
// As few threads as leave registers for four blocks on a multiprocessor: trials showed that more
// warps gain more than the shuffles of smaller shares cost.
constexpr RegisterSplit register_split(int fields, int m, int bytes) {
  RegisterSplit split{0, 0};
  for (int threads = 1; threads <= 8 && m % threads == 0; threads *= 2) {
    split.threads = threads;
    split.words = fields * (m * m + m * m / 4) * (m / threads) * bytes / 4;
    if (split.words <= 88) break;
  }
  return split;
}

// Whether a thread's share fits into its 255 registers.
constexpr bool fits_registers(int dimension, int fields, int order, int bytes) {
  return dimension == 3 && order > 0 && register_split(fields, 2 * order + 2, bytes).words <= 200;
}
template <class Coupling, int Order, class T>
constexpr bool fits_registers() {
  return fits_registers(Coupling::dimension, Coupling::fields, Order, sizeof(T));
}

// Not recursive: a compiler would leave that to run time.
constexpr double factorial(int n) {
  double product = 1;
  for (int i = 2; i <= n; ++i) product *= i;
  return product;
}

template <class Coupling, int Order, class T>
struct RegisterCell {
  static constexpr int fields = Coupling::fields, n = Order + 1, m = 2 * n;
  static constexpr int threads = register_split(fields, m, sizeof(T)).threads;
  static constexpr int planes = m / threads;
  static constexpr int words = register_split(fields, m, sizeof(T)).words;

  int lane;                       // of the cell's threads
  T r_b[fields][planes][m][m];    // [field][j3 - lane * planes][j2][j1], b_s
  T r_sum[fields][planes][n][n];  // of all b_s, where j1, j2 <= N

  // Whether some term needs the derivative along x3 of a field.
  static constexpr bool crosses(int field) {
    for (int t = 0; t < Coupling::terms; ++t)
      if (Coupling::term(t).axis == 2 && Coupling::term(t).in == field) return true;
    return false;
  }

  // Term s of the series at (j2, j1), all planes. r_rate: of the coupling's terms; r_top: the same
  // for the last plane, 0 where none follows.
  HERMITE_DEVICE void advance(int s, int j2, int j1, const T (&r_rate)[Coupling::terms],
                              const T (&r_top)[Coupling::terms]) {
    T r_next[fields];  // of the plane after this thread's, before it advances
    HERMITE_UNROLL
    for (int f = 0; f < fields; ++f)
      r_next[f] =
          crosses(f) && threads > 1 ? __shfl_down_sync(~0u, r_b[f][0][j2][j1], 1, threads) : T(0);
    HERMITE_UNROLL
    for (int p = 0; p < planes; ++p) {
      T r_new[fields];
      HERMITE_UNROLL
      for (int f = 0; f < fields; ++f) r_new[f] = 0;
      HERMITE_UNROLL_TERMS
      for (int t = 0; t < Coupling::terms; ++t) {
        const int out = Coupling::term(t).out, in = Coupling::term(t).in;
        const int axis = Coupling::term(t).axis;
        if (axis == 0 && j1 + 1 < m) r_new[out] += r_rate[t] * r_b[in][p][j2][j1 + 1];
        if (axis == 1 && j2 + 1 < m) r_new[out] += r_rate[t] * r_b[in][p][j2 + 1][j1];
        if (axis == 2 && p + 1 < planes) r_new[out] += r_rate[t] * r_b[in][p + 1][j2][j1];
        if (axis == 2 && p + 1 == planes && threads > 1) r_new[out] += r_top[t] * r_next[in];
      }
      // Beyond sum_d (2N+1 - j_d) terms the true b_s is 0, and what was skipped may stand here.
      const bool is_term = s + lane * planes <= 3 * (m - 1) - j1 - j2 - p;
      HERMITE_UNROLL
      for (int f = 0; f < fields; ++f) {
        r_b[f][p][j2][j1] = r_new[f];
        if (j1 < n && j2 < n && is_term) r_sum[f][p][j2][j1] += r_new[f];
      }
    }
  }

  // From b_0 in r_b to the results in r_sum.
  HERMITE_DEVICE void evolve(const double* rate, int stages, bool truncate) {
    HERMITE_UNROLL
    for (int f = 0; f < fields; ++f) {
      HERMITE_UNROLL
      for (int p = 0; p < planes; ++p) {
        HERMITE_UNROLL
        for (int j2 = 0; j2 < n; ++j2) {
          HERMITE_UNROLL
          for (int j1 = 0; j1 < n; ++j1) r_sum[f][p][j2][j1] = r_b[f][p][j2][j1];
        }
      }
    }
    HERMITE_NO_UNROLL
    for (int s = 1; s <= stages; ++s) {
      T r_rate[Coupling::terms], r_top[Coupling::terms];
      HERMITE_UNROLL_TERMS
      for (int t = 0; t < Coupling::terms; ++t) {
        r_rate[t] = static_cast<T>(rate[t]) / static_cast<T>(s);
        r_top[t] = lane + 1 < threads ? r_rate[t] : T(0);
      }
      const int left = stages - s;
      HERMITE_UNROLL
      for (int j2 = 0; j2 < m; ++j2) {
        HERMITE_UNROLL
        for (int half = 0; half < m; half += n) {
          const int excess = (j2 < n ? 0 : j2 - n + 1) + (half == 0 ? 0 : 1);
          if (truncate && (excess > left || s > 3 * (m - 1) - j2 - half)) continue;
          HERMITE_UNROLL
          for (int i = 0; i < n; ++i) advance(s, j2, half + i, r_rate, r_top);
        }
      }
    }
  }
};

}  // namespace hermite
