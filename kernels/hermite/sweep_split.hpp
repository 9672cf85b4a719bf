#pragma once
// How the cells of the kernels of the variant registers are dealt to a block of threads, and whether they
// fit one. A block has 32 cells along x1, one to a lane, and a few rows of them. Host and CUDA.

#include "kernels/device/sectors.hpp"

namespace hermite {

constexpr int register_cells_x = 32;
constexpr int register_scratch_bytes = 227 * 1024;  // that a block may have, on Hopper

// Of cells along x3 that a block marches through: that saves but a block's start, and short marches leave
// fewer multiprocessors idle at the end.
constexpr int most_register_planes = 8;
constexpr int register_planes(int planes) {
  return planes < most_register_planes ? planes : most_register_planes;
}

// Rows of 32 cells whose sweeps (sweep.hpp) a block does. Where a thread has registers for b it does all sweeps
// of its cell; where not, b lies in shared memory and each warp does one or two of the same 32 cells.
struct SweepSplit {
  int plane;  // 4-byte registers of one plane of b
  bool b_in_registers;
  int chains;  // sweeps of a thread at a time
  int cells_y, warps;
  int registers;  // of a thread: what it holds, and room to work
};
constexpr SweepSplit sweep_split(int fields, int order, int bytes) {
  const int m = 2 * order + 2, words = bytes / 4, plane = fields * m * m * words;
  SweepSplit split{plane, plane * m <= 128, 1, 1, 1, 0};
  if (split.b_in_registers) {
    split.cells_y = split.warps = 4;
    split.registers = plane * m + 36 * words;
  } else {
    // Two sweeps to a thread halve the reads of b; trials: worth it where enough warps remain.
    split.chains = plane <= 36 ? 2 : 1;
    split.warps = 3 * order / split.chains + 1;
    split.registers = plane * split.chains + 28 * words;
  }
  return split;
}
// Values of b in shared memory.
constexpr int sweep_scratch(int fields, int order, int bytes) {
  const int m = 2 * order + 2;
  return sweep_split(fields, order, bytes).b_in_registers ? 0
                                                          : fields * m * m * m * register_cells_x;
}

// Entries of a box that brings derivatives b to scratch: whole planes [r2][r1], as many as the copy engine
// takes.
constexpr int entries_of_box(int m) {
  int planes = m;
  while (m % planes != 0 || planes * m * m > 256) --planes;
  return planes * m * m;
}
// Rows of scratch of a block that evolves what boxes bring.
constexpr int evolve_rows(int fields, int order, int bytes) {
  const int values = sweep_scratch(fields, order, bytes) / register_cells_x;  // of a cell
  return values == 0 ? 0
                     : divide_up(values * box_width(register_cells_x, bytes), register_cells_x) + 1;
}

// What a block interpolates of `fields` fields of a row of cells, and their neighbours (node_pencils.hpp): two
// planes of nodes as they were copied, then what they are along x3, then along x2. In values.
struct PencilScratch {
  int box_x, box;  // of a row of nodes, and of a field, in boxes
  int boxes, x3, x2;
};
constexpr PencilScratch pencil_scratch(int fields, int order, int cells_y, int bytes) {
  const int n = order + 1, m = 2 * n, nodes_x = register_cells_x + 1, nodes_y = cells_y + 1;
  const int box_x = box_width(nodes_x, bytes);
  // Boxes begin at multiples of 128 bytes.
  const int box = divide_up(2 * n * n * n * nodes_y * box_x * bytes, 128) * 128 / bytes;
  return {box_x, box, fields * box, fields * m * n * n * nodes_y * nodes_x,
          fields * m * m * n * cells_y * nodes_x};
}

// Blocks that share a multiprocessor, as far as scratch and registers go.
constexpr int blocks_that_fit(int scratch_bytes, int threads, int registers) {
  const int by_scratch = register_scratch_bytes / (scratch_bytes + 1024);
  const int by_registers = 65536 / (threads * registers);
  const int fewer = by_scratch < by_registers ? by_scratch : by_registers;
  return fewer > 1 ? fewer : 1;
}

// Rows dealt to the warps of a block: each turn a row to each of `at_work` of them, as few as need no more turns
// than all would, and after the turns that all of these have, `rest` of them have one more.
struct RowDeal {
  int at_work, turns, rest;
};
constexpr RowDeal deal_rows(int rows, int warps) {
  const int at_work = divide_up(rows, divide_up(rows, warps));
  return {at_work, rows / at_work, rows % at_work};
}

constexpr int larger_of(int a, int b) { return a > b ? a : b; }

// Rows of scratch of a block that interpolates, in two regions: what is made in one is read in the other.
struct PencilRows {
  int here, other;
  bool copied;  // the nodes come to `here` ahead; if not, along x3 they come from memory

  constexpr int for_arrival() const { return copied ? 1 : 0; }
  constexpr int all() const { return here + other + for_arrival(); }
  constexpr int bytes(int value_bytes) const { return all() * register_cells_x * value_bytes; }
};
// Of one field at a time, boxes and what they become in turns in either region.
constexpr PencilRows reconstruct_rows(int order, int cells_y, int bytes) {
  const PencilScratch size = pencil_scratch(1, order, cells_y, bytes);
  const int rows = divide_up(larger_of(size.boxes, larger_of(size.x3, size.x2)), register_cells_x);
  return {rows, rows, true};
}
// Of all fields, and `other` holds the derivatives b in the end. Where boxes would cost a block of those that
// share a multiprocessor there are none.
constexpr PencilRows monolithic_rows(int fields, int order, int bytes) {
  const SweepSplit split = sweep_split(fields, order, bytes);
  const PencilScratch size = pencil_scratch(fields, order, split.cells_y, bytes);
  const int other =
      divide_up(larger_of(size.x3, sweep_scratch(fields, order, bytes)), register_cells_x);
  const PencilRows with{divide_up(larger_of(size.x2, size.boxes), register_cells_x), other, true};
  const PencilRows without{divide_up(size.x2, register_cells_x), other, false};
  const auto blocks = [&](const PencilRows& rows) {
    return blocks_that_fit(rows.bytes(bytes), register_cells_x * split.warps, split.registers);
  };
  const bool pays = with.bytes(bytes) <= register_scratch_bytes && blocks(with) == blocks(without);
  return pays ? with : without;
}

// Whether the kernels of the variant registers hold such cells.
constexpr bool fits_registers(int dimension, int fields, int order, int bytes) {
  if (dimension != 3 || order == 0) return false;
  return sweep_split(fields, order, bytes).plane <= 150 &&
         monolithic_rows(fields, order, bytes).bytes(bytes) <= register_scratch_bytes &&
         reconstruct_rows(order, 1, bytes).bytes(bytes) <= register_scratch_bytes &&
         evolve_rows(fields, order, bytes) * register_cells_x * bytes <= register_scratch_bytes;
}
template <class Coupling, int Order, class T>
constexpr bool fits_registers() {
  return fits_registers(Coupling::dimension, Coupling::fields, Order, sizeof(T));
}

}  // namespace hermite
