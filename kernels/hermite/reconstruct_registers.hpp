#pragma once
// ReconstructRegisters: the derivatives of all cells, coefficients times r! (DerivativeOperators), the first of
// two kernels, by the pencils of node_pencils.hpp. EvolveRegisters reads them. CUDA only, 3-D; TensorMarch of
// tensor_kernels.hpp makes the coefficients on every device, and tests compare what follows from either.
//
// Why it is faster: derivatives are 2^3 times what they are made of, so memory takes the time where nothing
// else does. TensorMarch passes all of them through scratch once more and applies H densely; here the last
// direction goes from scratch to memory, a line of it to a warp, and the next plane's nodes arrive meanwhile.
// Scratch has two regions, and what is made in one is read in the other:
//
//   here    boxes       x2 -> memory   (swapped:) x3
//   other         x3    boxes                         x2 -> memory
//
// For CUDA.

#include "kernels/device/distance.hpp"
#include "kernels/hermite/node_pencils.hpp"

namespace hermite {

// By trials on an H200, float, of N = 1, 2 and 3.
constexpr int reconstruct_warps(int order) {
  constexpr int warps[] = {4, 12, 8};
  return order <= 3 ? warps[order - 1] : 16;
}
// Registers of a thread, as few as do not spill: 40 of floats, 56 of doubles.
constexpr int reconstruct_registers(int bytes) { return 24 + 4 * bytes; }

template <class C>
struct ReconstructRegisters : StepKernel<C> {
  using T = typename C::Scalar;
  static constexpr int n = C::order + 1, m = 2 * n;
  static constexpr int cells_x = register_cells_x, cells_y = 1;
  static constexpr int warps = reconstruct_warps(C::order), row_threads = warps,
                       max_lanes = cells_x;
  using Pencils = NodePencils<C, 1, cells_y, warps>;
  static constexpr PencilRows rows = reconstruct_rows(C::order, cells_y, sizeof(T));
  static constexpr int min_blocks =
      blocks_that_fit(rows.bytes(sizeof(T)), cells_x* warps, reconstruct_registers(sizeof(T)));

  static constexpr BoxShape boxes = Pencils::boxes;

  DerivativeOperators<C> axis;
  BoxMap map;

  explicit ReconstructRegisters(const StepArguments& a)
      : StepKernel<C>(a, {a.box, {cells_x, cells_y, register_planes(a.planes)}}),
        axis(a),
        map(a.in_map) {}
  template <class Block>
  constexpr int scratch() const {
    return rows.all();
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    T* s_here = block.scratch(rows.here);
    T* s_other = block.scratch(rows.other);
    auto& arrival = *reinterpret_cast<BoxArrival*>(block.scratch(rows.for_arrival()));
    const Pencils pencils{axis.op};
    const int x = static_cast<int>(threadIdx.x);
    const bool active = x < this->active_lanes(tile);
    const long first_x = tile.begin[0] + this->first;
    const int steps = this->fields * tile.planes;
    const auto ask = [&](int step, T* s_boxes) {
      Pencils::ask(arrival, map, s_boxes, step / tile.planes,
                   tile.begin[2] + step % tile.planes + this->first, tile.begin[1] + this->first,
                   first_x);
    };
    const bool asks = x == 0 && threadIdx.y == 0;
    if (asks) {
      arrival.begin();
      ask(0, s_here);
    }
    __syncthreads();
    HERMITE_NO_UNROLL
    for (int step = 0; step < steps; ++step) {
      arrival.wait(step);
      pencils.along_x3(s_here, map, first_x, s_other);
      __syncthreads();
      pencils.along_x2(s_other, s_here);
      __syncthreads();
      if (asks && step + 1 < steps) {
        BoxArrival::reuse();
        ask(step + 1, s_other);
      }
      T* const to = this->out.at(step / tile.planes, tile.begin[2] + step % tile.planes,
                                 tile.begin[1], tile.begin[0] + x, 0);
      const int entry = static_cast<int>(this->out.entry_step());
      Pencils::template each_row<m * m, 1>([&](int pencil) HERMITE_INLINED {
        Walk<T> line(to + pencil * m * entry, entry);
        pencils.along_x1(s_here, pencil, 0, x, [&](int, T value) {
          T* const place = line.next();
          if (active) *place = value;
        });
      });
      __syncthreads();
      T* const swapped = s_here;
      s_here = s_other;
      s_other = swapped;
    }
  }
};

}  // namespace hermite
