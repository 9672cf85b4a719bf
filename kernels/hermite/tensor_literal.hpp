#pragma once
// A 1-D operator along x1, then x2, then x3, for each cell by itself: the paper's Algorithms 1
// and 2.
//
//   out = (Op3 (x) Op2 (x) Op1) u_loc,   u_loc: the values of the points^d nodes around the cell
//
// Every node is read by each of its neighbouring cells. The x1 pencils come straight from memory;
// the others work in place in scratch: a pencil is owned by one item, which reads all of it first.
//
//   s_u  [c3][c2][r1]  ->  [c3][r2][r1]  ->  emit [r3][r2][r1]     (strides stay those of c3, c2)
//
// Freestanding.

#include "kernels/hermite/arguments.hpp"
#include "kernels/hermite/pencil.hpp"
#include "kernels/hermite/shape.hpp"

namespace hermite {

// Scratch rows that the function below needs.
template <class St>
constexpr int literal_scratch(St st) {
  return power(st.columns(), St::dim - 1) * st.rows();
}

// emit(item, out) gets the values of pencil item.row along the last axis, entry r * face +
// item.row.
template <class St, class Block, class T, class View, class Emit>
HERMITE_DEVICE void apply_literal(Block& block, St st,
                                  const T (&op)[3][St::max_rows * St::max_columns], View in,
                                  int field, const long (&corner)[3], typename Block::Scalar* s_u,
                                  Emit emit) {
  using V = typename Block::Value;
  constexpr int dim = St::dim;
  const int n = st.n(), columns = st.columns(), rows = st.rows(), stride = block.stride();

  block.template rows<Sync::block>(power(columns, dim - 1), [&](Item it) HERMITE_INLINED {
    const int c3 = it.row / columns, c2 = it.row % columns;  // x2, x3: node * n + derivative
    const auto* p = in.at(field, corner[2] + c3 / n, corner[1] + c2 / n, corner[0] + it.lane,
                          ((c3 % n) * n + c2 % n) * n);
    V r_in[St::max_columns], r_out[St::max_rows];  // [c], [r]
    gather_x1(block, in, p, St::points, n, r_in);
    apply_pencil(rows, columns, op[0], r_in, r_out);
    if constexpr (dim == 1) {
      emit(it, r_out);
    } else {
      put_values(block, rows, s_u + static_cast<long>(it.row) * rows * stride + it.lane, stride,
                 r_out);
    }
  });

  // Along x2 and x3: pencil (c3, r1) or (r2, r1), values `step` scratch rows apart.
  auto along = [&](int axis, int pencils, int step, auto finish) {
    block.template rows<Sync::block>(pencils, [&](Item it) HERMITE_INLINED {
      const int outer = it.row / step, inner = it.row % step;
      T* s = s_u + static_cast<long>(outer * columns * step + inner) * stride + it.lane;
      V r_in[St::max_columns], r_out[St::max_rows];  // [c], [r]
      get_values(block, columns, s, step * stride, r_in);
      apply_pencil(rows, columns, op[axis], r_in, r_out);
      finish(it, s, step * stride, r_out);
    });
  };
  auto keep = [&](Item, T* s, int step, const V* r_out) {
    put_values(block, rows, s, step, r_out);
  };
  auto last = [&](Item it, T*, int, const V* r_out) { emit(it, r_out); };
  if constexpr (dim == 2) along(1, rows, rows, last);
  if constexpr (dim == 3) {
    along(1, columns * rows, rows, keep);
    // [c3][r2][r1] with c3 a stride of columns * rows: gather the pencils (r2, r1) of r2 < rows.
    along(2, rows * rows, columns * rows, last);
  }
}

}  // namespace hermite
