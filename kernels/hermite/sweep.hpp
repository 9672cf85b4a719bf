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
// and only reads b. The truncation is exact: what results need is where sum_d min(i_d, N) >= c, 207 / 1187 /
// 3967 values of all sweeps for N = 1 / 2 / 3. Sums of b_s are not kept, and sweeps of the same cell need
// nothing of each other: `Chains` of them, of neighbouring c, are made together and read b once.
// b comes as derivatives (DerivativeOperators of step_kernel.hpp), results leave as coefficients. For CUDA.
//
//   DegreeSweep  level by level of |i|, unrolled: a product and a sum for each term, and nothing else
//   PlaneSweep   plane by plane, a loop over i3 whose code instruction caches hold: for larger cells

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

template <class Coupling, int Order, int Chains>
struct SweepShape {
  static constexpr int fields = Coupling::fields, terms = Coupling::terms;
  static constexpr int n = Order + 1, m = 2 * n;
  static constexpr int top = 3 * (m - 1), last = 3 * Order;  // degrees of indices, of results
  static constexpr int groups = last / Chains + 1;           // of sweeps that are made together

  static constexpr int low(int i) { return i < n ? i : n - 1; }
};

// From derivatives to coefficients.
template <class T, int Order>
struct ToCoefficients {
  T factor[Order + 1];  // 1 / i!

  constexpr void set_factors() {
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

template <class Coupling, int Order, class T, int Chains>
struct DegreeSweep : SweepShape<Coupling, Order, Chains> {
  using Shape = SweepShape<Coupling, Order, Chains>;
  using Shape::fields, Shape::terms, Shape::n, Shape::m, Shape::top, Shape::last, Shape::low;

  struct Rates : ToCoefficients<T, Order> {
    static constexpr int one = Chains;  // where k = 1 is
    T value[one + top + 1][terms];  // coefficient * tau / (h k), 0 for k < 1 and beyond the stages

    constexpr void set(const double* rate, int stages) {
      this->set_factors();
      for (int k = 1 - one; k <= top + 1; ++k)
        for (int t = 0; t < terms; ++t)
          value[one + k - 1][t] = k < 1 || k > stages ? T(0) : static_cast<T>(rate[t] / k);
    }
  };

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
        // What the row reaches at most: where none does, none has to be right.
        const int reach = low(i3) + (rest < 2 * Order ? rest : 2 * Order);
        if (reach < last && reach < first) continue;
        HERMITE_UNROLL
        for (int i2 = 0; i2 < m; ++i2)
          if (rest - i2 >= 0 && rest - i2 < m) update(r_rate, i3, i2, rest - i2, b);
      }
      HERMITE_UNROLL
      for (int c = 0; c < Chains; ++c)
        if (level <= last && level == first + c) finish(level, r_w[c], rates, emit);
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

  // The results of a degree.
  template <class Emit>
  HERMITE_DEVICE static void finish(int degree, const T (&r_w)[fields][m][m], const Rates& rates,
                                    const Emit& emit) {
    HERMITE_UNROLL
    for (int i3 = 0; i3 < n; ++i3) {
      HERMITE_UNROLL
      for (int i2 = 0; i2 < n; ++i2) {
        const int i1 = degree - i3 - i2;
        if (i1 < 0 || i1 >= n) continue;
        HERMITE_UNROLL
        for (int f = 0; f < fields; ++f)
          emit(f, i3, i2, i1, rates.coefficient(i3, i2, i1, r_w[f][i3][i2]));
      }
    }
  }
};

// In a plane the factor 1/k differs from index to index and would cost registers; instead w stands for
// w / (|i| - c)!:
//   w(i) = b(i) / (|i| - c)! + sum_terms coefficient * tau * D_axis w.
template <class Coupling, int Order, class T, int Chains>
struct PlaneSweep : SweepShape<Coupling, Order, Chains> {
  using Shape = SweepShape<Coupling, Order, Chains>;
  using Shape::fields, Shape::terms, Shape::n, Shape::m, Shape::top, Shape::last, Shape::low;
  static constexpr int weights = 2 * (m - 1) + Chains;  // of a plane

  struct Rates : ToCoefficients<T, Order> {
    static constexpr int zero = last + Chains;  // where s = 0 is
    T weight[zero + top + 1];                   // 1 / s!, 0 for s < 0 and beyond the stages
    T rate[terms];                              // coefficient * tau / h

    constexpr void set(const double* values, int stages) {
      this->set_factors();
      double product = 1;
      for (int s = -zero; s <= top; ++s) {
        if (s > 0) product *= s;
        weight[zero + s] = s < 0 || s > stages ? T(0) : static_cast<T>(1 / product);
      }
      for (int t = 0; t < terms; ++t) rate[t] = static_cast<T>(values[t]);
    }
  };

  // [c - first][field][i2][i1], of plane i3 or, not yet updated, i3 + 1.
  T r_w[Chains][fields][m][m];

  // Degrees first, ..., first + Chains - 1 of the results; b.plane(i3)(f, i2, i1): derivatives.
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
            if (low(i2) + low(i1) == reach) update(rates, r_weight, i2, i1, b_plane);
        }
      });
      if (i3 < n) finish(first, i3, rates, emit);
    }
  }

 private:
  template <class B>
  HERMITE_DEVICE void update(const Rates& rates, const T (&r_weight)[weights], int i2, int i1,
                             const B& b) {
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
          if (axis == 2) r_new[out] += rates.rate[t] * r_w[c][in][i2][i1];
          if (axis == 1 && i2 + 1 < m) r_new[out] += rates.rate[t] * r_w[c][in][i2 + 1][i1];
          if (axis == 0 && i1 + 1 < m) r_new[out] += rates.rate[t] * r_w[c][in][i2][i1 + 1];
        }
      }
      HERMITE_UNROLL
      for (int f = 0; f < fields; ++f) r_w[c][f][i2][i1] = r_new[f];
    }
  }

  // The results of plane i3: i2 + i1 = c - i3.
  template <class Emit>
  HERMITE_DEVICE void finish(int first, int i3, const Rates& rates, const Emit& emit) const {
    for_indices<0, Chains*(2 * n - 1)>([&](auto at) {
      constexpr int c = decltype(at)::value / (2 * n - 1),
                    degree = decltype(at)::value % (2 * n - 1);
      if (first + c - i3 != degree) return;
      HERMITE_UNROLL
      for (int i2 = 0; i2 < n; ++i2) {
        const int i1 = degree - i2;
        if (i1 < 0 || i1 >= n) continue;
        HERMITE_UNROLL
        for (int f = 0; f < fields; ++f)
          emit(f, i3, i2, i1, rates.coefficient(i3, i2, i1, r_w[c][f][i2][i1]));
      }
    });
  }
};

}  // namespace hermite
