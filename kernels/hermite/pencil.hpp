#pragma once
// A pencil, the values along one direction: how it is fetched and kept, and its physics, a 1-D
// operator applied to it. Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

// out_r = sum_c op[r][c] in_c, in ascending order of c.
template <class T, class V>
HERMITE_DEVICE void apply_pencil(int rows, int columns, const T* op, const V* in, V* out) {
  HERMITE_UNROLL
  for (int r = 0; r < rows; ++r) {
    V sum = op[r * columns] * in[0];
    HERMITE_UNROLL
    for (int c = 1; c < columns; ++c) sum += op[r * columns + c] * in[c];
    out[r] = sum;
  }
}

// The same for the interpolation H by parity, half the operations:
//   out_r = sum_j H[r][n + j] (right_j + (-1)^(r + j) left_j)
// emit(r, out_r), r ascending.
template <int MaxN, class T, class V, class Emit>
HERMITE_DEVICE void interpolate_split(int n, const T* op, const V* left, const V* right,
                                      Emit emit) {
  V r_even[MaxN], r_odd[MaxN];  // right + (-1)^j left, right - (-1)^j left
  HERMITE_UNROLL
  for (int j = 0; j < n; ++j) {
    r_even[j] = j % 2 == 0 ? right[j] + left[j] : right[j] - left[j];
    r_odd[j] = j % 2 == 0 ? right[j] - left[j] : right[j] + left[j];
  }
  HERMITE_UNROLL
  for (int r = 0; r < 2 * n; ++r) {
    const V* r_in = r % 2 == 0 ? r_even : r_odd;
    const T* row = op + (2 * r + 1) * n;
    V sum = row[0] * r_in[0];
    HERMITE_UNROLL
    for (int j = 1; j < n; ++j) sum += row[j] * r_in[j];
    emit(r, sum);
  }
}

// The n values of each of `points` neighbouring nodes along x1, for the lanes of an item; p is the
// first value of the first node.
template <class Block, class View, class S, class V>
HERMITE_DEVICE void gather_x1(Block& block, View in, const S* p, int points, int n, V* r_in) {
  HERMITE_UNROLL
  for (int point = 0; point < points; ++point) {
    const S* node = p + point * in.lane_step();
    HERMITE_UNROLL
    for (int i = 0; i < n; ++i)
      r_in[point * n + i] = block.load(node + i * in.entry_step(), in.lane_step());
  }
}

// Values in scratch, `step` apart.
template <class Block, class T, class V>
HERMITE_DEVICE void get_values(Block& block, int count, const T* s, int step, V* r) {
  HERMITE_UNROLL
  for (int i = 0; i < count; ++i) r[i] = block.get(s + i * step);
}
template <class Block, class T, class V>
HERMITE_DEVICE void put_values(Block& block, int count, T* s, int step, const V* r) {
  HERMITE_UNROLL
  for (int i = 0; i < count; ++i) block.put(s + i * step, r[i]);
}

}  // namespace hermite
