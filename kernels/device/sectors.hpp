#pragma once
// Memory comes in sectors of 32 bytes: how many values those have. Rows of node arrays begin with one.
// Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

constexpr int sector_values(int value_bytes) { return 32 / value_bytes; }
// Values of the whole sectors that hold so many, from a sector's beginning, or from wherever in it.
constexpr long whole_sectors(long values, int value_bytes) {
  return divide_up(values, long{sector_values(value_bytes)}) * sector_values(value_bytes);
}
constexpr int box_width(int values, int value_bytes) {
  return static_cast<int>(whole_sectors(sector_values(value_bytes) - 1 + values, value_bytes));
}

}  // namespace hermite
