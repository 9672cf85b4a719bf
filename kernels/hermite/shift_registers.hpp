#pragma once
// ShiftRegisters<Op>: advection's shift, one operator per axis, with the sums along x3 in registers.
// CUDA only, 3-D; TensorMarch (tensor_kernels.hpp) computes the same on every device and checks it.
//
// Why it is faster: TensorMarch passes every value through scratch twice, by instructions that also
// compute addresses. Here a box of nodes is copied ahead by the copy engine, a thread has a column of
// cells and marches along x3, and only whole sectors of memory are written:
//
//   memory --copied ahead--> s_planes [k % 2][entry][node y][node x]
//          --Op2--> r_q [i3][r2][i1]   a warp for each row of cells, a lane for each cell
//          --Op1--> r_q [i3][r2][r1]   neighbours along x1 by shuffle
//          --Op3--> r_sum              the sums of the planes of cells that node plane k has a part in;
//                                      the oldest is complete and goes to memory, and to its
//                                      periodic images in the halo
//
// The last lanes' neighbours lie beyond the warp: one warp more takes these nodes of all rows along
// x2, and hands them over in s_edges. Where a cell is too much for a thread's registers its r2 are
// dealt to several threads (slices).

#include "kernels/device/box_copy.hpp"
#include "kernels/hermite/step_kernel.hpp"

namespace hermite {

// A distance in bytes, which the compiler must not know from one plane to the next: it would keep its
// multiples in registers, which are needed otherwise.
template <class T>
HERMITE_DEVICE int byte_distance(long distance) {
  int bytes = static_cast<int>(distance * static_cast<long>(sizeof(T)));
  asm volatile("" : "+r"(bytes));
  return bytes;
}
// The value `count` distances on: one instruction, where an index takes four.
template <class T>
HERMITE_DEVICE T* further(T* p, int count, int bytes) {
  return (T*)((unsigned long)p + static_cast<long>(count) * bytes);
}
// A result that is to be there from here on: the compiler would put off pencil after pencil, and keep
// what they are made of instead.
HERMITE_DEVICE void settle(float& value) { asm volatile("" : "+f"(value)); }
HERMITE_DEVICE void settle(double& value) { asm volatile("" : "+d"(value)); }

// How the shift of cells of n^3 values is spread over a block of threads: as many rows as registers
// and scratch allow, up to six.
struct ShiftSplit {
  int slices;      // threads per cell, a divisor of n
  int rows;        // cells along x2
  int min_blocks;  // on a multiprocessor
};
constexpr ShiftSplit shift_split(int points, int n, int bytes) {
  ShiftSplit split{1, 6, 1};
  const auto registers = [&] { return points * n * n * n / split.slices * bytes / 4 + 64; };
  while (split.slices < n && (n % split.slices != 0 || registers() > 176)) ++split.slices;
  const auto threads = [&] { return 32 * split.slices * (split.rows + 1); };
  const auto scratch = [&] {
    return n * n * n * bytes * (split.rows + points - 1) * 2 * (32 + 16 / bytes * 2);
  };
  while (split.rows > 1 && (threads() * registers() > 65536 || scratch() > 216 * 1024))
    --split.rows;
  split.min_blocks = 65536 / (threads() * registers());
  return split;
}
// Larger cells leave room for one or two rows only, and are no faster than by TensorMarch.
constexpr bool fits_shift_registers(int dimension, int order) {
  return dimension == 3 && order <= 3;
}

template <class C, Operator Op>
struct ShiftRegisters : StepKernel<C> {
  using T = typename C::Scalar;
  using St = Stencil<Op, typename C::ShapeType>;
  static constexpr int n = C::ShapeType::max_n, points = St::points, columns = points * n;
  static constexpr ShiftSplit split = shift_split(points, n, sizeof(T));
  static constexpr int slices = split.slices, rows = split.rows, min_blocks = split.min_blocks;
  static constexpr int values = n * n * n, share = n / slices;
  static constexpr int lanes = 32, beyond = points - 1;  // nodes that cells need beyond theirs
  static constexpr int row_threads = (rows + 1) * slices, max_lanes = lanes;
  static constexpr int quad = box_lead<T>, depth = 2;
  static constexpr int nodes_x = lanes + divide_up(beyond + quad - 1, quad) * quad;
  static constexpr int nodes_y = rows + beyond;
  static constexpr int box = values * nodes_y * nodes_x;
  static constexpr int place_rows = divide_up(box, lanes);  // boxes begin at multiples of 128 bytes
  static constexpr int edges = rows * beyond;
  static constexpr int edge_rows = divide_up(values * edges, lanes);

