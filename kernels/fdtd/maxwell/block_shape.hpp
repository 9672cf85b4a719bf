#pragma once
// Which schedule of Yee's scheme runs, and in which blocks, where the case leaves it open.

#include "hermite/core/case.hpp"
#include "kernels/fdtd/maxwell/launch.hpp"

namespace hermite {

YeeSchedule chosen_schedule(const std::string& variant, bool cuda);
std::string name_of(YeeSchedule schedule);
CpmlSchedule chosen_cpml(const std::string& kernels);

// Cells of a block, or where it is a tile threads; planes of it.
struct YeeBlock {
  int lanes = 1, rows = 1, planes = 1;
};
// Cells of a thread on CUDA, along x1.
int cells_of_thread(YeeSchedule schedule, Precision precision);
// `row`: nodes along x1. Refuses what cannot be launched.
YeeBlock chosen_block(const Case::Kernel& kernel, YeeSchedule schedule, bool cuda,
                      Precision precision, long row);
// The block of a kernel of layers. Those across x are narrow: it has no more lanes than the widest box,
// and more rows instead.
YeeBlock cpml_block(const YeeBlock& block, const CpmlRegions& regions, bool cuda);

}  // namespace hermite
