#pragma once
// How the cells of the kernels of the variant registers are dealt to a block of threads, and whether they
// fit one. A block has 32 cells along x1, one to a lane, and a few rows of them. Host and CUDA.

namespace hermite {

constexpr int register_cells_x = 32;
constexpr int register_scratch_bytes = 227 * 1024;  // that a block may have, on Hopper

// Of cells along x3 that a block marches through: that saves but a block's start, and short marches leave
// fewer multiprocessors idle at the end.
constexpr int most_register_planes = 8;
constexpr int register_planes(int planes) {
  return planes < most_register_planes ? planes : most_register_planes;
}

// Rows of 32 cells whose sweeps (sweep.hpp) a block does. Where a thread has registers for the
// coefficients b it does all sweeps of its cell; where not, b lies in shared memory and each warp does one
// or two of the same 32 cells.
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
    split.registers = plane * split.chains + 36 * words;
  }
  return split;
}
// Values of b in shared memory.
constexpr int sweep_scratch(int fields, int order, int bytes) {
  const int m = 2 * order + 2;
  return sweep_split(fields, order, bytes).b_in_registers ? 0
                                                          : fields * m * m * m * register_cells_x;
}

// What a block interpolates of `fields` fields of a row of cells, and their neighbours, along x3 and then
// along x2 (node_pencils.hpp).
struct PencilScratch {
  int x3, x2;  // values
};
constexpr PencilScratch pencil_scratch(int fields, int order, int cells_y) {
  const int n = order + 1, m = 2 * n, nodes_x = register_cells_x + 1;
  return {fields * m * n * n * (cells_y + 1) * nodes_x, fields * m * m * n * cells_y * nodes_x};
}

// Whether the kernels of the variant registers hold such cells.
constexpr bool fits_registers(int dimension, int fields, int order, int bytes) {
  if (dimension != 3 || order == 0) return false;
  const SweepSplit split = sweep_split(fields, order, bytes);
  const PencilScratch pencils = pencil_scratch(fields, order, split.cells_y);
  const int b = sweep_scratch(fields, order, bytes);
  return split.plane <= 150 &&
         (pencils.x2 + (b > pencils.x3 ? b : pencils.x3)) * bytes <= register_scratch_bytes;
}
template <class Coupling, int Order, class T>
constexpr bool fits_registers() {
  return fits_registers(Coupling::dimension, Coupling::fields, Order, sizeof(T));
}

// Blocks that share a multiprocessor, as far as scratch and registers go.
constexpr int blocks_that_fit(int scratch_bytes, int threads, int registers) {
  const int by_scratch = register_scratch_bytes / (scratch_bytes + 1024);
  const int by_registers = 65536 / (threads * registers);
  const int fewer = by_scratch < by_registers ? by_scratch : by_registers;
  return fewer > 1 ? fewer : 1;
}

}  // namespace hermite
