// Blocks that the case leaves open in part: whatever is asked for, they can be launched or are refused.

#include "kernels/fdtd/maxwell/block_shape.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "hermite/core/error.hpp"
#include "kernels/fdtd/elastic/block_shape.hpp"

using namespace hermite;

TEST_CASE("a block of Yee's scheme has whole packs and no more threads than a GPU's") {
  int chosen = 0, refused = 0;
  for (const YeeSchedule schedule : {YeeSchedule::literal, YeeSchedule::march, YeeSchedule::tile})
    for (const Precision precision : {Precision::single, Precision::double_})
      for (int lanes = 0; lanes <= 96; lanes += 8)
        for (int rows = 0; rows <= 600; ++rows) {
          Case::Kernel kernel;
          kernel.cells_per_block = lanes;
          kernel.rows_per_block = rows;
          const int pack = cells_of_thread(schedule, precision);
          try {
            const YeeBlock block = chosen_block(kernel, schedule, true, precision, 200);
            CAPTURE(lanes);
            CAPTURE(rows);
            REQUIRE(block.lanes >= (schedule == YeeSchedule::tile ? 2 : pack));
            REQUIRE(block.lanes % pack == 0);
            REQUIRE(block.lanes / pack * block.rows <= most_yee_threads);
            REQUIRE((lanes == 0 || block.lanes == lanes));
            REQUIRE((rows == 0 || block.rows == rows));
            ++chosen;
          } catch (const Error&) {
            const int least = schedule == YeeSchedule::tile ? 2 : 1;
            const int lane_threads = lanes == 0 ? least : lanes / pack;
            REQUIRE(((rows > 0 && rows < least) || rows * lane_threads > most_yee_threads));
            ++refused;
          }
        }
  CHECK(chosen > 0);
  CHECK(refused > 0);
}

TEST_CASE("a block of the elastic scheme has whole packs and no more threads than a GPU's") {
  const Grid grid = [] {
    Grid g;
    g.dimension = 3;
    g.cells = {540, 484, 189};
    return g;
  }();
  int chosen = 0, refused = 0;
  for (const Precision precision : {Precision::single, Precision::double_})
    for (int lanes = 0; lanes <= 96; lanes += 8)
      for (int rows = 0; rows <= 600; rows += 3)
        for (const int planes : {0, 1, 2, 5, 16, 64, 600}) {
          Case::Kernel kernel;
          kernel.cells_per_block = lanes;
          kernel.rows_per_block = rows;
          kernel.planes_per_block = planes;
          const int pack = 16 / bytes_of(precision);
          try {
            const ElasticBlock block =
                chosen_elastic_block(kernel, ElasticSchedule::march, true, precision, grid);
            CAPTURE(lanes);
            CAPTURE(rows);
            CAPTURE(planes);
            REQUIRE(block.lanes >= pack);
            REQUIRE(block.lanes % pack == 0);
            REQUIRE(block.lanes / pack * block.rows * block.planes <= most_elastic_threads);
            REQUIRE((lanes == 0 || block.lanes == lanes));
            REQUIRE((rows == 0 || block.rows == rows));
            REQUIRE((planes == 0 || block.planes == planes));
            ++chosen;
          } catch (const Error&) {
            REQUIRE(std::max(1, lanes / pack) * std::max(1, rows) * std::max(1, planes) >
                    most_elastic_threads);
            ++refused;
          }
        }
  CHECK(chosen > 0);
  CHECK(refused > 0);
}
