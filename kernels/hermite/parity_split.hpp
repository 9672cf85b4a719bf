#pragma once
// How the work of ParityRegisters (parity_registers.hpp) is dealt to a block, and whether its cells fit.
// Host and CUDA.

#include "kernels/hermite/sweep_split.hpp"

namespace hermite {

// A thread has two cells along x3, and holds the sums of all their results; or, where these are many, those of
// one kind: the classes that are even along x3, or those that are odd. A block has two kinds of warps then.
constexpr int parity_cells = 2, most_parity_sums = 96;
constexpr int parity_kinds(int results) {
  return parity_cells * results > most_parity_sums ? 2 : 1;
}
// Planes of a march: whole cells of a thread.
constexpr int parity_planes(int planes) {
  return divide_up(register_planes(planes), parity_cells) * parity_cells;
}
constexpr int parity_kind(int parity, int kinds) { return kinds == 2 ? parity / 4 : 0; }

// Values that a thread reads at a time, and those that the matrices have in a column: of each kind whole such
// vectors.
constexpr int vector_values(int bytes) { return 16 / bytes; }
constexpr int parity_slots(int results, int bytes) {
  return (divide_up(results, vector_values(bytes)) + parity_kinds(results) - 1) *
         vector_values(bytes);
}

// Registers of a thread: by trials the fewest that spill nothing that matters, of those that let 16, 12 or 8
// warps share a multiprocessor.
constexpr int parity_registers(int results, int bytes) {
  const int sums = parity_cells * results / parity_kinds(results) * (bytes / 4);
  const int needed = sums + 10 * bytes;
  return needed <= 128 ? 128 : needed <= 168 ? 168 : 255;
}

// A block: rows of 32 cells, each two cells high along x3; its scratch, in values: two boxes of nodes, of n^2
// entries each, and the matrices.
struct ParitySplit {
  int kinds, rows, slots;
  int box_x, box, matrices;

  constexpr int warps() const { return kinds * rows; }
  constexpr int scratch_rows() const {  // the last one for the arrivals
    return divide_up(2 * box, register_cells_x) + divide_up(matrices, register_cells_x) + 1;
  }
};
constexpr ParitySplit parity_split_by(int rows, int fields, int order, int bytes) {
  const int n = order + 1, results = fields * n * n * n;
  ParitySplit split{parity_kinds(results), rows, parity_slots(results, bytes), 0, 0, 0};
  split.box_x = box_width(register_cells_x + 1, bytes);
  // Boxes begin at multiples of 128 bytes.
  split.box =
      divide_up((parity_cells + 1) * n * n * (rows + 1) * split.box_x * bytes, 128) * 128 / bytes;
  split.matrices = results * split.slots;
  return split;
}
constexpr int blocks_that_fit(const ParitySplit& split, int results, int bytes) {
  return blocks_that_fit(split.scratch_rows() * register_cells_x * bytes,
                         register_cells_x * split.warps(), parity_registers(results, bytes));
}
// Blocks of four warps; of eight, which share their matrices, where more warps fit in so.
constexpr ParitySplit parity_split(int fields, int order, int bytes) {
  const int results = fields * (order + 1) * (order + 1) * (order + 1);
  const int rows = 4 / parity_kinds(results);
  const ParitySplit small = parity_split_by(rows, fields, order, bytes),
                    large = parity_split_by(2 * rows, fields, order, bytes);
  const bool shares =
      2 * blocks_that_fit(large, results, bytes) > blocks_that_fit(small, results, bytes);
  return shares ? large : small;
}

// Whether ParityRegisters holds such cells.
constexpr bool fits_parity_registers(int dimension, int fields, int order, int bytes) {
  if (dimension != 3 || order == 0) return false;
  const int results = fields * (order + 1) * (order + 1) * (order + 1);
  return parity_cells * results / parity_kinds(results) * (bytes / 4) <= 192 &&
         parity_split(fields, order, bytes).scratch_rows() * register_cells_x * bytes <=
             register_scratch_bytes;
}

}  // namespace hermite
