#pragma once
// The Taylor series of one cell, sorted by the degree of the results that its terms end in.
//
// D takes one off the total degree |i| = i1 + i2 + i3. So results of degree c meet stage k of the
// Horner form,  w_k(i) = b(i) + (tau / k) sum_terms coefficient * D_axis w_{k+1},  at |i| = c + k - 1
// alone: for each c = 0 .. 3N one sweep from the highest indices down to |i| = c gives these results,
//
//   w(i) = b(i) + (tau / (|i| - c + 1)) sum_terms coefficient * D_axis w,
//
// and only reads b. The truncation is exact: a sweep touches i where sum_d min(i_d, N) >= c and no
// others, 207 / 1187 / 3967 of all sweeps for N = 1 / 2 / 3. Sums of b_s are not kept, and sweeps of
// the same cell need nothing of each other. D_axis w at i is (i_axis + 1) times w one index higher along
// that axis: the factor is part of the rates. For CUDA.
//
//   DegreeSweep  degree by degree, unrolled, with compile-time factors: for b in registers
//   PlaneSweep   plane by plane, a loop over i3 whose code instruction caches hold: for b in scratch

#include "kernels/device/portable.hpp"

namespace hermite {

// f(Index<Begin>), ..., f(Index<End - 1>).
template <int I>
struct Index {
  static constexpr int value = I;
};
template <int Begin, int End, class F>
HERMITE_DEVICE void for_indices(const F& f) {
  if constexpr (Begin < End) {
    f(Index<Begin>{});
    for_indices<Begin + 1, End>(f);
  }
}

template <class Coupling, int Order>
struct SweepShape {
  static constexpr int fields = Coupling::fields, terms = Coupling::terms;
  static constexpr int n = Order + 1, m = 2 * n;
  static constexpr int top = 3 * (m - 1), last = 3 * Order;  // degrees of indices, of results

  static constexpr int low(int i) { return i < n ? i : n - 1; }
};

template <class Coupling, int Order, class T>
struct DegreeSweep : SweepShape<Coupling, Order> {
  using Shape = SweepShape<Coupling, Order>;
  using Shape::fields, Shape::terms, Shape::n, Shape::m, Shape::top, Shape::low;

  // Coefficient * tau / (h k) times i + 1, 0 beyond the stages.
  struct Rates {
    T value[top + 2][m][terms];  // [k][i along the term's axis][term]

    constexpr void set(const double* rate, int stages) {
      for (int k = 0; k < top + 2; ++k)
        for (int i = 0; i < m; ++i)
          for (int t = 0; t < terms; ++t)
            value[k][i][t] = k == 0 || k > stages ? T(0) : static_cast<T>(rate[t] * (i + 1) / k);
    }
  };

  // [field][i3][i2]: at |i| = level that of i1 = level - i2 - i3. Its neighbours one degree above are
  // [i3][i2], [i3][i2 + 1] and [i3 + 1][i2].
  T r_w[fields][m][m];

  // Degree c of the results. b(f, i3, i2, i1): coefficients; emit(f, i3, i2, i1, value): results.
  template <int c, class B, class Emit>
  HERMITE_DEVICE void run(const Rates& rates, const B& b, const Emit& emit) {
    for_indices<0, top + 1 - c>([&](auto down) {
      constexpr int level = top - decltype(down)::value;
      HERMITE_UNROLL
      for (int i3 = 0; i3 < m; ++i3) {
        HERMITE_UNROLL
        for (int i2 = 0; i2 < m; ++i2) {
          const int i1 = level - i3 - i2;
          if (i1 < 0 || i1 >= m || low(i1) + low(i2) + low(i3) < c) continue;
          update(rates.value[level - c + 1], i3, i2, i1, b);
          const bool result = level == c && i1 < n && i2 < n && i3 < n;
          HERMITE_UNROLL
          for (int f = 0; f < fields; ++f)
            if (result) emit(f, i3, i2, i1, r_w[f][i3][i2]);
        }
      }
    });
  }

 private:
  template <class B>
  HERMITE_DEVICE void update(const T (&rate)[m][terms], int i3, int i2, int i1, const B& b) {
    T r_new[fields];
    HERMITE_UNROLL
    for (int f = 0; f < fields; ++f) r_new[f] = b(f, i3, i2, i1);
    HERMITE_UNROLL_TERMS
    for (int t = 0; t < terms; ++t) {
      const int out = Coupling::term(t).out, in = Coupling::term(t).in;
      const int axis = Coupling::term(t).axis;
      if (axis == 0 && i1 + 1 < m) r_new[out] += rate[i1][t] * r_w[in][i3][i2];
      if (axis == 1 && i2 + 1 < m) r_new[out] += rate[i2][t] * r_w[in][i3][i2 + 1];
      if (axis == 2 && i3 + 1 < m) r_new[out] += rate[i3][t] * r_w[in][i3 + 1][i2];
    }
    HERMITE_UNROLL
    for (int f = 0; f < fields; ++f) r_w[f][i3][i2] = r_new[f];
  }
};

// `Chains` neighbouring c at a time, so that b is read once for all of them. In a plane the factor 1/k
// differs from index to index and would cost registers; instead w stands for w / (|i| - c)!:
//   w(i) = b(i) / (|i| - c)! + sum_terms coefficient * tau * D_axis w.
template <class Coupling, int Order, class T, int Chains>
struct PlaneSweep : SweepShape<Coupling, Order> {
  using Shape = SweepShape<Coupling, Order>;
  using Shape::fields, Shape::terms, Shape::n, Shape::m, Shape::top, Shape::last, Shape::low;
  static constexpr int groups = last / Chains + 1;
  static constexpr int weights = 2 * (m - 1) + Chains;  // of a plane

