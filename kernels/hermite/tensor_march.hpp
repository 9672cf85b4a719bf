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
// Needs a direction to march along that is not x1: 2-D and 3-D. The sums run in the order of the
// literal form, so results agree bit for bit where products and sums are not contracted
// differently. Freestanding.

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

// One plane of nodes, all axes but the last.
template <class St, class Block, class T, class View>
HERMITE_DEVICE void march_one_plane(Block& block, St st,
                                    const T (&op)[3][St::max_rows * St::max_columns], View in,
                                    int field, const Tile& tile, const long (&node)[3],
                                    typename Block::Scalar* s_x1, typename Block::Scalar* s_plane) {
  using V = typename Block::Value;
  constexpr int dim = St::dim;
  const int n = st.n(), columns = st.columns(), rows = st.rows(), stride = block.stride();
  const int node_rows = dim == 3 ? tile.rows + St::points - 1 : 1;
  const int derivatives = dim == 3 ? n * n : n;  // (i3, i2)

  T* s_out = dim == 3 ? s_x1 : s_plane;
  block.template rows<Sync::block>(node_rows * derivatives, [&](Item it) {
    const int b = it.row / derivatives, i = it.row % derivatives;
    const auto* p = in.at(field, node[2], node[1] + b, node[0] + it.lane, i * n);
    V r_in[St::max_columns], r_out[St::max_rows];  // [c], [r]
    gather_x1(block, in, p, St::points, n, r_in);
    apply_pencil(rows, columns, op[0], r_in, r_out);
    put_values(block, rows, s_out + static_cast<long>(it.row) * rows * stride + it.lane, stride,
               r_out);
  });

  if constexpr (dim == 3) {
    block.template rows<Sync::block>(tile.rows * n * rows, [&](Item it) {  // (b, i3, r1)
      const int b = it.row / (n * rows), i3 = it.row / rows % n, r1 = it.row % rows;
      const T* s = s_x1 + static_cast<long>((b * n + i3) * n * rows + r1) * stride + it.lane;
      V r_in[St::max_columns], r_out[St::max_rows];  // [c], [r]
      HERMITE_UNROLL
      for (int point = 0; point < St::points; ++point)
        get_values(block, n, s + point * n * n * rows * stride, rows * stride, r_in + point * n);
      apply_pencil(rows, columns, op[1], r_in, r_out);
      T* t = s_plane + static_cast<long>((b * n + i3) * rows * rows + r1) * stride + it.lane;
      put_values(block, rows, t, rows * stride, r_out);
    });
  }
}

// All fields plane by plane. emit(item, field, b, plane, out) gets pencil item.row - b * face of
// cell row b; done(plane) runs when all fields of a plane of cells have been emitted.
template <class St, class Block, class T, class View, class Emit, class Done>
HERMITE_DEVICE void apply_march(Block& block, St st,
                                const T (&op)[3][St::max_rows * St::max_columns], View in,
                                int fields, const Tile& tile, int first,
                                typename Block::Scalar* s_x1, typename Block::Scalar* s_planes,
                                Emit emit, Done done) {
  using V = typename Block::Value;
  constexpr int dim = St::dim, points = St::points, last = dim - 1;
  const int n = st.n(), face = st.face(), stride = block.stride();
  const int cell_rows = dim == 3 ? tile.rows : 1;
  const long plane_size = static_cast<long>(cell_rows) * n * face * stride;

  long node[3] = {tile.begin[0] + first, 0, 0};
  if constexpr (dim == 3) node[1] = tile.begin[1] + first;
  HERMITE_NO_UNROLL
  for (int k = 0; k < tile.planes + points - 1; ++k) {
    node[last] = tile.begin[last] + first + k;
    const int plane = k - (points - 1);
    const bool more = plane + 1 < tile.planes;
    HERMITE_NO_UNROLL
    for (int f = 0; f < fields; ++f) {
      auto* s_field = s_planes + f * points * plane_size;  // [k % points][b][i][face]
      march_one_plane(block, st, op, in, f, tile, node, s_x1, s_field + (k % points) * plane_size);
      if (plane < 0) continue;
      block.template rows<Sync::block>(cell_rows * face, [&](Item it) {
        const int b = it.row / face, pencil = it.row % face;
        if (more && pencil < power(n, dim - 1)) {  // n values that the next plane starts from
          const auto* p = in.at(f, node[2] + (dim == 3 ? 1 : 0), node[1] + (dim == 3 ? b : 1),
                                node[0] + it.lane, pencil * n);
          HERMITE_UNROLL
          for (int j = 0; j < n; ++j) block.prefetch(p + j * in.entry_step());
        }
        V r_in[St::max_columns], r_out[St::max_rows];  // [c], [r]
        HERMITE_UNROLL
        for (int point = 0; point < points; ++point) {
          const T* s = s_field + ((plane + point) % points) * plane_size +
                       static_cast<long>(b * n * face + pencil) * stride + it.lane;
          get_values(block, n, s, face * stride, r_in + point * n);
        }
        apply_pencil(st.rows(), st.columns(), op[last], r_in, r_out);
        emit(it, f, b, plane, r_out);
      });
    }
    if (plane >= 0) done(plane);
  }
}

}  // namespace hermite
