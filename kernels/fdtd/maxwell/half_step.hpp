#pragma once
// The kernels of a half step, E or H: what they are told, in which order they are launched, what they cost.

#include <array>
#include <memory>

#include "kernels/fdtd/maxwell/launch.hpp"
#include "kernels/fdtd/maxwell/tables.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

struct YeeHalfStep {
  std::shared_ptr<const YeeTables> tables;  // whose memory `ready` points to
  YeeArguments ready;                       // all but the arrays
  YeeChoice choice;
  // Arrays of the first of three components each: those that are written, what these are before, and those of
  // the other field.
  int written = 0, before = 0, read = 3;
  std::array<std::array<int, 2>, 3> psi{};  // arrays, [component][0: along b, 1: along c]; -1: none
  CpmlSchedule cpml = CpmlSchedule::fused;
  FdtdBlock cpml_block = {};  // of layers apart, a cell a thread
};

// With the memory of the arrays.
YeeArguments bound_to(const YeeHalfStep& half, const std::vector<BoundArray>& arrays);
// Sets the stage's launch, kernels and cost.
void add_kernels(Stage& stage, const YeeHalfStep& half);

}  // namespace hermite
