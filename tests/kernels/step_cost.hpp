// What the stages of a step say of themselves, for a cell.
#pragma once

#include "kernels/stage/solver.hpp"

namespace hermite {

// Bytes that any kernels must move: what a stage reads once, and what it writes once.
inline double moved_bytes(const Solver& solver) {
  const auto nodes = [&](int array) {
    const auto& n = solver.arrays[static_cast<std::size_t>(array)].nodes;
    return static_cast<double>(n[0]) * static_cast<double>(n[1]) * static_cast<double>(n[2]);
  };
  const auto values = [&](int array) {
    const ArraySpec& spec = solver.arrays[static_cast<std::size_t>(array)];
    return spec.fields * spec.entries * (spec.partial ? nodes(array) / nodes(solver.states[0]) : 1);
  };
  double moved = 0;
  for (const Stage& stage : solver.stages) {
    moved += stage.constant_bytes_per_cell;
    for (const Access& read : stage.reads) moved += bytes_of(solver.precision) * values(read.array);
    for (const int written : stage.writes) moved += bytes_of(solver.precision) * values(written);
  }
  return moved;
}

inline double flops_of(const Solver& solver) {
  double flops = 0;
  for (const Stage& stage : solver.stages) flops += stage.cost_per_cell().flops;
  return flops;
}

}  // namespace hermite
