#pragma once
// What every Hermite kernel is given: plain data, the same for the host and CUDA. Freestanding.

#include "kernels/device/box_map.hpp"
#include "kernels/device/tiling.hpp"
#include "kernels/hermite/parity_tables.hpp"

namespace hermite {

constexpr int max_terms = 48;

struct StepArguments {
  const void* in = nullptr;  // array read, strides in in_layout
  void* out = nullptr;       // array written
  NodeLayout in_layout, out_layout;
  BoxMap in_map;  // of `in`, where the copy engine reads it (with_map of launch_arguments.hpp)
  CellBox box;
  // What follows the box along x1 up to this cell is halo or padding, and may be overwritten: memory
  // takes whole sectors twice as fast as rows that end within one.
  long row_end = 0;
  // Layers of halo below and above the box along each axis that the kernel fills as well, for who reads
  // the array next: images of its cells, as all axes are periodic (KernelNeeds::writes_images).
  int images[3][2] = {};
  // Cell m gathers the nodes m + first, m + first + 1, ...: 0 from the primal to the dual grid, -1
  // from the dual to the primal one and for the full step.
  int first = 0;
  int order = 0;
  int fields = 1;
  const double* operators[3] = {nullptr, nullptr, nullptr};  // 1-D operator per axis, row-major
  int operator_values = 0;                                   // of each of them
  ParityTables parity;  // of the pipeline parity, where the kernel runs
  // Of each coupling term: coefficient * (dt/2) / h_axis. Of a wave kernel: (c dt / (2 h_d))^2 for
  // each axis, then coefficient * dt / h_d of its gradient or divergence.
  double rate[max_terms] = {};
  int stages = 1;        // q
  bool truncate = true;  // skip what no result depends on
  // Cells per block along x1, along x2, and along the axis on which a block marches.
  int lanes = 1, rows = 1, planes = 1;
};

// Tiles for a schedule that marches along the last axis (2-D, 3-D) ...
constexpr Tiling march_tiling(const StepArguments& a, int dim) {
  return {a.box, {a.lanes, dim == 3 ? a.rows : a.planes, dim == 3 ? a.planes : 1}};
}
// ... for one that does so with a single row of cells ...
constexpr Tiling row_march_tiling(StepArguments a, int dim) {
  a.rows = 1;
  return march_tiling(a, dim);
}
// ... and for one whose block owns a single row and marches nowhere.
constexpr Tiling row_tiling(const StepArguments& a) { return {a.box, {a.lanes, 1, 1}}; }

// A 1-D operator per axis, by value in the kernel: on CUDA it lies in constant memory, where an
// operand with a compile-time index costs nothing.
template <class T, int Rows, int Columns>
struct AxisOperators {
  T value[3][Rows * Columns];  // [axis][row][column], packed to the actual extents

  void set(const StepArguments& a, int dim, int rows, int columns) {
    for (int axis = 0; axis < dim; ++axis)
      for (int i = 0; i < rows * columns; ++i)
        value[axis][i] = static_cast<T>(a.operators[axis][i]);
  }
};

}  // namespace hermite
