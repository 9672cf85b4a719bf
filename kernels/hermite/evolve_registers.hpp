#pragma once
// EvolveRegisters: coefficients from memory -> new nodal values, the second of two kernels. A block takes
// one plane of its rows of cells, and others of the multiprocessor compute while it reads. For CUDA.

#include "kernels/hermite/sweep_kernel.hpp"

namespace hermite {

template <class C, class Coupling>
struct EvolveRegisters : SweepKernel<C, Coupling> {
  using Base = SweepKernel<C, Coupling>;
  using Base::m, Base::cells_x;
  using typename Base::T;
  static constexpr int min_blocks = blocks_that_fit(Base::size_b * static_cast<int>(sizeof(T)),
                                                    cells_x* Base::warps, Base::split.registers);

  T scale[m];  // r!

  explicit EvolveRegisters(const StepArguments& a) : Base(a, 1) {
    for (int r = 0; r < m; ++r) scale[r] = static_cast<T>(factorial(r));
  }
  template <class Block>
  constexpr int scratch() const {
    return Base::size_b / cells_x;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, 0);
    T* s_b = block.scratch(Base::size_b / cells_x);
    const int x = static_cast<int>(threadIdx.x), y = Base::cell_row();
    // Cells that there are not repeat the last ones.
    const long m1 = tile.begin[0] + (x < tile.lanes ? x : tile.lanes - 1);
    const long m2 = tile.begin[1] + (y < tile.rows ? y : tile.rows - 1), m3 = tile.begin[2];
    const auto* from = this->in.at(0, m3, m2, m1, 0);
    const int entry = static_cast<int>(this->in.entry_step());
    this->evolve(
        m3, m2, tile.begin[0] + x, x < this->active_lanes(tile) && y < tile.rows,
        static_cast<unsigned>(block.index()), s_b, [&](int p, auto emit) {
          const int plane = p % (m * m);  // (r3, r2)
          const auto* b = from + p / (m * m) * this->in.s.field + plane * m * entry;
          T r_b[m];
          HERMITE_UNROLL
          for (int r = 0; r < m; ++r) r_b[r] = __ldg(b + r * entry);
          HERMITE_UNROLL
          for (int r = 0; r < m; ++r)
            emit(r, scale[plane / m] * scale[plane % m] * static_cast<T>(factorial(r)) * r_b[r]);
        });
  }
};

}  // namespace hermite
