#pragma once
// ShiftRegisters<Op>: advection's shift, one operator per axis, with the sums along x3 in registers.
// CUDA only, 3-D; TensorMarch (tensor_kernels.hpp) computes the same on every device and checks it.
//
// Why it is faster: TensorMarch passes every value through scratch twice, by instructions that also
// compute addresses, and a block waits for its slowest warp several times a plane. Here boxes of nodes
// are copied ahead by the copy engine, a thread has a column of cells and marches along x3, and a warp
// waits for a box and for nothing else:
//
//   memory --copied ahead--> s_boxes [place][entry][node y][node x]
//          --Op2--> r_p [i3][i1][r2]   a warp for 32 cells of a row, a lane for each cell
//          --Op1--> r_q [i3][r2][r1]   from s_q, with the neighbours along x1
//          --Op3--> r_sum              the sums of the planes of cells that node plane k has a part in;
//                                      the oldest is complete and goes to memory, and to its
//                                      periodic images in the halo
//
// An operator is `points` blocks of n x n, one for each node: it is applied block by block, so that a
// thread holds one of them at a time. A warp has 32 cells, not fewer for their neighbours' sake, since
// memory takes whole sectors twice as fast: Op2 of the nodes beyond its lanes is dealt to its lanes.
// Where a cell is too much for a thread's registers it is dealt to several (slices): for Op2 its i1, so that a node is
// read by one of them, from then on its r2. They hand on in s_q, and wait for each other there.

#include "kernels/device/box_ring.hpp"
#include "kernels/device/distance.hpp"
#include "kernels/device/warp.hpp"
#include "kernels/hermite/periodic_images.hpp"
#include "kernels/hermite/shift_split.hpp"
#include "kernels/hermite/step_kernel.hpp"

namespace hermite {

// A result that is to be there from here on: the compiler would put off pencil after pencil, and keep
// what they are made of instead.
HERMITE_DEVICE void settle(float& value) { asm volatile("" : "+f"(value)); }
HERMITE_DEVICE void settle(double& value) { asm volatile("" : "+d"(value)); }

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
  static constexpr int cells_x = lanes * split.wide, max_lanes = cells_x;
  static constexpr int row_threads = rows * slices;
  static constexpr int depth = 2;  // boxes at a time
  static constexpr int nodes_x = box_width(cells_x + beyond, sizeof(T)), nodes_y = rows + beyond;
  static constexpr int box = values * nodes_y * nodes_x;
  static constexpr BoxShape boxes{nodes_x, nodes_y, 1, values};
  static constexpr bool writes_images = true;
  // Rows of scratch have multiples of 128 bytes, at which boxes must begin.
  static constexpr int place_rows = divide_up(box, cells_x);
  static constexpr int step_q =
      lanes + split.room;  // of a value in s_q, nodes beyond the lanes included
  static constexpr int q_rows = divide_up(rows * split.wide * values * step_q, cells_x);
  // Pencils beyond the lanes: dealt to these in so many turns.
  static constexpr int edges = n * share * beyond, edge_turns = divide_up(edges, lanes);
  static_assert(slices == 1 || rows * split.wide < 16, "the hardware has 16 barriers");

  using Pencils = T[n][share][n];       // [i3][i1 of this slice][r2]
  using Values = T[n][share][n];        // [i3][r2 of this slice][r1]
  using Sums = T[beyond][n][share][n];  // [planes of cells ahead][r3][r2][r1]

  Operators<C, Op> axis;
  BoxMap map;
  ImageLayers images;

