#pragma once
// What the kernels of one field, E or H, are told. Freestanding.
//
// The six components and the material indices have equal strides: one `layout` for all. psi has an
// array of its own for each component and axis across it (kernels/fdtd/cpml.hpp).

#include "hermite/grid/layout.hpp"
#include "kernels/device/tiling.hpp"
#include "kernels/fdtd/block.hpp"
#include "kernels/fdtd/cpml.hpp"

namespace hermite {

// Of a launch's parameters, that every CUDA allows; and of a table of pairs among them, which a kernel holds itself:
// 256 pairs of floats, 128 of doubles.
constexpr int most_parameter_bytes = 4096, constant_table_bytes = 2048;

struct YeeArguments : FdtdBlock {
  void* written[3] = {};       // components, at the origin of the layout
  const void* before[3] = {};  // what they are before the half step, where that is elsewhere
  const void* read[3] = {};    // of the other field
  NodeLayout layout;
  long nodes[3][3] = {};  // [component][axis]
  CellBox box;            // covers the nodes of all three

  const void* ratio[3] = {};   // [axis] -> 1/(kappa h) at each node
  const void* medium[3] = {};  // [component] -> index at each node, or keep and gain there
  int medium_bytes = 0;        // 1 or 2, of an index; 0: index 0 everywhere; more: keep and gain
  bool table_in_kernel =
      false;  // `factors` is on the host, of constant_table_bytes: the kernel has a copy
  const void* factors = nullptr;  // [index][keep, gain]
  CpmlAxis cpml[3];               // [axis]
  void* psi[3][2] = {};           // [component][0: along b, 1: along c]
  NodeLayout psi_layout[3][2];
};

}  // namespace hermite