  using Values = T[n][share][n];        // [i3][r2 of this slice][i1]
  using Sums = T[beyond][n][share][n];  // [planes of cells ahead][r3][r2][r1]

  Operators<C, Op> axis;
  BoxMap map;
  int images[3][2];  // as in StepArguments

  explicit ShiftRegisters(const StepArguments& a)
      : StepKernel<C>(a, {a.box, {lanes, rows, a.planes}}),
        axis(a),
        map(make_box_map(a.in, a.in_layout, a.fields, sizeof(T), nodes_x, nodes_y)) {
    for (int d = 0; d < 3; ++d)
      for (int end = 0; end < 2; ++end) images[d][end] = a.images[d][end];
  }
  template <class Block>
  constexpr int scratch() const {
    return depth * place_rows + edge_rows + 1;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    T* s_planes = block.scratch(depth * place_rows);
    T* s_edges = block.scratch(edge_rows);
    auto* s_arrivals = reinterpret_cast<BoxArrival*>(block.scratch(1));
    const int lane = static_cast<int>(threadIdx.x);
    const int row = static_cast<int>(threadIdx.y) % (rows + 1);
    const int slice = static_cast<int>(threadIdx.y) / (rows + 1);
    const bool first_thread = lane == 0 && threadIdx.y == 0;
    const int per_field = tile.planes + beyond, all = per_field * this->fields;
    const auto copy_ahead = [&](int k) {
      s_arrivals[k % depth].copy(s_planes + k % depth * place_rows * lanes,
                                 box * static_cast<int>(sizeof(T)), map, k / per_field,
                                 tile.begin[2] + this->first + k % per_field,
                                 tile.begin[1] + this->first, tile.begin[0] + this->first);
    };
    if (first_thread)
      for (int place = 0; place < depth; ++place) s_arrivals[place].begin();
    __syncthreads();
    if (first_thread)
      for (int k = 0; k < depth - 1 && k < all; ++k) copy_ahead(k);

    // The node of this thread in a box; of the warp beyond the rows, one of the nodes beyond the lanes.
    const int at = map.template lead<T>(tile.begin[0] + this->first) +
                   (row < rows ? row * nodes_x + lane
                               : lane % rows * nodes_x + lanes + (lane < edges ? lane / rows : 0));
    s_edges += slice * n * share * n * edges;
    Sums r_sum = {};
    HERMITE_NO_UNROLL
    for (int k = 0; k < all; ++k) {
      s_arrivals[k % depth].wait(k / depth);
      __syncthreads();  // the other place and the edges have been read
      if (first_thread && k + depth - 1 < all) copy_ahead(k + depth - 1);
      Values r_q;
      along_x2(slice, s_planes + k % depth * place_rows * lanes + at, r_q);
      if (row == rows && lane < edges) keep_edges(r_q, s_edges + lane);
      __syncthreads();
      if (row < tile.rows) {
        along_x1(s_edges + row, r_q);
        along_x3(tile, k / per_field, k % per_field, slice, row, r_q, r_sum);
      }
    }
  }

 private:
  template <int Slice>
  HERMITE_DEVICE void along_x2(const T* s, Values& r_q) const {
    HERMITE_UNROLL
    for (int i3 = 0; i3 < n; ++i3) {
      HERMITE_UNROLL
      for (int i1 = 0; i1 < n; ++i1) {
        T r_in[columns];
        HERMITE_UNROLL
        for (int c = 0; c < columns; ++c)
          r_in[c] = s[(((i3 * n + c % n) * n + i1) * nodes_y + c / n) * nodes_x];
        HERMITE_UNROLL
        for (int i = 0; i < share; ++i) {
          T sum = 0;
          HERMITE_UNROLL
          for (int c = 0; c < columns; ++c)
            sum += axis.op.value[1][(Slice * share + i) * columns + c] * r_in[c];
          settle(r_q[i3][i][i1] = sum);
        }
      }
    }
  }
  // rows of an operator must be constants of the text: one text for each slice.
  template <int Slice = 0>
  HERMITE_DEVICE void along_x2(int slice, const T* s, Values& r_q) const {
    if (Slice + 1 == slices || slice == Slice)
      along_x2<Slice>(s, r_q);
    else if constexpr (Slice + 1 < slices)
      along_x2<Slice + 1>(slice, s, r_q);
  }

  // [value][node beyond the lanes][row]
  HERMITE_DEVICE void keep_edges(const Values& r_q, T* s_edges) const {
    HERMITE_UNROLL
    for (int v = 0; v < n * share * n; ++v)
      s_edges[v * edges] = r_q[v / n / share][v / n % share][v % n];
  }