  explicit ShiftRegisters(const StepArguments& a)
      : StepKernel<C>(a, {a.box, {cells_x, rows, a.planes}}), axis(a), map(a.in_map), images(a) {}
  template <class Block>
  constexpr int scratch() const {
    return depth * place_rows + q_rows + 1;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    T* s_boxes = block.scratch(depth * place_rows);
    T* s_q = block.scratch(q_rows);
    auto& ring = *reinterpret_cast<BoxRing<depth>*>(block.scratch(1));
    const int cell = static_cast<int>(threadIdx.x), lane = lane_number();
    const int warp_row = of_warp(static_cast<int>(threadIdx.y));
    const int row = warp_row % rows, slice = slices == 1 ? 0 : warp_row / rows;
    const int group = row * split.wide + of_warp(cell / lanes);  // warps of the same cells
    const int cells = this->active_lanes(tile);
    const int readers = tile.rows * slices * divide_up(cells, lanes);
    // Asks for the box that is `ahead` boxes after that of a plane.
    const auto ask = [&](int place, int field, int plane, int ahead) {
      for (plane += ahead; plane >= tile.planes; plane -= tile.planes + beyond) ++field;
      if (field >= this->fields) return;
      BoxArrival& arrival = ring.arrival(place);
      arrival.expect(box * static_cast<int>(sizeof(T)));
      arrival.copy(s_boxes + place * place_rows * cells_x, map, field,
                   tile.begin[2] + this->first + beyond + plane, tile.begin[1] + this->first,
                   tile.begin[0] + this->first);
    };
    if (cell == 0 && threadIdx.y == 0) ring.begin();
    __syncthreads();
    if (cell == 0 && threadIdx.y == 0)
      for (int k = 0; k < depth; ++k) ask(k, 0, -beyond, k);
    if (row >= tile.rows || group % split.wide * lanes >= cells) return;

    const T* const s_mine =
        s_boxes + map.template lead<T>(tile.begin[0] + this->first) + row * nodes_x + cell;
    s_q += group * values * step_q + lane;
    const CellImages image(*this, images, tile, tile.begin[1] + row, tile.begin[0] + cell,
                           cell < cells);
    Sums r_sum = {};
    int place = 0, round = 0;  // of the box, and how often it was there
    HERMITE_NO_UNROLL
    for (int f = 0; f < this->fields; ++f) {
      T* p = this->out.at(f, tile.begin[2], tile.begin[1] + row, tile.begin[0] + cell,
                          slice * share * n);
      HERMITE_NO_UNROLL
      for (int plane = -beyond; plane < tile.planes; ++plane) {
        ring.wait(place, round);
        Pencils r_p;
        Values r_q;
        along_x2(slice, s_mine + place * place_rows * cells_x, s_q, r_p);
        // along_x1 runs while the answer comes.
        const bool last = ring.leave(place, readers, lane);
        wait_for_slices(group);  // s_q is complete
        along_x1(s_q + slice * share * n * step_q, r_p, r_q);
        wait_for_slices(group);  // and was read
        if (last) {
          BoxArrival::reuse();
          ask(place, f, plane, depth);
        }
        if (plane >= 0) {
          complete(r_q, r_sum);
          if (cell < cells) write(p, r_sum);
          image.each_image(plane, [&](long distance) { write(p + distance, r_sum); });
          p += this->out.s.m3;
        }
        advance(r_q, r_sum);
        place = place + 1 == depth ? 0 : place + 1;
        if (place == 0) ++round;
      }
    }
  }

 private:
  // The pencil of a node beyond the lanes that is a lane's in a turn. Slices share them by i3: entries that differ in
  // i1 are in other banks of shared memory.
  struct Edge {
    int i3, i1, node;
    bool exists;
    HERMITE_DEVICE Edge(int slice, int turn, int lane) {
      const int edge = turn * lanes + lane;
      i3 = slice * share + edge / (n * beyond);
      i1 = edge / beyond % n;
      node = lanes + edge % beyond;
      exists = edge < edges;
    }
  };

  HERMITE_DEVICE static int lane_number() { return static_cast<int>(threadIdx.x % lanes); }

  // Entry (row, column) of the block of an axis' operator that belongs to node `g`.
  HERMITE_DEVICE T entry(int d, int g, int row, int column) const {
    return axis.op.value[d][row * columns + g * n + column];
  }

  HERMITE_DEVICE static void wait_for_slices(int group) {
    if constexpr (slices == 1)
      __syncwarp();
    else  // number 0 is __syncthreads'
      asm volatile("bar.sync %0, %1;" ::"r"(group + 1), "n"(lanes * slices) : "memory");
  }

