#pragma once
// The interpolation of a block's cells, in shared memory, one direction after the other:
//
//   memory --copied ahead--> s_boxes [field][node z][i3][i2][i1][node y][node x]
//          --H3--> s_x3 [field][r3][i2][i1][node y][node x]
//          --H2--> s_x2 [field][r3][r2][i1][cell y][node x]
//          --H1--> pencils [r1] of the thread that asks for them
//
// each H by parity (interpolate_split). Cells are 32 along x1, CellsY along x2. For CUDA.

#include "kernels/device/box_copy.hpp"
#include "kernels/device/warp.hpp"
#include "kernels/hermite/pencil.hpp"
#include "kernels/hermite/step_kernel.hpp"
#include "kernels/hermite/sweep_split.hpp"

namespace hermite {

template <class C, int Fields, int CellsY, int Warps>
struct NodePencils {
  using T = typename C::Scalar;
  static constexpr int n = C::order + 1, m = 2 * n, values = n * n * n;
  static constexpr int cells_x = register_cells_x, threads = cells_x * Warps;
  static constexpr int nodes_x = cells_x + 1, nodes_y = CellsY + 1;
  static constexpr PencilScratch size = pencil_scratch(Fields, C::order, CellsY, sizeof(T));
  // Distances of neighbours: of entries in s_boxes, of (i2, i1) in s_x3, of (r2, i1) in s_x2.
  static constexpr int step_box = nodes_y * size.box_x, step_x3 = nodes_y * nodes_x,
                       step_x2 = CellsY * nodes_x;

  const AxisOperators<T, m, m>& op;

  static constexpr BoxShape boxes{size.box_x, nodes_y, 2, values};  // two planes of nodes
  // By one thread: asks for them, from node (m3, m2, m1) and field `first_field` on.
  HERMITE_DEVICE static void ask(BoxArrival& arrival, const BoxMap& map, T* s_boxes,
                                 int first_field, long m3, long m2, long m1) {
    arrival.expect(Fields * 2 * values * step_box * static_cast<int>(sizeof(T)));
    HERMITE_NO_UNROLL
    for (int f = 0; f < Fields; ++f)
      arrival.copy(s_boxes + f * size.box, map, first_field + f, m3, m2, m1);
  }

  // Of boxes that have arrived, for blocks whose first node is m1.
  HERMITE_DEVICE void along_x3(const T* s_boxes, const BoxMap& map, long m1, T* s_x3) const {
    const T* const first = s_boxes + map.template lead<T>(m1);
    along_x3(s_x3,
             [&](unsigned f, unsigned row, unsigned x, T(&left)[n], T(&right)[n]) HERMITE_INLINED {
               const T* s = first + f * size.box + row * size.box_x + x;
               HERMITE_UNROLL
               for (int j = 0; j < n; ++j) {
                 left[j] = s[j * n * n * step_box];
                 right[j] = s[(values + j * n * n) * step_box];
               }
             });
  }
  // Of nodes in memory from field 0 on; (m3, m2, m1): the block's lowest node.
  HERMITE_DEVICE void along_x3(const typename C::In& in, long m3, long m2, long m1,
                               const Tile& tile, T* s_x3) const {
    const auto entry = static_cast<unsigned>(in.entry_step()),
               step_y = static_cast<unsigned>(in.s.m2);
    const auto* const corner = in.at(0, m3, m2, m1, 0);
    // Nodes that no active cell has are read from within the array.
    const auto rows = static_cast<unsigned>(tile.rows), lanes = static_cast<unsigned>(tile.lanes);
    along_x3(s_x3, [&](unsigned f, unsigned row, unsigned x, T(&left)[n],
                       T(&right)[n]) HERMITE_INLINED {
      const unsigned y = row % nodes_y, e = row / nodes_y;
      const auto *lower = corner + f * in.s.field, *upper = lower + in.s.m3;
      const unsigned offset = (y < rows ? y : rows) * step_y + e * entry + (x < lanes ? x : lanes);
      HERMITE_UNROLL
      for (int j = 0; j < n; ++j) {
        left[j] = __ldg(lower + (offset + static_cast<unsigned>(j * n * n) * entry));
        right[j] = __ldg(upper + (offset + static_cast<unsigned>(j * n * n) * entry));
      }
    });
  }

  HERMITE_DEVICE void along_x2(const T* s_x3, T* s_x2) const {
    each_node<Fields * m * n * CellsY>([&](unsigned row, unsigned x) {
      const unsigned plane = row / (n * CellsY);  // (field, r3)
      const unsigned y = row % CellsY, entry = row / CellsY + plane * (n * n - n);
      const T* s = s_x3 + entry * step_x3 + y * nodes_x + x;
      T left[n], right[n];
      HERMITE_UNROLL
      for (int j = 0; j < n; ++j) {
        left[j] = s[j * n * step_x3];
        right[j] = s[j * n * step_x3 + nodes_x];
      }
      T* to = s_x2 + (row + plane * (m * n - n) * CellsY) * nodes_x + x;
      interpolate_split<n>(n, op.value[1], left, right,
                           [&](int r, T value) { to[r * n * step_x2] = value; });
    });
  }

  // work(row) of so many rows, each by a warp (deal_rows), several of them under way at a time.
  template <int Rows, int AtATime, class Work>
  HERMITE_DEVICE static void each_row(const Work& work) {
    constexpr RowDeal deal = deal_rows(Rows, Warps);
    constexpr unsigned at_work = deal.at_work, turns = deal.turns, rest = deal.rest;
    const unsigned warp = warp_number();
    if (warp >= at_work) return;
    HERMITE_UNROLL_BY(AtATime)
    for (unsigned turn = 0; turn < turns; ++turn) work(turn * at_work + warp);
    if constexpr (deal.rest > 0)
      if (warp < rest) work(turns * at_work + warp);
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
  // get(field, row [i2][i1][node y], x, left, right): the n values along x3 of the lower and of the upper node.
  template <class Get>
  HERMITE_DEVICE void along_x3(T* s_x3, Get&& get) const {
    constexpr unsigned of_field = n * n * nodes_y;
    each_node<Fields * of_field>([&](unsigned row, unsigned x) HERMITE_INLINED {
      const unsigned f = Fields == 1 ? 0 : row / of_field, rest = row - f * of_field;
      T left[n], right[n];
      get(f, rest, x, left, right);
      T* s = s_x3 + (f * m * of_field + rest) * nodes_x + x;
      interpolate_split<n>(n, op.value[2], left, right,
                           [&](int r, T value) { s[r * of_field * nodes_x] = value; });
    });
  }

  // work(row, x) of all nodes of so many rows: those at the rows' upper ends, beyond a warp's lanes, are dealt to
  // the lanes of the warps that have fewer rows.
  template <int Rows, class Work>
  HERMITE_DEVICE static void each_node(const Work& work) {
    const unsigned lane = threadIdx.x;
    each_row<Rows, 4>([&](unsigned row) HERMITE_INLINED { work(row, lane); });
    HERMITE_NO_UNROLL
    for (unsigned row = (Warps - 1 - warp_number()) * cells_x + lane; row < Rows; row += threads)
      work(row, cells_x);
  }
};

}  // namespace hermite
