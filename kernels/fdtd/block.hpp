#pragma once
// Which schedule a kernel has, and the cells of its blocks. Freestanding.

namespace hermite {

// See the tables of variants in the README.
enum class FdtdSchedule { literal, march, tile };

constexpr const char* name_of(FdtdSchedule schedule) {
  return schedule == FdtdSchedule::tile    ? "tile"
         : schedule == FdtdSchedule::march ? "march"
                                           : "literal";
}

// Cells or points of a block along x, y and z; where it is Yee's tile, threads and planes.
struct FdtdBlock {
  int lanes = 1, rows = 1, planes = 1;

  void take(const FdtdBlock& block) { *this = block; }
};

}  // namespace hermite
