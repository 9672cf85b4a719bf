#pragma once
// SweepKernel: evolves a block's cells by the sweeps of sweep.hpp, whoever supplies their derivatives.
//
//   EvolveRegisters       from memory: the second of two kernels
//   MonolithicRegisters   from the nodes around (monolithic_registers.hpp)
//
// CUDA only, 3-D; Evolve and MonolithicMarch of evolve_kernels.hpp compute the same on every device and
// check them. Why they are faster: the sweeps update little beyond what a result depends on, read their
// neighbours from registers, and are independent. The truncation is part of the form: `truncate` = false
// changes nothing. For CUDA.

#include "kernels/device/distance.hpp"
#include "kernels/device/shared_values.hpp"
#include "kernels/device/warp.hpp"
#include "kernels/hermite/step_kernel.hpp"
#include "kernels/hermite/sweep.hpp"
#include "kernels/hermite/sweep_split.hpp"

namespace hermite {

template <class C, class Coupling>
struct SweepKernel : StepKernel<C> {
  using T = typename C::Scalar;
  static constexpr SweepSplit split = sweep_split(Coupling::fields, C::order, sizeof(T));
  using Sweep = DegreeSweep<Coupling, C::order, T, split.chains>;
  static constexpr int fields = Coupling::fields, n = C::order + 1, m = 2 * n;
  static constexpr int cells_x = register_cells_x, cells_y = split.cells_y, warps = split.warps;
  static constexpr int row_threads = warps, max_lanes = cells_x;

  typename Sweep::Rates rates;

  SweepKernel(const StepArguments& a, int planes)
      : StepKernel<C>(a, {a.box, {cells_x, cells_y, planes}}) {
    rates.set(a.rate, a.stages);
  }

  // The number of a value of b among those of its cell, [field][r3][r2][r1].
  HERMITE_DEVICE static constexpr int value(int f, int r3, int r2, int r1) {
    return ((f * m + r3) * m + r2) * m + r1;
  }
  // What a sweep reads of b: of a cell in registers ...
  struct RegisterCell {
    const T (&r_b)[fields * m * m * m];

    HERMITE_DEVICE T operator()(int f, int r3, int r2, int r1) const {
      return r_b[value(f, r3, r2, r1)];
    }
  };
  // ... and of one in shared memory, its values so far apart.
  template <int Step>
  struct SharedCell {
    SharedValues<T, Step> s_b;

    HERMITE_DEVICE T operator()(int f, int r3, int r2, int r1) const {
      return s_b[value(f, r3, r2, r1)];
    }
  };
  // The row of a block that this thread's cell is in.
  HERMITE_DEVICE static int cell_row() { return warp_number() % cells_y; }

  // Evolves the cells of a plane, this thread's at (m3, m2, m1), of b in a RegisterCell or a
  // SharedCell. `turn`: any number.
  template <class B>
  HERMITE_DEVICE void evolve(long m3, long m2, long m1, bool active, unsigned turn,
                             const B& b) const {
    T* const out = this->out.at(0, m3, m2, m1, 0);
    const unsigned entry_bytes = byte_distance<T>(this->out.entry_step());
    const auto store = [&](int f, int i3, int i2, int i1, T value) {
      T* const place = further(out + f * this->out.s.field, (i3 * n + i2) * n + i1, entry_bytes);
      if (active) *place = value;
    };
    Sweep sweep;
    if constexpr (split.b_in_registers) {
      for_indices<0, Sweep::groups>(
          [&](auto group) { sweep.run(decltype(group)::value * split.chains, rates, b, store); });
    } else {
      // Sweeps differ in length, and warps of one number mod 4 share a part of a multiprocessor: they
      // take turns.
      const int group = static_cast<int>((static_cast<unsigned>(warp_number()) + turn) % warps);
      sweep.run(group * split.chains, rates, b, store);
    }
  }
};

}  // namespace hermite
