// Blocks that the case leaves open in part: whatever is asked for, they can be launched or are refused.

#include "kernels/fdtd/maxwell/block_shape.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "hermite/core/error.hpp"

using namespace hermite;

TEST_CASE("a block of Yee's scheme has whole packs and no more threads than a GPU's") {
  int chosen = 0, refused = 0;
  for (const FdtdSchedule schedule :
       {FdtdSchedule::literal, FdtdSchedule::march, FdtdSchedule::tile})
    for (const Precision precision : {Precision::single, Precision::double_})
      for (const int lanes :
           {0, 1, 2, 3, 4, 6, 8, 12, 16, 31, 32, 33, 64, 96, 128, 512, 2048, 2052})
        for (int rows = 0; rows <= 600; ++rows) {
          const std::string variant = name_of(schedule);
          CAPTURE(variant);
          CAPTURE(bytes_of(precision));
          CAPTURE(lanes);
          CAPTURE(rows);
          Case::Kernel kernel;
          kernel.cells_per_block = lanes;
          kernel.rows_per_block = rows;
          const int pack = cells_of_thread(schedule, precision);
          const int least = schedule == FdtdSchedule::tile ? 2 : 1;
          const auto few = [least](int asked) { return asked > 0 && asked < least; };
          const int lane_threads = lanes == 0 ? least : lanes / pack;
          const bool possible = !few(lanes) && !few(rows) && lanes % pack == 0 &&
                                std::max(rows, least) * lane_threads <= most_yee_threads;
          try {
            const FdtdBlock block = chosen_block(kernel, schedule, true, precision, 200);
            REQUIRE(possible);
            REQUIRE(block.lanes >= least);
            REQUIRE(block.lanes >= pack);
            REQUIRE(block.lanes % pack == 0);
            REQUIRE(block.rows >= 1);
            REQUIRE(block.planes >= 1);
            REQUIRE(block.lanes / pack * block.rows <= most_yee_threads);
            REQUIRE((lanes == 0 || block.lanes == lanes));
            REQUIRE((rows == 0 || block.rows == rows));
            // Kernels beside it, whose threads have a cell each.
            const FdtdBlock threads = block_of_threads(block, schedule, true, precision);
            REQUIRE(threads.lanes * pack == block.lanes);
            REQUIRE(threads.rows == block.rows);
            REQUIRE(threads.lanes * threads.rows <= most_yee_threads);
            ++chosen;
          } catch (const Error&) {
            REQUIRE_FALSE(possible);
            ++refused;
          }
        }
  CHECK(chosen > 0);
  CHECK(refused > 0);
}

TEST_CASE("a block of Yee's scheme that is left open is the one that was measured to be fast") {
  const auto block = [](FdtdSchedule schedule, bool cuda, Precision precision) {
    const FdtdBlock b = chosen_block({}, schedule, cuda, precision, 200);
    return std::array<int, 3>{b.lanes, b.rows, b.planes};
  };
  using Shape = std::array<int, 3>;
  CHECK(block(FdtdSchedule::march, true, Precision::single) == Shape{128, 4, 1});
  CHECK(block(FdtdSchedule::march, true, Precision::double_) == Shape{32, 8, 1});
  // Half as wide, and twice as high, where rows end in the first half of a wide one; short rows are in one.
  const auto of_row = [](long row) {
    const FdtdBlock b = chosen_block({}, FdtdSchedule::march, true, Precision::single, row);
    return std::array<int, 2>{b.lanes, b.rows};
  };
  using Wide = std::array<int, 2>;
  CHECK(of_row(41) == Wide{44, 11});
  CHECK(of_row(128) == Wide{128, 4});
  CHECK(of_row(129) == Wide{64, 8});
  CHECK(of_row(192) == Wide{64, 8});
  CHECK(of_row(193) == Wide{128, 4});
  CHECK(of_row(420) == Wide{64, 8});
  CHECK(of_row(512) == Wide{128, 4});
  // Tight rows: all of one, or equal parts of one.
  const auto of_tight_row = [](long row) {
    Case::Kernel kernel;
    kernel.rows = "tight";
    const FdtdBlock b = chosen_block(kernel, FdtdSchedule::march, true, Precision::single, row);
    return std::array<int, 2>{b.lanes, b.rows};
  };
  CHECK(of_tight_row(41) == Wide{44, 11});
  CHECK(of_tight_row(420) == Wide{420, 1});
  CHECK(of_tight_row(516) == Wide{260, 1});
  CHECK(block(FdtdSchedule::literal, true, Precision::single) == Shape{64, 4, 1});
  CHECK(block(FdtdSchedule::tile, true, Precision::single) == Shape{32, 16, 16});
  // Kernels of layers beside march have as many threads as it has, whatever the precision.
  for (const Precision precision : {Precision::single, Precision::double_})
    for (const bool cuda : {true, false}) {
      const FdtdBlock fields = chosen_block({}, FdtdSchedule::march, cuda, precision, 200);
      const FdtdBlock b = block_of_threads(fields, FdtdSchedule::march, cuda, precision);
      CHECK(Shape{b.lanes, b.rows, b.planes} ==
            (!cuda                            ? block(FdtdSchedule::march, false, precision)
             : precision == Precision::single ? Shape{32, 4, 1}
                                              : Shape{16, 8, 1}));
    }
  // On the host whole rows.
  CHECK(block(FdtdSchedule::literal, false, Precision::single) == Shape{200, 32, 1});
  CHECK(block(FdtdSchedule::march, false, Precision::single) == Shape{200, 4, 16});
  CHECK(block(FdtdSchedule::tile, false, Precision::single) == Shape{201, 16, 16});
}
