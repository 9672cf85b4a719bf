#pragma once
// ParityMatrix: the half step of a mirror-symmetric system as products on the FP64 matrix units, in 3-D.
// CUDA only; ParityLiteral (parity_kernels.hpp) computes the same on every device and checks it.
//
//   memory --copied ahead--> boxes [node z][entry][node y][node x], matrices (parity_share.hpp)
//          --added and subtracted--> registers: what 16 cells multiply, of four entries
//          --matrix units--> registers: tiles of 8 results of 16 cells --> memory, and periodic images in the halo
//
// A block marches along x3, four cells at a time. A box holds entries of a field, their part of the matrices
// comes with it, and no warp waits for another. A warp has 16 cells and all that its block makes of them: a lane adds
// and subtracts itself what it multiplies, so that sums never pass through scratch. A block makes some of the classes,
// as many as its registers hold the results of; several blocks share a cell. Products are summed in double precision,
// whatever the precision of the data: the units are as fast in it as all others are in single.

#include "kernels/device/box_ring.hpp"
#include "kernels/device/warp.hpp"
#include "kernels/hermite/parity_share.hpp"
#include "kernels/hermite/parity_sums.hpp"
#include "kernels/hermite/periodic_images.hpp"
#include "kernels/hermite/step_kernel.hpp"
#include "kernels/hermite/sweep_split.hpp"

namespace hermite {

// sum += a b of 16 x 4 and 4 x 8 values. Lane 4 g + t of a warp has of a: rows g and g + 8 (a_8) of column t; of b:
// column g of row t; of the sum: columns 2 t and 2 t + 1 of row g, and of row g + 8.
HERMITE_DEVICE void multiply_add(double (&sum)[4], double a, double a_8, double b) {
  asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
      "{%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(a), "d"(a_8), "d"(b));
}

template <class C, class Coupling>
struct ParityMatrix : StepKernel<C> {
  using T = typename C::Scalar;
  static constexpr int n = C::order + 1, values = n * n * n, fields = Coupling::fields;
  // Cells of a box; a warp has 8 along x1 and 2 along x3 of them.
  static constexpr int cells_x = 16, cells_y = 2, cells_z = 4, warps = 8;
  static constexpr int row_threads = 32 * warps / cells_x, max_lanes = cells_x;
  static constexpr ParityShare share = parity_share<Coupling>(n);
  static constexpr int tiles = share.tiles, classes = share.classes, shares = share.shares;
  static constexpr int min_blocks = tiles <= 8 ? 2 : 1;
  // In double precision the units that add and those that multiply wait for each other.
  static constexpr bool apart = sizeof(T) == sizeof(double);
  // Groups of four entries of a field, and the bytes of one in a box and of its part of the matrices.
  static constexpr int groups = divide_up(values, parity_columns),
                       values_of_group = tiles * parity_rows * parity_columns;
  static constexpr int step_y = box_width(cells_x + 1, sizeof(T)),
                       step_entry = (cells_y + 1) * step_y;  // of neighbours in a box
  static constexpr int group_bytes =
      (cells_z + 1) * parity_columns * step_entry * static_cast<int>(sizeof(T)) +
      values_of_group * static_cast<int>(sizeof(double));
  // All else of the scratch, at most.
  static constexpr int table_bytes = fields * (groups + 8) * parity_columns + 4096;
  // Where all groups of a box are one unrolled text, more than four of them spill.
  static constexpr ParityBoxes split = parity_boxes(
      groups, apart ? 8 : 4, group_bytes, register_scratch_bytes / min_blocks - table_bytes);
  static constexpr int groups_of_box = split.groups, boxes_of_field = split.of_field,
                       depth = split.depth;
  static constexpr int entries_of_box = groups_of_box * parity_columns,
                       boxes_of_cells = fields * boxes_of_field;
  static constexpr int step_z = entries_of_box * step_entry;
  static_assert(step_entry * sizeof(T) % 64 == 32,
                "lanes that read four entries of 8 cells find them in different banks");
  static constexpr BoxShape boxes{step_y, cells_y + 1, cells_z + 1, entries_of_box};
  // Where sums fill the registers, a text that writes images has the compiler spill them.
  static constexpr bool writes_images = tiles < most_parity_tiles;
  static constexpr int box_bytes = (cells_z + 1) * step_z * static_cast<int>(sizeof(T));

  ParityTables tables;
  BoxMap map;
  ImageLayers images;

