#pragma once
// Which schedule of Yee's scheme runs, and in which blocks, where the case leaves it open.

#include "hermite/core/case.hpp"
#include "kernels/fdtd/maxwell/launch.hpp"

namespace hermite {

FdtdSchedule chosen_schedule(const Case::Kernel& kernel, bool cuda);

// Cells of a thread on CUDA, along x1.
int cells_of_thread(FdtdSchedule schedule, Precision precision);
// `row`: nodes along x1. Refuses what cannot be launched.
FdtdBlock chosen_block(const Case::Kernel& kernel, FdtdSchedule schedule, bool cuda,
                       Precision precision, long row);
// The block of kernels beside it that have a cell a thread: as many threads as it has.
FdtdBlock block_of_threads(FdtdBlock block, FdtdSchedule schedule, bool cuda, Precision precision);

}  // namespace hermite
