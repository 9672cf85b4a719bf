#pragma once
// The fewest operations that a kernel's algorithm needs, whatever its schedule: what is compared with
// a peak, fixed before anything is measured.
//
//   interpolation    pencils shared between cells, the 1-D operator split into even and odd halves
//   evolution        truncated: only what a result depends on
//   half, full step  one small matrix per direction, pencils shared
//   parity           a dense product for each parity, of sums of the nodes that are made once
//   wave             its series as the literal schedule has them, after such an interpolation

#include "kernels/hermite/kernel_table.hpp"

namespace hermite {

// Of one field and cell, n = N + 1 values per direction at a node. A pencil takes 2n sums and
// differences of the two nodes and two n x n matrices: 4 n^2 operations.
double interpolation_floor(int dimension, int n);

// Per cell, for the order, fields and stages in the arguments.
double floor_flops(const KernelKey& key, const StepArguments& arguments);

}  // namespace hermite
