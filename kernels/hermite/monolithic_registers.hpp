#pragma once
// MonolithicRegisters: reconstruct and evolve in one. CUDA only, 3-D; MonolithicMarch of
// evolve_kernels.hpp computes the same on every device and checks it. A block marches along x3 and applies
//
//   memory --node_pencils.hpp--> b [field][r3][r2][r1] --sweep_kernel.hpp--> memory
//
// What is made in one region of scratch is read in the other, and the next plane's nodes arrive during the
// sweeps:
//
//   here    boxes       x2       boxes of the next plane
//   other         x3         b
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
  static constexpr PencilRows rows = monolithic_rows(Base::fields, C::order, sizeof(T));
  static_assert(rows.bytes(sizeof(T)) <= register_scratch_bytes);
  static constexpr int min_blocks =
      blocks_that_fit(rows.bytes(sizeof(T)), cells_x* Base::warps, Base::split.registers);

  static constexpr BoxShape boxes = rows.copied ? Pencils::boxes : BoxShape{};

  DerivativeOperators<C> axis;
  BoxMap map;

  explicit MonolithicRegisters(const StepArguments& a)
      : Base(a, register_planes(a.planes)), axis(a), map(a.in_map) {}
  template <class Block>
  constexpr int scratch() const {
    return rows.all();
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    T* const s_here = block.scratch(rows.here);
    T* const s_other = block.scratch(rows.other);
    auto& arrival = *reinterpret_cast<BoxArrival*>(block.scratch(rows.for_arrival()));
    const Pencils pencils{axis.op};
    const int x = static_cast<int>(threadIdx.x), y = Base::cell_row();
    const bool active = x < this->active_lanes(tile) && y < tile.rows;
    const long first[3] = {tile.begin[0] + this->first, tile.begin[1] + this->first,
                           tile.begin[2] + this->first};
    const bool asks = rows.copied && x == 0 && threadIdx.y == 0;
    if (asks) {
      arrival.begin();
      Pencils::ask(arrival, map, s_here, 0, first[2], first[1], first[0]);
    }
    __syncthreads();
    HERMITE_NO_UNROLL
    for (int plane = 0; plane < tile.planes; ++plane) {
      if constexpr (rows.copied) {
        arrival.wait(plane);
        pencils.along_x3(s_here, map, first[0], s_other);
      } else {
        pencils.along_x3(this->in, first[2] + plane, first[1], first[0], tile, s_other);
      }
      __syncthreads();
      pencils.along_x2(s_other, s_here);
      __syncthreads();
      // Once all have read s_here.
      const auto ask_for_next = [&] {
        __syncthreads();
        if (!asks || plane + 1 == tile.planes) return;
        BoxArrival::reuse();
        Pencils::ask(arrival, map, s_here, 0, first[2] + plane + 1, first[1], first[0]);
      };
      const auto evolve = [&](const auto& b) {
        this->evolve(tile.begin[2] + plane, tile.begin[1] + y, tile.begin[0] + x, active,
                     static_cast<unsigned>(plane + block.index() / 128), b);
      };
      constexpr int all = Base::fields * m * m;  // pencils of a cell
      if constexpr (Base::split.b_in_registers) {
        T r_b[all * m];
        HERMITE_UNROLL
        for (int p = 0; p < all; ++p)
          pencils.along_x1(s_here, p, y, x, [&](int r1, T value) { r_b[p * m + r1] = value; });
        ask_for_next();
        evolve(typename Base::RegisterCell{r_b});
      } else {
        // [field][r3][r2][r1][cell x]; what is there along x3 has been read by then.
        T* s_b = s_other + x;
        Pencils::template each_row<all, 2>([&](unsigned p) HERMITE_INLINED {
          pencils.along_x1(s_here, p, y, x,
                           [&](int r1, T value) { s_b[(p * m + r1) * cells_x] = value; });
        });
        ask_for_next();
        evolve(typename Base::template SharedCell<cells_x>{SharedValues<T, cells_x>(s_b)});
        __syncthreads();
      }
    }
  }
};

}  // namespace hermite
