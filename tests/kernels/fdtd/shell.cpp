// The boxes around a core, and its share.
#include <doctest/doctest.h>

#include "kernels/fdtd/maxwell/shell.hpp"

using namespace hermite;

TEST_CASE("Around a hole: each cell of the box once, none of the hole") {
  const CellBox box{{0, 1, 0}, {9, 8, 20}};
  const CellBox hole{{2, 3, 0}, {7, 8, 5}};
  const std::vector<CellBox> parts = around(box, hole);
  const auto has = [](const CellBox& b, long i, long j, long k) {
    return i >= b.lower[0] && i < b.upper[0] && j >= b.lower[1] && j < b.upper[1] &&
           k >= b.lower[2] && k < b.upper[2];
  };
  for (long k = -1; k < 22; ++k)
    for (long j = -1; j < 10; ++j)
      for (long i = -1; i < 11; ++i) {
        long count = 0;
        for (const CellBox& part : parts) count += has(part, i, j, k);
        CHECK(count == (has(box, i, j, k) && !has(hole, i, j, k)));
      }
}

TEST_CASE("Around no hole is the box; a core's share is in percent") {
  const CellBox box{{0, 1, 0}, {9, 8, 20}};
  const std::vector<CellBox> parts = around(box, {{3, 3, 3}, {3, 5, 5}});
  REQUIRE(parts.size() == 1);
  CHECK(percent_of(parts[0], box) == "100 % of the cells");
  CHECK(percent_of({{0, 1, 0}, {9, 8, 5}}, box) == "25 % of the cells");
}
