// Into how long parts a march is cut.
#include "kernels/device/march_length.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace hermite;

TEST_CASE("A march is cut so that the rounds of blocks pass the fewest planes") {
  // 25 columns of 150 planes on 132 workers: one round of 5 x 25 blocks, 30 planes each.
  CHECK(march_length(150, {1, 32, 2}, 25, 132) == 30);
  // 65 columns: 6 parts in 3 rounds, where 5 parts take 3 rounds too, of longer marches.
  CHECK(march_length(150, {1, 32, 2}, 65, 132) == 25);
  // Whole rounds without a part of the shortest length: it is kept to.
  CHECK(march_length(150, {64, 128, 2}, 25, 132) == 75);

  // Of a block that takes planes by fours: no second four where workers are idle, and no more planes than there are.
  for (const long march : {5, 6, 7, 8, 13, 14})
    CHECK(march_length(march, {4, 32, 1, 4}, 4, 132) == 4);
  CHECK(march_length(3, {4, 32, 1, 4}, 4, 132) == 3);

  for (const long march : {1, 2, 7, 64, 150})
    for (const long columns : {1, 3, 40, 1000})
      for (const long before : {1, 2}) {
        const auto passed = [&](long planes) {
          return divide_up(columns * divide_up(march, planes), 16L) * (planes + before);
        };
        const long chosen = march_length(march, {1, 32, before}, columns, 16),
                   most = std::min(march, 32L);
        CHECK(chosen >= 1);
        CHECK(chosen <= most);
        for (long planes = 1; planes <= most; ++planes) CHECK(passed(chosen) <= passed(planes));
      }
}
