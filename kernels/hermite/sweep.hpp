#pragma once
// The Taylor series of one cell, sorted by the degree of the results that its terms end in.
//
// In derivatives, coefficients times i! = i1! i2! i3!, D_axis takes the value one index higher along that
// axis, without a factor, and one off the total degree |i| = i1 + i2 + i3. So results of degree c meet
// stage k of the Horner form,  w_k(i) = b(i) + (tau / k) sum_terms coefficient * D_axis w_{k+1},  at
// |i| = c + k - 1 alone: for each c = 0 .. 3N one sweep from the highest indices down to |i| = c gives
// these results,
//
//   w(i) = b(i) + (tau / (|i| - c + 1)) sum_terms coefficient * D_axis w,
//
// and only reads b: level by level of |i|, a product and a sum for each term. The truncation is by rows: what
// results need is where sum_d min(i_d, N) >= c, 208 / 1188 / 3968 values of all sweeps for N = 1 / 2 / 3;
// sweeps make 8 % more, two at a time 21 % for N = 2. Sums of b_s are not kept, and sweeps of the same cell need nothing of each
// other: `Chains` of them, of neighbouring c, are made together and read b once.
// b comes as derivatives (DerivativeOperators of step_kernel.hpp), results leave as coefficients. For CUDA.

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

template <class Coupling, int Order, class T, int Chains>
struct DegreeSweep {
  static constexpr int fields = Coupling::fields, terms = Coupling::terms;
  static constexpr int n = Order + 1, m = 2 * n;
  static constexpr int top = 3 * (m - 1), last = 3 * Order;  // degrees of indices, of results
  static constexpr int groups = last / Chains + 1;           // of sweeps that are made together

  struct Rates {
    static constexpr int one = Chains - 1;  // where k = 1 is
    // coefficient * tau / (h k), 0 for k < 1 and beyond the stages. Those of a k are padded: an instruction reads
    // several.
    alignas(16) T value[one + top + 1][(terms + 3) / 4 * 4] = {};
    T factor[Order + 1];  // 1 / i!

    constexpr void set(const double* rate, int stages) {
      for (int k = 1 - one; k <= top + 1; ++k)
        for (int t = 0; t < terms; ++t)
          value[one + k - 1][t] = k < 1 || k > stages ? T(0) : static_cast<T>(rate[t] / k);
      double product = 1;
      for (int i = 0; i <= Order; ++i) {
        if (i > 1) product *= i;
        factor[i] = static_cast<T>(1 / product);
      }
    }
    HERMITE_DEVICE T coefficient(int i3, int i2, int i1, T derivative) const {
      if (i1 > 1) derivative *= factor[i1];
      if (i2 > 1) derivative *= factor[i2];
      if (i3 > 1) derivative *= factor[i3];
      return derivative;
    }
  };

  static constexpr int low(int i) { return i < n ? i : n - 1; }

  // [c - first][field][i3][i2]: at |i| = level that of i1 = level - i2 - i3. Its neighbours one degree above
  // are [i3][i2], [i3][i2 + 1] and [i3 + 1][i2].
  T r_w[Chains][fields][m][m];

  // Degrees first, ..., first + Chains - 1 of the results. b(f, i3, i2, i1): derivatives;
  // emit(f, i3, i2, i1, value): results.
  template <class B, class Emit>
  HERMITE_DEVICE void run(int first, const Rates& rates, const B& b, const Emit& emit) {
    for_indices<0, top + 1>([&](auto down) {
      constexpr int level = top - decltype(down)::value;
      if (level < first) return;
      T r_rate[Chains][terms];
      HERMITE_UNROLL
      for (int c = 0; c < Chains; ++c) {
        HERMITE_UNROLL_TERMS
        for (int t = 0; t < terms; ++t)
          r_rate[c][t] = rates.value[Rates::one + level - first - c][t];
      }
      HERMITE_UNROLL
      for (int i3 = 0; i3 < m; ++i3) {
        const int rest = level - i3;
        if (rest < 0 || rest > 2 * (m - 1)) continue;
        // What the row reaches at most: where that is less than first, none has to be right. (first is not more
        // than last, nor than level.)
        const int reach = low(i3) + (rest < 2 * Order ? rest : 2 * Order);
        if (reach < last && reach < level && reach < first) continue;
        HERMITE_UNROLL
        for (int i2 = 0; i2 < m; ++i2)
          if (rest - i2 >= 0 && rest - i2 < m) update(r_rate, i3, i2, rest - i2, b);
      }
      HERMITE_UNROLL
      for (int c = 0; c < Chains; ++c)
        if (level <= last && level == first + c) finish(level, c, rates, emit);
    });
  }

 private:
  template <class B>
  HERMITE_DEVICE void update(const T (&r_rate)[Chains][terms], int i3, int i2, int i1, const B& b) {
    T r_b[fields];
    HERMITE_UNROLL
    for (int f = 0; f < fields; ++f) r_b[f] = b(f, i3, i2, i1);
    HERMITE_UNROLL
    for (int c = 0; c < Chains; ++c) {
      T r_new[fields];
      HERMITE_UNROLL
      for (int f = 0; f < fields; ++f) r_new[f] = r_b[f];
      HERMITE_UNROLL_TERMS
      for (int t = 0; t < terms; ++t) {
        const int out = Coupling::term(t).out, in = Coupling::term(t).in;
        const int axis = Coupling::term(t).axis;
        if (axis == 0 && i1 + 1 < m) r_new[out] += r_rate[c][t] * r_w[c][in][i3][i2];
        if (axis == 1 && i2 + 1 < m) r_new[out] += r_rate[c][t] * r_w[c][in][i3][i2 + 1];
        if (axis == 2 && i3 + 1 < m) r_new[out] += r_rate[c][t] * r_w[c][in][i3 + 1][i2];
      }
      HERMITE_UNROLL
      for (int f = 0; f < fields; ++f) r_w[c][f][i3][i2] = r_new[f];
    }
  }

  // The results of a degree, of chain c.
  template <class Emit>
  HERMITE_DEVICE void finish(int degree, int c, const Rates& rates, const Emit& emit) const {
    HERMITE_UNROLL
    for (int i3 = 0; i3 < n; ++i3) {
      HERMITE_UNROLL
      for (int i2 = 0; i2 < n; ++i2) {
        const int i1 = degree - i3 - i2;
        if (i1 < 0 || i1 >= n) continue;
        HERMITE_UNROLL
        for (int f = 0; f < fields; ++f)
          emit(f, i3, i2, i1, rates.coefficient(i3, i2, i1, r_w[c][f][i3][i2]));
      }
    }
  }
};

}  // namespace hermite