  struct Rates {
    static constexpr int zero = last + Chains;  // where s = 0 is
    T weight[zero + top + 1];                   // 1 / s!, 0 for s < 0 and beyond the stages
    T rate[m][terms];  // coefficient * tau / h times i + 1, [i along its axis]

    constexpr void set(const double* values, int stages) {
      double product = 1;
      for (int s = -zero; s <= top; ++s) {
        if (s > 0) product *= s;
        weight[zero + s] = s < 0 || s > stages ? T(0) : static_cast<T>(1 / product);
      }
      for (int i = 0; i < m; ++i)
        for (int t = 0; t < terms; ++t) rate[i][t] = static_cast<T>(values[t] * (i + 1));
    }
  };

  // [c - first][field][i2][i1], of plane i3 or, not yet updated, i3 + 1.
  T r_w[Chains][fields][m][m];

  // Degrees first, ..., first + Chains - 1 of the results; b.plane(i3)(f, i2, i1): coefficients.
  template <class B, class Emit>
  HERMITE_DEVICE void run(int first, const Rates& rates, const B& b, const Emit& emit) {
    HERMITE_UNROLL
    for (int i = 0; i < Chains * fields * m * m; ++i)
      r_w[i / (fields * m * m)][i / (m * m) % fields][i / m % m][i % m] = 0;
    const int lowest = first > 2 * Order ? first - 2 * Order : 0;
    HERMITE_NO_UNROLL
    for (int i3 = m - 1; i3 >= lowest; --i3) {
      T r_weight[weights];  // [i2 + i1 + first + Chains - 1 - c]
      HERMITE_UNROLL
      for (int i = 0; i < weights; ++i)
        r_weight[i] = rates.weight[Rates::zero + i3 - first - (Chains - 1) + i];
      const auto b_plane = b.plane(i3);
      T r_rate[terms];  // of those along x3
      HERMITE_UNROLL_TERMS
      for (int t = 0; t < terms; ++t)
        if (Coupling::term(t).axis == 2) r_rate[t] = rates.rate[i3][t];
      // By what they reach, from the highest on: neighbours are updated before they are read, and what
      // follows the first that falls short does too.
      const int least = first - (i3 < n ? i3 : n - 1);
      for_indices<0, 2 * n - 1>([&](auto down) {
        constexpr int reach = 2 * Order - decltype(down)::value;
        if (reach < least) return;
        HERMITE_UNROLL
        for (int i2 = m - 1; i2 >= 0; --i2) {
          HERMITE_UNROLL
          for (int i1 = m - 1; i1 >= 0; --i1)
            if (low(i2) + low(i1) == reach) update(rates, r_rate, r_weight, i2, i1, b_plane);
        }
      });
      if (i3 < n) finish(first, i3, emit);
    }
  }

 private:
  template <class B>
  HERMITE_DEVICE void update(const Rates& rates, const T (&r_rate)[terms],
                             const T (&r_weight)[weights], int i2, int i1, const B& b) {
    T r_b[fields];
    HERMITE_UNROLL
    for (int f = 0; f < fields; ++f) r_b[f] = b(f, i2, i1);
    HERMITE_UNROLL
    for (int c = 0; c < Chains; ++c) {
      T r_new[fields];
      HERMITE_UNROLL
      for (int f = 0; f < fields; ++f) r_new[f] = r_weight[i2 + i1 + Chains - 1 - c] * r_b[f];
      // First what is there longest: the plane before, then the pencil before, then the neighbour.
      HERMITE_UNROLL
      for (int axis = 2; axis >= 0; --axis) {
        HERMITE_UNROLL_TERMS
        for (int t = 0; t < terms; ++t) {
          const int out = Coupling::term(t).out, in = Coupling::term(t).in;
          if (Coupling::term(t).axis != axis) continue;
          if (axis == 2) r_new[out] += r_rate[t] * r_w[c][in][i2][i1];
          if (axis == 1 && i2 + 1 < m) r_new[out] += rates.rate[i2][t] * r_w[c][in][i2 + 1][i1];
          if (axis == 0 && i1 + 1 < m) r_new[out] += rates.rate[i1][t] * r_w[c][in][i2][i1 + 1];
        }
      }
      HERMITE_UNROLL
      for (int f = 0; f < fields; ++f) r_w[c][f][i2][i1] = r_new[f];
    }
  }

  // The results of plane i3: i2 + i1 = c - i3.
  template <class Emit>
  HERMITE_DEVICE void finish(int first, int i3, const Emit& emit) const {
    for_indices<0, Chains*(2 * n - 1)>([&](auto at) {
      constexpr int c = decltype(at)::value / (2 * n - 1),
                    degree = decltype(at)::value % (2 * n - 1);
      if (first + c - i3 != degree) return;
      HERMITE_UNROLL
      for (int i2 = 0; i2 < n; ++i2) {
        const int i1 = degree - i2;
        if (i1 < 0 || i1 >= n) continue;
        HERMITE_UNROLL
        for (int f = 0; f < fields; ++f) emit(f, i3, i2, i1, r_w[c][f][i2][i1]);
      }
    });
  }
};

}  // namespace hermite
