#pragma once
// The interpolation of a block's cells, in shared memory, one direction after the other:
//
//   memory --H3--> s_x3 [field][r3][i2][i1][node y][node x]
//          --H2--> s_x2 [field][r3][r2][i1][cell y][node x]
//          --H1--> pencils [r1] of the thread that asks for them
//
// each H by parity (interpolate_split). Cells are 32 along x1, CellsY along x2. For CUDA.

#include "kernels/device/warp.hpp"
#include "kernels/hermite/pencil.hpp"
#include "kernels/hermite/step_kernel.hpp"
#include "kernels/hermite/sweep_split.hpp"

namespace hermite {

template <class C, int Fields, int CellsY, int Warps>
struct NodePencils {
  using T = typename C::Scalar;
  static constexpr int n = C::order + 1, m = 2 * n;
  static constexpr int cells_x = register_cells_x, threads = cells_x * Warps;
  static constexpr int nodes_x = cells_x + 1, nodes_y = CellsY + 1;
  // Distances in s_x3 and s_x2 of neighbours in (i2, i1) or (r2, i1).
  static constexpr int step_x3 = nodes_y * nodes_x, step_x2 = CellsY * nodes_x;
  static constexpr PencilScratch size = pencil_scratch(Fields, C::order, CellsY);

  const AxisOperators<T, m, m>& op;

  // From field `first_field` on; (m3, m2, m1): the block's lowest node, of the plane of cells.
  HERMITE_DEVICE void along_x3(const typename C::In& in, int first_field, long m3, long m2, long m1,
                               const Tile& tile, T* s_x3) const {
    const auto entry = static_cast<unsigned>(in.entry_step()),
               step_y = static_cast<unsigned>(in.s.m2);
    const auto* corner = in.at(first_field, m3, m2, m1, 0);
    each_node(Fields * n * n * nodes_y, [&](int row, int x) {
      const int y = row % nodes_y, rest = row / nodes_y;
      const int f = rest / (n * n), e = rest % (n * n);
      const auto *lower = corner + f * in.s.field, *upper = lower + in.s.m3;
      // Nodes that no active cell has are read from within the array.
      const unsigned offset = static_cast<unsigned>(y < tile.rows ? y : tile.rows) * step_y +
                              static_cast<unsigned>(e) * entry +
                              static_cast<unsigned>(x < tile.lanes ? x : tile.lanes);
      T left[n], right[n];
      HERMITE_UNROLL
      for (int j = 0; j < n; ++j) {
        left[j] = __ldg(lower + (offset + static_cast<unsigned>(j * n * n) * entry));
        right[j] = __ldg(upper + (offset + static_cast<unsigned>(j * n * n) * entry));
      }
      T* s = s_x3 + (f * m * n * n + e) * step_x3 + y * nodes_x + x;
      interpolate_split<n>(n, op.value[2], left, right,
                           [&](int r, T value) { s[r * n * n * step_x3] = value; });
    });
  }

  HERMITE_DEVICE void along_x2(const T* s_x3, T* s_x2) const {
    each_node(Fields * m * n * CellsY, [&](int row, int x) {
      const int y = row % CellsY, rest = row / CellsY;
      const int i1 = rest % n, plane = rest / n;  // plane: (field, r3)
      const T* s = s_x3 + (plane * n * n + i1) * step_x3 + y * nodes_x + x;
      T left[n], right[n];
      HERMITE_UNROLL
      for (int j = 0; j < n; ++j) {
        left[j] = s[j * n * step_x3];
        right[j] = s[j * n * step_x3 + nodes_x];
      }
      T* to = s_x2 + (plane * m * n + i1) * step_x2 + y * nodes_x + x;
      interpolate_split<n>(n, op.value[1], left, right,
                           [&](int r, T value) { to[r * n * step_x2] = value; });
    });
  }

  // emit(r1, value) of pencil (field, r3, r2) of cell (y, x).
  template <class Emit>
  HERMITE_DEVICE void along_x1(const T* s_x2, int pencil, int y, int x, Emit emit) const {
    const T* s = s_x2 + pencil * n * step_x2 + y * nodes_x + x;
    T left[n], right[n];
    HERMITE_UNROLL
    for (int j = 0; j < n; ++j) {
      left[j] = s[j * step_x2];
      right[j] = s[j * step_x2 + 1];
    }
    interpolate_split<n>(n, op.value[0], left, right, emit);
  }

 private:
  // work(row, x) of all nodes of so many rows: a warp takes a row, and those at the rows' upper ends,
  // beyond its lanes, are dealt to the lanes of the warps that have fewer rows.
  template <class Work>
  HERMITE_DEVICE static void each_node(int rows, const Work& work) {
    const int warp = warp_number(), lane = static_cast<int>(threadIdx.x);
    // Several loads under way at a time.
#pragma unroll 4
    for (int row = warp; row < rows; row += Warps) work(row, lane);
    for (int row = (Warps - 1 - warp) * cells_x + lane; row < rows; row += threads)
      work(row, cells_x);
  }
};

}  // namespace hermite
