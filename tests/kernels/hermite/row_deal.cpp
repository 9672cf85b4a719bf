// How rows are dealt to the warps of a block: each row to one of them, in as few turns as there can be.
#include <doctest/doctest.h>

#include <vector>

#include "kernels/hermite/sweep_split.hpp"

using namespace hermite;

TEST_CASE(
    "Rows are dealt to warps once each, in no more turns than all warps need, to as few as that "
    "allows") {
  for (int warps = 1; warps <= 16; ++warps)
    for (int rows = 1; rows <= 200; ++rows) {
      CAPTURE(warps);
      CAPTURE(rows);
      const RowDeal deal = deal_rows(rows, warps);
      std::vector<int> times(static_cast<std::size_t>(rows), 0);
      int most = 0;
      for (int warp = 0; warp < warps; ++warp) {
        int turns = 0;
        const auto work = [&](int row) {
          ++times.at(static_cast<std::size_t>(row));
          ++turns;
        };
        if (warp < deal.at_work) {
          for (int turn = 0; turn < deal.turns; ++turn) work(turn * deal.at_work + warp);
          if (warp < deal.rest) work(deal.turns * deal.at_work + warp);
        }
        most = turns > most ? turns : most;
      }
      CHECK(times == std::vector<int>(static_cast<std::size_t>(rows), 1));
      CHECK(most == divide_up(rows, warps));
      // One warp fewer would need a turn more.
      CHECK((deal.at_work == 1 || divide_up(rows, deal.at_work - 1) > most));
    }
}
