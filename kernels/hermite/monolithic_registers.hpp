#pragma once
// MonolithicRegisters: reconstruct and evolve in one. CUDA only, 3-D; MonolithicMarch of
// evolve_kernels.hpp computes the same on every device and checks it. A block marches along x3 and applies
//
//   memory --node_pencils.hpp--> b [field][r3][r2][r1] --sweep_kernel.hpp--> memory
//
// For CUDA.

#include "kernels/hermite/node_pencils.hpp"
#include "kernels/hermite/sweep_kernel.hpp"

namespace hermite {

template <class C, class Coupling>
struct MonolithicRegisters : SweepKernel<C, Coupling> {
  using Base = SweepKernel<C, Coupling>;
  using Base::m, Base::cells_x;
  using typename Base::T;
  using Pencils = NodePencils<C, Base::fields, Base::cells_y, Base::warps>;
  static constexpr int size_x3 = Pencils::size.x3;
  static constexpr int size = Pencils::size.x2 + (Base::size_b > size_x3 ? Base::size_b : size_x3);
  static_assert(size * sizeof(T) <= register_scratch_bytes);
  static constexpr int min_blocks = blocks_that_fit(size * static_cast<int>(sizeof(T)),
                                                    cells_x* Base::warps, Base::split.registers);

  Operators<C, Operator::interpolate> axis;

  explicit MonolithicRegisters(const StepArguments& a)
      : Base(a, register_planes(a.planes)), axis(a) {}
  template <class Block>
  constexpr int scratch() const {
    return divide_up(size, cells_x);
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    T* s_x2 = block.scratch(divide_up(size, cells_x));
    T* s_x3 = s_x2 + Pencils::size.x2;
    const Pencils pencils{axis.op};
    const int x = static_cast<int>(threadIdx.x), y = Base::cell_row();
    const bool active = x < this->active_lanes(tile) && y < tile.rows;
    HERMITE_NO_UNROLL
    for (int plane = 0; plane < tile.planes; ++plane) {
      const long m3 = tile.begin[2] + plane;
      pencils.along_x3(this->in, 0, m3 + this->first, tile.begin[1] + this->first,
                       tile.begin[0] + this->first, tile, s_x3);
      __syncthreads();
      pencils.along_x2(s_x3, s_x2);
      __syncthreads();
      const auto evolve = [&](const auto& b) {
        this->evolve(m3, tile.begin[1] + y, tile.begin[0] + x, active,
                     static_cast<unsigned>(plane + block.index() / 128), b);
      };
      constexpr int all = Base::fields * m * m;  // pencils of a cell
      if constexpr (Base::split.b_in_registers) {
        T r_b[all * m];
        HERMITE_UNROLL
        for (int p = 0; p < all; ++p)
          pencils.along_x1(s_x2, p, y, x, [&](int r1, T value) { r_b[p * m + r1] = value; });
        evolve([&](int f, int r3, int r2, int r1) { return r_b[Base::value(f, r3, r2, r1)]; });
      } else {
        T* s_b = s_x3 + x;  // [field][r3][r2][r1][cell x]; s_x3 has been read by then
        HERMITE_NO_UNROLL
        for (int p = warp_number(); p < all; p += Base::warps)
          pencils.along_x1(s_x2, p, y, x,
                           [&](int r1, T value) { s_b[(p * m + r1) * cells_x] = value; });
        __syncthreads();
        evolve(typename Base::SharedCell{s_b});
        __syncthreads();
      }
    }
  }
};

}  // namespace hermite
