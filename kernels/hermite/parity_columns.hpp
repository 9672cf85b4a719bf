#pragma once
// The products of the parity classes (hermite/method/parity_blocks.hpp) column by column, with the sums of a few
// cells in registers: of a column j the eight classes have a value each, and a result takes its class's times
// one factor. Host (tests) and CUDA. Freestanding.

#include "hermite/systems/mirror.hpp"
#include "kernels/hermite/parity_split.hpp"
#include "kernels/hermite/parity_sums.hpp"

namespace hermite {

// Where results, field * n^3 + index, lie in the columns that kernels read: those of a kind side by side, class
// by class.
template <int Results>
struct ParitySlots {
  int slot[Results] = {};
  int parity[Results + 4] = {};    // of the result at a slot
  int begin[2] = {}, end[2] = {};  // of each kind
};
template <class Coupling, int N, class T>
constexpr auto parity_slots() {
  constexpr Mirror mirror = mirror_of<Coupling>();
  constexpr int values = N * N * N, results = Coupling::fields * values;
  constexpr int kinds = parity_kinds(results), vector = vector_values(sizeof(T));
  ParitySlots<results> slots;
  int slot = 0;
  for (int kind = 0; kind < kinds; ++kind) {
    slots.begin[kind] = slot = divide_up(slot, vector) * vector;
    for (int parity = 0; parity < 8; ++parity) {
      if (parity_kind(parity, kinds) != kind) continue;
      for (int result = 0; result < results; ++result) {
        const int odd = parity_of_entry(N, result % values);
        if ((odd ^ mirror.flips[result / values]) != parity) continue;
        slots.parity[slot] = parity;
        slots.slot[result] = slot++;
      }
    }
    slots.end[kind] = slot;
  }
  return slots;
}

// Of cells one above the other along x3; nodes lie step_entry (i1), step_y and step_z apart, and side by side
// along x1.
template <class T, class Coupling, int N, int Kind>
struct ParityColumns {
  static constexpr int cells = parity_cells, results = Coupling::fields * N * N * N;
  static constexpr int begin = parity_slots<Coupling, N, T>().begin[Kind],
                       held = parity_slots<Coupling, N, T>().end[Kind] - begin;
  static constexpr int slots = parity_slots(results, sizeof(T)), vector = vector_values(sizeof(T));
  using Sums = T[cells][held];

  // Adds the products of the n^2 columns [i2][i1] of one i3 of a field. nodes: of the first cell's lowest
  // one; factors: of the first column; odd: bit a, whether the field is of the other parity along axis a (for
  // x3: and i3).
  template <int StepEntry, int StepY, int StepZ>
  HERMITE_DEVICE static void add(const T* nodes, const T* factors, int odd, Sums& r_sum) {
    constexpr auto layout = parity_slots<Coupling, N, T>();
    // Of the kind, if there are two: its classes follow each other from the first one on.
    constexpr int classes = 8 / parity_kinds(results), first = Kind * classes;
    const T sign_x = parity_sign<T>(odd, 0), sign_z = parity_sign<T>(odd ^ first, 2);
    T sign_y = parity_sign<T>(odd, 1);
    factors += begin;
    HERMITE_UNROLL_BY(N <= 2 ? N : 1)  // longer texts gain nothing, or spill
    for (int i2 = 0; i2 < N; ++i2) {
      HERMITE_UNROLL
      for (int i1 = 0; i1 < N; ++i1) {
        CornerNodes<T> r_node;
        read_corners<StepY, StepZ>(nodes, r_node);
        T r_x[cells][classes];
        sums_of_corners<classes>(r_node, {i1 % 2 == 0 ? sign_x : -sign_x, sign_y, sign_z}, r_x);
        HERMITE_UNROLL
        for (int v = 0; v < divide_up(held, vector); ++v) {
          const Vector factor = reinterpret_cast<const Vector*>(factors)[v];
          HERMITE_UNROLL
          for (int i = 0; i < vector; ++i) {
            const int slot = v * vector + i;
            if (slot >= held) continue;
            HERMITE_UNROLL
            for (int k = 0; k < cells; ++k)
              r_sum[k][slot] += factor.value[i] * r_x[k][layout.parity[begin + slot] - first];
          }
        }
        nodes += StepEntry;
        factors += slots;
      }
      sign_y = -sign_y;
    }
  }

 private:
  struct alignas(16) Vector {
    T value[vector];
  };
};

}  // namespace hermite
