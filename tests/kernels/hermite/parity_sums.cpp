// Corners added and subtracted for as many classes as a kernel has: each sum is that over the eight corners, with a
// sign for each lower one.
#include "kernels/hermite/parity_sums.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace hermite;

namespace {

template <int Classes>
void check() {
  constexpr int step_y = 7, step_z = 31;
  std::vector<int> nodes(std::size_t(2 * step_z + step_y + 2));
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = int(i * i % 101) - 50;
  for (int odd = 0; odd < 8; ++odd) {
    CornerNodes<int> corners;
    read_corners<step_y, step_z>(nodes.data(), corners);
    int sums[2][Classes];
    sums_of_corners<Classes>(
        corners, {parity_sign<int>(odd, 0), parity_sign<int>(odd, 1), parity_sign<int>(odd, 2)},
        sums);
    for (int cell = 0; cell < 2; ++cell)
      for (int c = 0; c < Classes; ++c) {
        int expected = 0;
        for (int corner = 0; corner < 8; ++corner) {
          const int at = (cell + corner / 4) * step_z + corner / 2 % 2 * step_y + corner % 2;
          int value = nodes[std::size_t(at)];
          for (int axis = 0; axis < 3; ++axis)
            if ((corner >> axis & 1) == 0 && ((c ^ odd) >> axis & 1) != 0) value = -value;
          expected += value;
        }
        CAPTURE(Classes);
        CAPTURE(odd);
        CHECK(sums[cell][c] == expected);
      }
  }
}

}  // namespace

TEST_CASE("parity: sums of corners for 8, 4, 2 and 1 classes") {
  check<8>();
  check<4>();
  check<2>();
  check<1>();
}
