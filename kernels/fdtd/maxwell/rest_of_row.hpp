#pragma once
// Blocks on a GPU have a warp along a row, whose loads are whole lines of the caches. Where such blocks leave
// less than half of one at the end of a row it goes to narrower ones, launched beside them: most threads of
// a whole one would wait for a few points there.

namespace hermite {

// How many points of a row narrower blocks have.
constexpr long rest_of_row(long row, int lanes) {
  const long rest = row % lanes;
  return row > lanes && 2 * rest <= lanes ? rest : 0;
}

}  // namespace hermite
