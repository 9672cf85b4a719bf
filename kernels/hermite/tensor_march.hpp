#pragma once
// The same result as tensor_literal.hpp, with the interpolations along x1 and x2 shared: a block
// marches along the last axis and applies Op1 (and in 3-D Op2) once to every plane of nodes; the
// last operator then takes the planes that lie around a cell. Operations per cell drop from
// (points^2 n^2 + ...) to one pass per axis, plus the seams between rows of cells in x2:
//
//   2-D   memory --Op1--> s_plane [k % points][i2][r1] --Op2--> emit
//   3-D   memory --Op1--> s_x1 [b + p][i3][i2][r1]
//                --Op2--> s_plane [k % points][b][i3][r2][r1] --Op3--> emit
//
//   b: row of cells in x2, p: node around it, k: plane of nodes.
//
// Needs a direction to march along that is not x1: 2-D and 3-D. The interpolation is applied by parity,
// half the operations of the literal form's dense matrix. The sums of the other operators run in the
// order of the literal form, so results agree bit for bit where products and sums are not contracted.
// Freestanding.

#include "kernels/hermite/arguments.hpp"
#include "kernels/hermite/pencil.hpp"
#include "kernels/hermite/shape.hpp"

namespace hermite {

// Scratch rows: the planes of all fields, and the x1 results of one plane of one field (3-D).
template <class St>
constexpr int march_plane_rows(St st, int cell_rows, int fields) {
  return fields * St::points * cell_rows * st.n() * st.face();
}
template <class St>
constexpr int march_x1_rows(St st, int cell_rows) {
  return St::dim == 3 ? (cell_rows + St::points - 1) * st.n() * st.n() * st.rows() : 0;
}
template <class St>
constexpr int march_scratch(St st, int cell_rows, int fields) {
  return march_plane_rows(st, cell_rows, fields) + march_x1_rows(st, cell_rows);
}

// The 1-D operator of a stencil on a pencil.
template <class St, class T, class V>
HERMITE_DEVICE void apply_operator(St st, const T* op, const V* r_in, V* r_out) {
  if constexpr (St::op == Operator::interpolate)
    interpolate_split<St::max_n>(st.n(), op, r_in, r_in + st.n(),
                                 [&](int r, V value) { r_out[r] = value; });
  else
    apply_pencil(st.rows(), st.columns(), op, r_in, r_out);
}

// One plane of nodes, all axes but the last.
template <class St, class Block, class T, class View>
HERMITE_DEVICE void march_one_plane(Block& block, St st,
                                    const T (&op)[3][St::max_rows * St::max_columns], View in,
                                    int field, const Tile& tile, const long (&node)[3],
                                    typename Block::Scalar* s_x1, typename Block::Scalar* s_plane) {
  using V = typename Block::Value;
  constexpr int dim = St::dim;
  const int n = st.n(), rows = st.rows(), stride = block.stride();
  const int node_rows = dim == 3 ? tile.rows + St::points - 1 : 1;
  const int derivatives = dim == 3 ? n * n : n;  // (i3, i2)

  T* s_out = dim == 3 ? s_x1 : s_plane;
  block.template rows<Sync::block>(node_rows * derivatives, [&](Item it) HERMITE_INLINED {
    const int b = it.row / derivatives, i = it.row % derivatives;
    const auto* p = in.at(field, node[2], node[1] + b, node[0] + it.lane, i * n);
    V r_in[St::max_columns], r_out[St::max_rows];  // [c], [r]
    gather_x1(block, in, p, St::points, n, r_in);
    apply_operator(st, op[0], r_in, r_out);
    put_values(block, rows, s_out + static_cast<long>(it.row) * rows * stride + it.lane, stride,
               r_out);
  });

  if constexpr (dim == 3) {
    block.template rows<Sync::block>(
        tile.rows * n * rows, [&](Item it) HERMITE_INLINED {  // (b, i3, r1)
          const int b = it.row / (n * rows), i3 = it.row / rows % n, r1 = it.row % rows;
          const T* s = s_x1 + static_cast<long>((b * n + i3) * n * rows + r1) * stride + it.lane;
          V r_in[St::max_columns], r_out[St::max_rows];  // [c], [r]
          HERMITE_UNROLL
          for (int point = 0; point < St::points; ++point)
            get_values(block, n, s + point * n * n * rows * stride, rows * stride,
                       r_in + point * n);
          apply_operator(st, op[1], r_in, r_out);
          T* t = s_plane + static_cast<long>((b * n + i3) * rows * rows + r1) * stride + it.lane;
          put_values(block, rows, t, rows * stride, r_out);
        });
  }
}

// The planes of nodes that a block has applied all axes but the last to.
template <class St, class T>
struct MarchPlanes {
  St st;
  int fields, cell_rows;
  T* s_planes;  // [field][k % points][b][i][face]
  int stride;   // of the block that owns them