  HERMITE_DEVICE void along_x1(const T* s_edges, Values& r_q) const {
    const int lane = static_cast<int>(threadIdx.x);
    HERMITE_UNROLL
    for (int i3 = 0; i3 < n; ++i3) {
      HERMITE_UNROLL
      for (int i = 0; i < share; ++i) {
        T r_in[columns];
        HERMITE_UNROLL
        for (int c = 0; c < columns; ++c) {
          r_in[c] = r_q[i3][i][c % n];
          if (c < n) continue;
          r_in[c] = __shfl_down_sync(~0u, r_in[c], c / n);
          const int edge = lane + c / n - lanes;
          if (edge >= 0) r_in[c] = s_edges[((i3 * share + i) * n + c % n) * edges + edge * rows];
        }
        HERMITE_UNROLL
        for (int r1 = 0; r1 < n; ++r1) {
          T sum = 0;
          HERMITE_UNROLL
          for (int c = 0; c < columns; ++c) sum += axis.op.value[0][r1 * columns + c] * r_in[c];
          settle(r_q[i3][i][r1] = sum);
        }
      }
    }
  }

  HERMITE_DEVICE void along_x3(const Tile& tile, int f, int k, int slice, int row,
                               const Values& r_q, Sums& r_sum) const {
    const int lane = static_cast<int>(threadIdx.x);
    if (lane >= this->active_lanes(tile)) return;
    // The first planes complete no sum: what they put there is overwritten by the one that does.
    const long m[3] = {tile.begin[0] + lane, tile.begin[1] + row,
                       tile.begin[2] + (k < beyond ? 0 : k - beyond)};
    const int entry = byte_distance<T>(this->out.entry_step());
    T* const p = further(this->out.at(f, m[2], m[1], m[0], 0), slice * share * n, entry);
    const auto image1 = static_cast<int>(to_image(0, m[0]) * static_cast<long>(sizeof(T)));
    const long image2 = to_image(1, m[1]) * this->out.s.m2;
    const long image3 = to_image(2, m[2]) * this->out.s.m3;
    HERMITE_NO_UNROLL
    for (int axes = 1; axes < 4; ++axes) {  // of x2, of x3, of both
      const bool of2 = (axes & 1) != 0, of3 = (axes & 2) != 0;
      if ((of2 && image2 == 0) || (of3 && image3 == 0)) continue;
      each_pencil([&](int i, int r1, int r3) HERMITE_INLINED {
        write(further(p + (of2 ? image2 : 0) + (of3 ? image3 : 0), (r3 * n + i) * n + r1, entry),
              image1, next_sum(0, i, r1, r3, r_q, r_sum));
      });
    }
    each_pencil([&](int i, int r1, int r3) HERMITE_INLINED {
      write(further(p, (r3 * n + i) * n + r1, entry), image1, next_sum(0, i, r1, r3, r_q, r_sum));
      HERMITE_UNROLL
      for (int ahead = 1; ahead < points; ++ahead)
        r_sum[ahead - 1][r3][i][r1] = next_sum(ahead, i, r1, r3, r_q, r_sum);
    });
  }

  // How far the image of node m along an axis is, in nodes; 0: it has none.
  HERMITE_DEVICE long to_image(int d, long m) const {
    const long nodes = this->tiling.box.upper[d];
    if (m < images[d][1]) return nodes;
    return m < nodes && m >= nodes - images[d][0] ? -nodes : 0;
  }
  // Along x1 the image of every node lies as far away.
  HERMITE_DEVICE static void write(T* p, int image1, T value) {
    *p = value;
    if (image1 != 0) *further(p, 1, image1) = value;
  }

  template <class Work>
  HERMITE_DEVICE static void each_pencil(Work work) {
    HERMITE_UNROLL
    for (int i = 0; i < share; ++i) {
      HERMITE_UNROLL
      for (int r1 = 0; r1 < n; ++r1) {
        HERMITE_UNROLL
        for (int r3 = 0; r3 < n; ++r3) work(i, r1, r3);
      }
    }
  }
  // A sum of the plane of cells that is so far ahead of the oldest, with what this plane of nodes adds.
  HERMITE_DEVICE T next_sum(int ahead, int i, int r1, int r3, const Values& r_q,
                            const Sums& r_sum) const {
    const T* op = axis.op.value[2];
    T sum = ahead < beyond ? r_sum[ahead][r3][i][r1] : T(0);
    HERMITE_UNROLL
    for (int j = 0; j < n; ++j) sum += op[r3 * columns + (beyond - ahead) * n + j] * r_q[j][i][r1];
    return sum;
  }
};

}  // namespace hermite