  explicit ParityMatrix(const StepArguments& a)
      : StepKernel<C>(a, {a.box, {cells_x, cells_y, divide_up(a.planes, cells_z) * cells_z}}),
        tables(a.parity),
        map(a.in_map),
        images(a) {}
  constexpr long blocks() const { return this->tiling.blocks() * shares; }
  template <class Block>
  constexpr int scratch() const {
    constexpr int bytes = sizeof(Scratch);
    static_assert(bytes <= register_scratch_bytes && min_blocks * (bytes + 1024) <= 228 * 1024,
                  "its blocks fit a multiprocessor");
    return divide_up(bytes, cells_x * static_cast<int>(sizeof(T)));
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    auto& scratch = *reinterpret_cast<Scratch*>(block.scratch(this->template scratch<Block>()));
    const Work work{this->tiling.tile(block.index() / shares, C::dim - 1),
                    static_cast<int>(block.index() % shares)};
    const int thread = static_cast<int>(threadIdx.x + threadIdx.y * cells_x);
    if (thread == 0) {
      scratch.ring.begin();
      for (PhaseBarrier& left : scratch.left) left.begin(32 * warps);
      for (int step = 0; step < depth; ++step) ask(work, scratch, step);
    }
    fill_tables(work, scratch, thread);
    __syncthreads();
    march(work, scratch, thread % 32, of_warp(thread / 32));
  }

 private:
  struct Scratch {
    // Each begins at a multiple of 128 bytes, as the copy engine asks.
    alignas(128) T boxes[depth][divide_up(box_bytes, 128) * 128 / static_cast<int>(sizeof(T))];
    alignas(128) double matrices[depth][groups_of_box * values_of_group];
    // Of each result, where it lies from a cell's first; -1: of a row that has none.
    long result_at[tiles * parity_rows];
    // Of each entry of each field, bit a: whether the lower corner along axis a is subtracted, in the block's first
    // class. Beyond a field's last entry the factors are 0.
    unsigned char odd[boxes_of_cells * entries_of_box];
    BoxRing<depth> ring;
    // Of the ring's places, told by every thread: racecheck of compute-sanitizer follows that, not the ring's count.
    PhaseBarrier left[depth];
  };
  // Of a block: its cells, and its number among those that share them.
  struct Work {
    Tile tile;
    int number;

    constexpr int steps() const { return divide_up(tile.planes, cells_z) * boxes_of_cells; }
  };

  HERMITE_DEVICE void fill_tables(const Work& work, Scratch& scratch, int thread) const {
    constexpr ParityShare mine = share;
    const int first_class = mine.first_class(work.number);
    constexpr int entries = boxes_of_field * entries_of_box;
    for (int i = thread; i < fields * entries; i += 32 * warps)
      scratch.odd[i] = static_cast<unsigned char>(parity_of_entry(n, i % entries) ^ first_class ^
                                                  tables.flips[i / entries]);
    for (int i = thread; i < tiles * parity_rows; i += 32 * warps) {
      const int result = __ldg(tables.results + work.number * tiles * parity_rows + i);
      scratch.result_at[i] = result < 0 ? -1
                                        : result / values * this->out.s.field +
                                              result % values * this->out.entry_step();
    }
  }

  // By one thread: for the box of a step and its part of the matrices.
  HERMITE_DEVICE void ask(const Work& work, Scratch& scratch, int step) const {
    if (step >= work.steps()) return;
    const int place = step % depth, box = step % boxes_of_cells;
    const int field = box / boxes_of_field, group = box % boxes_of_field * groups_of_box;
    const int matrix_bytes =
        groups_from(group) * values_of_group * static_cast<int>(sizeof(double));
    BoxArrival& arrival = scratch.ring.arrival(place);
    arrival.expect(box_bytes + matrix_bytes);
    arrival.copy(scratch.boxes[place], map, field,
                 work.tile.begin[2] + this->first + step / boxes_of_cells * cells_z,
                 work.tile.begin[1] + this->first, work.tile.begin[0] + this->first,
                 group * parity_columns);
    arrival.copy_run(
        scratch.matrices[place],
        static_cast<const double*>(tables.values) +
            parity_share_at(tiles, (work.number * fields + field) * groups + group, 0, 0, 0),
        matrix_bytes);
  }
  // Of the box that begins with a field's group.
  HERMITE_DEVICE static int groups_from(int group) {
    return groups - group < groups_of_box ? groups - group : groups_of_box;
  }

  HERMITE_DEVICE void march(const Work& work, Scratch& scratch, int lane, int warp) const {
    const Tile& tile = work.tile;
    // The first cell of the warp; the lane has one beside it, and the one above that.
    const int x = warp / 4 * 8, y = warp % 2, z = warp / 2 % 2 * 2, lane_x = x + lane / 4;
    const int node = map.template lead<T>(tile.begin[0] + this->first) + lane_x + y * step_y +
                     z * step_z + lane % 4 * step_entry;
    const bool has_row = x < tile.lanes && y < tile.rows;
    int step = 0, place = 0, round = 0;
    // As many rounds for every warp, since all wait for every box and leave it.
    HERMITE_NO_UNROLL
    for (int plane = z; plane < tile.planes + z; plane += cells_z) {
      const bool has_cells = has_row && plane < tile.planes;
      double r_sum[tiles][4];
      HERMITE_UNROLL  // `= {}` keeps sums in memory
      for (int v = 0; v < tiles * 4; ++v) r_sum[v / 4][v % 4] = 0;
      HERMITE_NO_UNROLL
      for (int box = 0; box < boxes_of_cells; ++box, ++step) {
        const int group = box % boxes_of_field * groups_of_box;
        scratch.ring.wait(place, round);
        add_products(scratch.odd + box * entries_of_box + lane % 4, scratch.boxes[place] + node,
                     scratch.matrices[place] + lane * 2, has_cells ? groups_from(group) : 0, r_sum);
        scratch.left[place].arrive();
        if (scratch.ring.leave(place, warps, lane)) {
          scratch.left[place].wait(round);
          BoxArrival::reuse();
          ask(work, scratch, step + depth);
        }
        if (++place == depth) {
          place = 0;
          ++round;
        }
      }
      if (has_cells) store(tile, plane, y, lane_x, scratch.result_at + lane % 4 * 2, r_sum);
    }
  }

