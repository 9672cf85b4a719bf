#pragma once
// SweepKernel: evolves a block's cells by the sweeps of sweep.hpp, whoever supplies their coefficients.
//
//   EvolveRegisters       coefficients from memory: the second of two kernels
//   MonolithicRegisters   from the nodes around (monolithic_registers.hpp)
//
// CUDA only, 3-D; Evolve and MonolithicMarch of evolve_kernels.hpp compute the same on every device and
// check them. Why they are faster: the sweeps update what a result depends on and nothing else, read their
// neighbours from registers, and are independent. The truncation is part of the form: `truncate` = false
// changes nothing. For CUDA.

#include "kernels/hermite/step_kernel.hpp"
#include "kernels/hermite/sweep.hpp"
#include "kernels/hermite/sweep_split.hpp"

namespace hermite {

template <bool InRegisters, int Chains, class Coupling, int Order, class T>
struct SweepOf {
  using type = PlaneSweep<Coupling, Order, T, Chains>;
};
template <int Chains, class Coupling, int Order, class T>
struct SweepOf<true, Chains, Coupling, Order, T> {
  using type = DegreeSweep<Coupling, Order, T>;
};

template <class C, class Coupling>
struct SweepKernel : StepKernel<C> {
  using T = typename C::Scalar;
  static constexpr SweepSplit split = sweep_split(Coupling::fields, C::order, sizeof(T));
  using Sweep = typename SweepOf<split.b_in_registers, split.chains, Coupling, C::order, T>::type;
  static constexpr int fields = Coupling::fields, n = C::order + 1, m = 2 * n;
  static constexpr int cells_x = register_cells_x, cells_y = split.cells_y, warps = split.warps;
  static constexpr int row_threads = warps, max_lanes = cells_x;
  static constexpr int size_b = sweep_scratch(fields, C::order, sizeof(T));

  typename Sweep::Rates rates;
  T inverse_factorial[n];

  SweepKernel(const StepArguments& a, int planes)
      : StepKernel<C>(a, {a.box, {cells_x, cells_y, planes}}) {
    rates.set(a.rate, a.stages);
    for (int i = 0; i < n; ++i) inverse_factorial[i] = static_cast<T>(1 / factorial(i));
  }

  // The row of a block that this thread's cell is in.
  HERMITE_DEVICE static int cell_row() { return static_cast<int>(threadIdx.y) % cells_y; }

  // Evolves the cells of a plane, this thread's at (m3, m2, m1). pencil(p, emit): emit(r1, value) of the
  // coefficients, scaled by r1! r2! r3!, of its pencil p = (field, r3, r2). s_b [p][r1][cell x] is in use
  // until the block waits again. `turn`: any number.
  template <class Pencil>
  HERMITE_DEVICE void evolve(long m3, long m2, long m1, bool active, unsigned turn, T* s_b,
                             const Pencil& pencil) const {
    auto* out = this->out.at(0, m3, m2, m1, 0);
    const int entry = static_cast<int>(this->out.entry_step());
    const auto store = [&](int f, int i3, int i2, int i1, T value) {
      if (active)
        out[f * this->out.s.field + ((i3 * n + i2) * n + i1) * entry] =
            inverse_factorial[i3] * (inverse_factorial[i2] * inverse_factorial[i1]) * value;
    };
    Sweep sweep;
    if constexpr (split.b_in_registers) {
      T r_b[fields][m][m][m];  // [field][r3][r2][r1]
      HERMITE_UNROLL
      for (int p = 0; p < fields * m * m; ++p)
        pencil(p, [&](int r, T value) { r_b[p / (m * m)][p / m % m][p % m][r] = value; });
      for_indices<0, Sweep::last + 1>([&](auto c) {
        sweep.template run<decltype(c)::value>(
            rates, [&](int f, int i3, int i2, int i1) { return r_b[f][i3][i2][i1]; }, store);
      });
    } else {
      const int warp = static_cast<int>(threadIdx.y);
      T* s = s_b + threadIdx.x;
      HERMITE_NO_UNROLL
      for (int p = warp; p < fields * m * m; p += warps)
        pencil(p, [&](int r, T value) { s[(p * m + r) * cells_x] = value; });
      __syncthreads();
      // Sweeps differ in length, and warps of one number mod 4 share a part of a multiprocessor: they
      // take turns.
      sweep.run(
          static_cast<int>((warp + turn) % warps) * split.chains, rates,
          [&](int f, int i3, int i2, int i1) {
            return s[(((f * m + i3) * m + i2) * m + i1) * cells_x];
          },
          store);
    }
  }
};

}  // namespace hermite
