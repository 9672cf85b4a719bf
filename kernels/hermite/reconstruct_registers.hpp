#pragma once
// ReconstructRegisters: the coefficients of all cells, the first of two kernels, by the pencils of
// node_pencils.hpp. CUDA only, 3-D; TensorMarch of tensor_kernels.hpp computes the same on every device and
// checks it.
//
// Why it is faster: coefficients are 2^3 times what they are made of, so memory takes the time where
// nothing else does. TensorMarch passes all of them through scratch once more and applies H densely;
// here the last direction goes from scratch to memory, a line of it to a warp. For CUDA.

#include "kernels/hermite/node_pencils.hpp"

namespace hermite {

template <class C>
struct ReconstructRegisters : StepKernel<C> {
  using T = typename C::Scalar;
  static constexpr int n = C::order + 1, m = 2 * n;
  // Small blocks, of which many are under way; rows share the nodes between them, as far as that pays. By
  // trials.
  static constexpr int cells_x = register_cells_x, cells_y = n == 2 ? 2 : 1;
  static constexpr int warps = n == 2   ? 4
                               : n == 3 ? 8
                                        : 16,
                       row_threads = warps, max_lanes = cells_x;
  using Pencils = NodePencils<C, 1, cells_y, warps>;
  static constexpr int size = Pencils::size.x3 + Pencils::size.x2;
  static constexpr int min_blocks =
      blocks_that_fit(size * static_cast<int>(sizeof(T)), cells_x* warps,
                      40 + 2 * n * static_cast<int>(sizeof(T)) / 4);

  Operators<C, Operator::interpolate> axis;

  explicit ReconstructRegisters(const StepArguments& a)
      : StepKernel<C>(a, {a.box, {cells_x, cells_y, register_planes(a.planes)}}), axis(a) {}
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
    const int x = static_cast<int>(threadIdx.x);
    const int entry = static_cast<int>(this->out.entry_step());
    const bool active = x < this->active_lanes(tile);
    HERMITE_NO_UNROLL
    for (int step = 0; step < this->fields * tile.planes; ++step) {
      const int f = step / tile.planes;
      const long m3 = tile.begin[2] + step % tile.planes;
      pencils.along_x3(this->in, f, m3 + this->first, tile.begin[1] + this->first,
                       tile.begin[0] + this->first, tile, s_x3);
      __syncthreads();
      pencils.along_x2(s_x3, s_x2);
      __syncthreads();
#pragma unroll 2
      for (int i = warp_number(); i < m * m * cells_y; i += warps) {
        const int y = i % cells_y, pencil = i / cells_y;
        auto* to =
            this->out.at(f, m3, tile.begin[1] + y, tile.begin[0] + x, 0) + pencil * m * entry;
        const bool stores = active && y < tile.rows;
        pencils.along_x1(s_x2, pencil, y, x, [&](int r, T value) {
          if (stores) to[r * entry] = value;
        });
      }
    }
  }
};

}  // namespace hermite