  using Operands = double[2][classes];  // of the lane's two cells

  // s_odd, s_nodes, s_matrices: the lane's of the box's first group, of which `count` are multiplied, none by a warp
  // without cells.
  HERMITE_DEVICE static void add_products(const unsigned char* s_odd, const T* s_nodes,
                                          const double* s_matrices, int count,
                                          double (&r_sum)[tiles][4]) {
    constexpr bool whole = !apart && groups % groups_of_box == 0;  // then `count` is of all, or 0
    if (whole && count == 0) return;
    // Apart, a warp adds all of a group, then multiplies all: a branch between keeps the compiler from taking
    // instructions of both in turns. Else it may, for all groups of a box.
    HERMITE_UNROLL_BY(apart ? 1 : groups_of_box)
    for (int k = 0; k < groups_of_box; ++k) {
      Operands r_operands;
      const int odd = s_odd[k * parity_columns];
      CornerNodes<T> r_node;
      read_corners<step_y, step_z>(s_nodes + k * parity_columns * step_entry, r_node);
      sums_of_corners<classes>(
          r_node, {parity_sign<T>(odd, 0), parity_sign<T>(odd, 1), parity_sign<T>(odd, 2)},
          r_operands);
      HERMITE_UNROLL
      for (int v = 0; apart && v < 2 * classes; ++v)  // made by here
        asm volatile("" : "+d"(r_operands[v % 2][v / 2]));
      if (!whole && k >= count) break;
      multiply(s_matrices + k * values_of_group, r_operands, r_sum);
    }
  }

  HERMITE_DEVICE static void multiply(const double* s_matrices, const Operands& r_operands,
                                      double (&r_sum)[tiles][4]) {
    HERMITE_UNROLL
    for (int t = 0; t < tiles; t += 2) {
      const double2 two =
          *reinterpret_cast<const double2*>(s_matrices + t * parity_rows * parity_columns);
      HERMITE_UNROLL
      for (int i = 0; i < 2; ++i) {
        const int c = class_place_of(t + i);
        multiply_add(r_sum[t + i], r_operands[0][c], r_operands[1][c], i == 0 ? two.x : two.y);
      }
    }
  }
  static constexpr int class_place_of(int t) {
    constexpr ParityShare mine = share;
    return mine.class_place[t];
  }

  // Of the lane's cell and of the one above it, if there is one.
  HERMITE_DEVICE void store(const Tile& tile, int plane, int y, int x, const long* s_result_at,
                            const double (&r_sum)[tiles][4]) const {
    const long m1 = tile.begin[0] + x, m2 = tile.begin[1] + y;
    const bool is_written = x < this->active_lanes(tile), is_above = plane + 1 < tile.planes;
    T* const cell = this->out.at(0, tile.begin[2] + plane, m2, m1, 0);
    if (is_written)
      each_result(s_result_at, [&](long at, int t, int i) {
        cell[at] = static_cast<T>(r_sum[t][i]);
        if (is_above) cell[at + this->out.s.m3] = static_cast<T>(r_sum[t][2 + i]);
      });
    if constexpr (writes_images) {
      const CellImages image(*this, images, tile, m2, m1, is_written);
      HERMITE_UNROLL
      for (int k = 0; k < 2; ++k)
        if (k == 0 || is_above)
          image.each_image(plane + k, [&](long distance) {
            T* const to = cell + (k * this->out.s.m3 + distance);
            each_result(s_result_at, [&](long at, int t, int i) {
              to[at] = static_cast<T>(r_sum[t][2 * k + i]);
            });
          });
    }
  }
  // take(place from a cell's first value, tile, which of the lane's two) for each of the lane's results.
  template <class Take>
  HERMITE_DEVICE static void each_result(const long* s_result_at, Take take) {
    HERMITE_UNROLL
    for (int v = 0; v < tiles * 2; ++v) {
      const int t = v / 2, i = v % 2;
      const long at = s_result_at[t * parity_rows + i];
      if (at >= 0) take(at, t, i);
    }
  }
};

}  // namespace hermite