  // s: the node of this lane, s_q: its results. These go to s_q as well.
  HERMITE_DEVICE void along_x2(int slice, const T* s, T* s_q, Pencils& r_p) const {
    const int lane = lane_number(), first_i1 = slice * share;
    T r_edge[edge_turns][n] = {};
    HERMITE_UNROLL
    for (int g = 0; g < points; ++g) {
      HERMITE_UNROLL
      for (int i3 = 0; i3 < n; ++i3) {
        HERMITE_UNROLL
        for (int i1 = 0; i1 < share; ++i1)
          add_x2(g, s + (i3 * n * n + first_i1 + i1) * nodes_y * nodes_x, r_p[i3][i1]);
      }
      HERMITE_UNROLL
      for (int turn = 0; turn < edge_turns; ++turn) {
        const Edge edge(slice, turn, lane);
        if (edge.exists)
          add_x2(g, s - lane + edge.node + (edge.i3 * n * n + edge.i1) * nodes_y * nodes_x,
                 r_edge[turn]);
      }
    }
    HERMITE_UNROLL
    for (int turn = 0; turn < edge_turns; ++turn) {
      const Edge edge(slice, turn, lane);
      if (edge.exists)
        put_pencil(s_q - lane + edge.node + (edge.i3 * n * n + edge.i1) * step_q, r_edge[turn]);
    }
    HERMITE_UNROLL
    for (int i3 = 0; i3 < n; ++i3) {
      HERMITE_UNROLL
      for (int i1 = 0; i1 < share; ++i1)
        put_pencil(s_q + (i3 * n * n + first_i1 + i1) * step_q, r_p[i3][i1]);
    }
  }
  // Adds to the results r2 of a pencil what the node g beyond that at s has a part in.
  HERMITE_DEVICE void add_x2(int g, const T* s, T (&r_out)[n]) const {
    T r_in[n];
    HERMITE_UNROLL
    for (int c = 0; c < n; ++c) r_in[c] = s[(c * n * nodes_y + g) * nodes_x];
    HERMITE_UNROLL
    for (int i = 0; i < n; ++i) {
      T sum = g == 0 ? T(0) : r_out[i];
      HERMITE_UNROLL
      for (int c = 0; c < n; ++c) sum += entry(1, g, i, c) * r_in[c];
      settle(r_out[i] = sum);
    }
  }
  HERMITE_DEVICE static void put_pencil(T* to, const T (&r_out)[n]) {
    HERMITE_UNROLL
    for (int i = 0; i < n; ++i) to[i * n * step_q] = r_out[i];
  }

  // s_q: of this lane, the first r2 of this slice.
  HERMITE_DEVICE void along_x1(const T* s_q, const Pencils& r_p, Values& r_q) const {
    HERMITE_UNROLL
    for (int g = 0; g < points; ++g) {
      HERMITE_UNROLL
      for (int pencil = 0; pencil < n * share; ++pencil) {
        const int i3 = pencil / share, i = pencil % share;
        T(&r_pencil)[n] = r_q[i3][i];
        T r_in[n], r_out[n];
        HERMITE_UNROLL
        for (int c = 0; c < n; ++c)  // without slices the lane's own are there
          r_in[c] = g == 0 && slices == 1 ? r_p[i3][c % share][i]
                                          : s_q[((i3 * n + i) * n + c) * step_q + g];
        HERMITE_UNROLL
        for (int r1 = 0; r1 < n; ++r1) {
          r_out[r1] = g == 0 ? T(0) : r_pencil[r1];
          HERMITE_UNROLL
          for (int c = 0; c < n; ++c) r_out[r1] += entry(0, g, r1, c) * r_in[c];
        }
        HERMITE_UNROLL
        for (int r1 = 0; r1 < n; ++r1) settle(r_pencil[r1] = r_out[r1]);
      }
    }
  }

  HERMITE_DEVICE void complete(const Values& r_q, Sums& r_sum) const {
    each_pencil([&](int i, int r1, int r3)
                    HERMITE_INLINED { r_sum[0][r3][i][r1] = next_sum(0, i, r1, r3, r_q, r_sum); });
  }
  HERMITE_DEVICE void write(T* p, const Sums& r_sum) const {
    const unsigned entry_bytes = byte_distance<T>(this->out.entry_step());
    each_pencil([&](int i, int r1, int r3) HERMITE_INLINED {
      *further(p, (r3 * n + i) * n + r1, entry_bytes) = r_sum[0][r3][i][r1];
    });
  }
  HERMITE_DEVICE void advance(const Values& r_q, Sums& r_sum) const {
    HERMITE_UNROLL
    for (int ahead = 1; ahead < points; ++ahead)
      each_pencil([&](int i, int r1, int r3) HERMITE_INLINED {
        settle(r_sum[ahead - 1][r3][i][r1] = next_sum(ahead, i, r1, r3, r_q, r_sum));
      });
  }
  // A sum of the plane of cells that is so far ahead of the oldest, with what this plane of nodes adds.
  HERMITE_DEVICE T next_sum(int ahead, int i, int r1, int r3, const Values& r_q,
                            const Sums& r_sum) const {
    T sum = ahead < beyond ? r_sum[ahead][r3][i][r1] : T(0);
    HERMITE_UNROLL
    for (int j = 0; j < n; ++j) sum += entry(2, beyond - ahead, r3, j) * r_q[j][i][r1];
    return sum;
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
};

}  // namespace hermite
