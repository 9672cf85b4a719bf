#pragma once
// EvolveRegisters: derivatives from memory -> new nodal values, the second of two kernels. A block takes
// one plane of its rows of cells, and others of the multiprocessor compute while its boxes arrive. For CUDA.

#include "kernels/device/box_copy.hpp"
#include "kernels/hermite/sweep_kernel.hpp"

namespace hermite {

template <class C, class Coupling>
struct EvolveRegisters : SweepKernel<C, Coupling> {
  using Base = SweepKernel<C, Coupling>;
  using Base::fields, Base::m, Base::cells_x, Base::warps;
  using typename Base::T;
  static constexpr bool in_registers = Base::split.b_in_registers;
  static constexpr int values = m * m * m;  // of a field of a cell
  static constexpr int step = box_width(cells_x, sizeof(T)),
                       rows = evolve_rows(fields, C::order, sizeof(T));
  static constexpr int box_values = entries_of_box(m), box = box_values * step;
  static_assert(box * sizeof(T) % 128 == 0, "boxes begin at multiples of 128 bytes");
  static constexpr int min_blocks = blocks_that_fit(rows * cells_x * static_cast<int>(sizeof(T)),
                                                    cells_x* warps, Base::split.registers);

  static constexpr BoxShape boxes = in_registers ? BoxShape{} : BoxShape{step, 1, 1, box_values};
  BoxMap map;

  explicit EvolveRegisters(const StepArguments& a) : Base(a, 1), map(a.in_map) {}
  template <class Block>
  constexpr int scratch() const {
    return rows;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, 0);
    const int x = static_cast<int>(threadIdx.x), y = Base::cell_row();
    const long m3 = tile.begin[2];
    const bool active = x < this->active_lanes(tile) && y < tile.rows;
    const auto evolve = [&](const auto& b) {
      this->evolve(m3, tile.begin[1] + y, tile.begin[0] + x, active,
                   static_cast<unsigned>(block.index()), b);
    };
    if constexpr (in_registers) {
      // Cells that there are not repeat the last ones.
      const auto* from = this->in.at(0, m3, tile.begin[1] + (y < tile.rows ? y : tile.rows - 1),
                                     tile.begin[0] + (x < tile.lanes ? x : tile.lanes - 1), 0);
      const int entry = static_cast<int>(this->in.entry_step());
      T r_b[fields * values];
      HERMITE_UNROLL
      for (int v = 0; v < fields * values; ++v)
        r_b[v] = __ldg(from + v / values * this->in.s.field + v % values * entry);
      evolve(typename Base::RegisterCell{r_b});
    } else {
      T* const s_b = block.scratch(rows - 1);  // [field][r3][r2][r1][cell x], lead included
      auto& arrival = *reinterpret_cast<BoxArrival*>(block.scratch(1));
      if (x == 0 && threadIdx.y == 0) {
        arrival.begin();
        arrival.expect(fields * values * step * static_cast<int>(sizeof(T)));
        HERMITE_NO_UNROLL
        for (int b = 0; b < fields * values / box_values; ++b)
          arrival.copy(s_b + b * box, map, b * box_values / values, m3, tile.begin[1],
                       tile.begin[0], b * box_values % values);
      }
      __syncthreads();
      arrival.wait(0);
      evolve(typename Base::template SharedCell<step>{
          SharedValues<T, step>(s_b + map.template lead<T>(tile.begin[0]) + x)});
    }
  }
};

}  // namespace hermite
