#pragma once
// EvolveRegisters: coefficients from memory -> new nodal values, the second of two kernels. A block takes
// one plane of its rows of cells, and others of the multiprocessor compute while it reads. For CUDA.

#include "kernels/hermite/sweep_kernel.hpp"

namespace hermite {

template <class C, class Coupling>
struct EvolveRegisters : SweepKernel<C, Coupling> {
  using Base = SweepKernel<C, Coupling>;
  using Base::fields, Base::m, Base::cells_x, Base::warps;
  using typename Base::T;
  static constexpr int values = m * m * m;  // of a field of a cell
  static constexpr int min_blocks = blocks_that_fit(Base::size_b * static_cast<int>(sizeof(T)),
                                                    cells_x* warps, Base::split.registers);

  explicit EvolveRegisters(const StepArguments& a) : Base(a, 1) {}
  template <class Block>
  constexpr int scratch() const {
    return Base::size_b / cells_x;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, 0);
    T* s_b = block.scratch(Base::size_b / cells_x);  // [field][r3][r2][r1][cell x]
    const int x = static_cast<int>(threadIdx.x), y = Base::cell_row();
    // Cells that there are not repeat the last ones.
    const long m1 = tile.begin[0] + (x < tile.lanes ? x : tile.lanes - 1);
    const long m2 = tile.begin[1] + (y < tile.rows ? y : tile.rows - 1), m3 = tile.begin[2];
    const auto* from = this->in.at(0, m3, m2, m1, 0);
    const int entry = static_cast<int>(this->in.entry_step());
    const bool active = x < this->active_lanes(tile) && y < tile.rows;
    const auto evolve = [&](const auto& b) {
      this->evolve(m3, m2, tile.begin[0] + x, active, static_cast<unsigned>(block.index()), b);
    };
    if constexpr (Base::split.b_in_registers) {
      T r_b[fields * values];
      HERMITE_UNROLL
      for (int v = 0; v < fields * values; ++v)
        r_b[v] = __ldg(from + v / values * this->in.s.field + v % values * entry);
      evolve([&](int f, int r3, int r2, int r1) { return r_b[Base::value(f, r3, r2, r1)]; });
    } else {
      HERMITE_NO_UNROLL
      for (int f = 0; f < fields; ++f)
#pragma unroll 8
        for (int e = warp_number(); e < values; e += warps)
          block.copy_async(s_b + (f * values + e) * cells_x + x,
                           from + f * this->in.s.field + e * entry, 1);
      block.wait();
      __syncthreads();
      evolve(typename Base::SharedCell{s_b + x});
    }
  }
};

}  // namespace hermite