  constexpr long plane_size() const {
    return static_cast<long>(cell_rows) * st.n() * st.face() * stride;
  }
  HERMITE_DEVICE T* at(int field, int k) const {
    return s_planes + (field * St::points + k % St::points) * plane_size();
  }
};

// March: all fields plane by plane; finish(planes, plane) runs when those around a plane of cells
// are there.
template <class St, class Block, class T, class View, class Finish>
HERMITE_DEVICE void apply_march(Block& block, St st,
                                const T (&op)[3][St::max_rows * St::max_columns], View in,
                                int fields, const Tile& tile, int first,
                                typename Block::Scalar* s_x1, typename Block::Scalar* s_planes,
                                Finish finish) {
  constexpr int dim = St::dim, points = St::points, last = dim - 1;
  const MarchPlanes<St, T> planes{st, fields, dim == 3 ? tile.rows : 1, s_planes, block.stride()};
  long node[3] = {tile.begin[0] + first, 0, 0};
  if constexpr (dim == 3) node[1] = tile.begin[1] + first;
  HERMITE_NO_UNROLL
  for (int k = 0; k < tile.planes + points - 1; ++k) {
    node[last] = tile.begin[last] + first + k;
    HERMITE_NO_UNROLL
    for (int f = 0; f < fields; ++f)
      march_one_plane(block, st, op, in, f, tile, node, s_x1, planes.at(f, k));
    if (k >= points - 1) finish(planes, k - (points - 1));
  }
}

// Asks for the values that the next plane starts from: one derivative (i3, i2) of one row of nodes.
template <class St, class Block, class View>
HERMITE_DEVICE void prefetch_next(Block& block, St st, View in, int field, const Tile& tile,
                                  int first, int plane, int row, int lane) {
  const int n = st.n(), derivatives = power(n, St::dim - 1);
  const int node_rows = St::dim == 3 ? tile.rows + St::points - 1 : 1;
  if (plane + 1 >= tile.planes || row >= node_rows * derivatives) return;
  const int next = first + plane + St::points;  // nodes beyond the tile's first plane of cells
  const auto* p = in.at(field, tile.begin[2] + (St::dim == 3 ? next : 0),
                        tile.begin[1] + (St::dim == 3 ? first + row / derivatives : next),
                        tile.begin[0] + first + lane, row % derivatives * n);
  HERMITE_UNROLL
  for (int i = 0; i < n; ++i) block.prefetch_item(p + i * in.entry_step(), in.lane_step());
}

// The last axis, for the lanes of a part of the block from `lane` on, field by field. emit(item,
// field, b, out) gets pencil item.row of cell row b.
template <class St, class Block, class T, class View, class Emit>
HERMITE_DEVICE void finish_march(Block& part, int lane, const MarchPlanes<St, T>& planes,
                                 const T (&op)[3][St::max_rows * St::max_columns], View in,
                                 const Tile& tile, int first, int plane, Emit emit) {
  using V = typename Block::Value;
  const St st = planes.st;
  const int n = st.n(), face = st.face();
  HERMITE_NO_UNROLL
  for (int f = 0; f < planes.fields; ++f) {
    part.template rows<Sync::block>(planes.cell_rows * face, [&](Item it) HERMITE_INLINED {
      const int b = it.row / face, pencil = it.row % face;
      prefetch_next(part, st, in, f, tile, first, plane, it.row, lane + it.lane);
      V r_in[St::max_columns], r_out[St::max_rows];  // [c], [r]
      HERMITE_UNROLL
      for (int point = 0; point < St::points; ++point) {
        const T* s = planes.at(f, plane + point) +
                     static_cast<long>(b * n * face + pencil) * planes.stride + lane + it.lane;
        get_values(part, n, s, face * planes.stride, r_in + point * n);
      }
      apply_operator(st, op[St::dim - 1], r_in, r_out);
      emit(Item{pencil, it.lane, it.slot}, f, b, r_out);
    });
  }
}

}  // namespace hermite
