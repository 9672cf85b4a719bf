// The host's block: rows and lanes, scratch, PerItem, peer, and stores that end with the active
// lanes.
#include "kernels/device/host_block.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/device/launch_host.hpp"
#include "tests/kernels/device/block_check.hpp"

using namespace hermite;

namespace {

// Runs PiecesKernel with blocks of `lanes` cells and checks every value of its memory.
template <class T>
void check_pieces(long cells, int lanes, long lane_step, bool stream) {
  CAPTURE(cells);
  CAPTURE(lanes);
  CAPTURE(lane_step);
  CAPTURE(stream);
  using Kernel = PiecesKernel<T>;
  const long margin = 2 * pack_lanes<T>;  // a pack may be read beyond the last lane
  const long pitch = (cells + margin) * lane_step;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> in(std::size_t(Kernel::row_count * pitch)), out(in.size(), nan);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = T(i % 97);
  const CellBox box{{0, 0, 0}, {cells, 1, 1}};
  const Kernel kernel{{{box, {lanes, 1, 1}}}, in.data(), out.data(), cells, pitch, lane_step};
  launch_host(kernel, 1, stream);
  long wrong = 0, outside = 0;
  for (long row = 0; row < Kernel::row_count; ++row)
    for (long i = 0; i < pitch; ++i) {
      const long at = row * pitch + i, cell = i / lane_step;
      const T value = out[std::size_t(at)];
      if (i % lane_step != 0 || cell >= cells) {
        outside += std::isnan(value) ? 0 : 1;
      } else if ((cell + 1) % lanes == 0 || cell + 1 == cells) {
        wrong += std::isnan(value) ? 1 : 0;  // the peer lies in another block: any value
      } else {
        wrong += value == in[std::size_t(at)] + 100 * in[std::size_t(at + lane_step)] ? 0 : 1;
      }
    }
  CHECK(wrong == 0);
  CHECK(outside == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("values pass through every piece of a block, and no lane beyond is written", T,
                   float, double) {
  for (const long cells : {1L, 15L, 16L, 17L, 40L})
    for (const int lanes : {1, 3, 10, 16, 17, 40})
      for (const long lane_step : {1L, 8L})
        for (const bool stream : {false, true}) check_pieces<T>(cells, lanes, lane_step, stream);
}

TEST_CASE_TEMPLATE("rows visit every row in order, and the active lanes in packs", T, float,
                   double) {
  std::vector<T> memory(1000);
  HostBlock<T> block(5, 37, reinterpret_cast<char*>(memory.data()), false);
  CHECK(block.index() == 5);
  CHECK(block.stride() % pack_lanes<T> == 0);
  CHECK(block.stride() >= 37);
  for (const int active : {1, pack_lanes<T>, pack_lanes<T> + 1, 37}) {
    block.set_active(active);
    int visits = 0;
    block.template rows<Sync::block>(4, [&](Item it) {
      const int packs = divide_up(active, pack_lanes<T>);
      CHECK(it.row == visits / packs);
      CHECK(it.lane == visits % packs * pack_lanes<T>);
      ++visits;
    });
    CHECK(visits == 4 * divide_up(active, pack_lanes<T>));
  }
}

TEST_CASE("scratch is taken row by row and given back to a mark") {
  std::vector<double> memory(1000);
  HostBlock<double> block(0, 10, reinterpret_cast<char*>(memory.data()), false);
  double* first = block.scratch(3);
  double* mark = block.mark();
  CHECK(first == memory.data());
  CHECK(mark == first + 3 * block.stride());
  CHECK(block.scratch(2) == mark);
  block.release(mark);
  CHECK(block.scratch(1) == mark);
}

TEST_CASE("a thread's arena is aligned to a cache line and keeps the largest size asked for") {
  Arena arena;
  char* small = arena.reserve(100);
  CHECK(reinterpret_cast<std::uintptr_t>(small) % Arena::alignment == 0);
  char* large = arena.reserve(10000);
  CHECK(reinterpret_cast<std::uintptr_t>(large) % Arena::alignment == 0);
  CHECK(arena.reserve(5000) == large);
}

TEST_CASE_TEMPLATE("larger() is the maximum of magnitudes, with NaN as infinity", T, float,
                   double) {
  Pack<T> most{}, value{};
  most[0] = 2;
  value[0] = -3;
  most[1] = 5;
  value[1] = std::numeric_limits<T>::quiet_NaN();
  const Pack<T> result = HostBlock<T>::larger(most, value);
  CHECK(result[0] == 3);
  CHECK(result[1] == std::numeric_limits<T>::infinity());
}

TEST_CASE("tiles cover a box once, whatever their size") {
  const Tiling tiling{{{-1, 2, 0}, {10, 7, 5}}, {4, 3, 2}};
  std::vector<int> covered(11 * 5 * 5, 0);
  for (long index = 0; index < tiling.blocks(); ++index) {
    const Tile tile = tiling.tile(index, 2);
    for (long m3 = tile.begin[2]; m3 < tile.begin[2] + tile.planes; ++m3)
      for (long m2 = tile.begin[1]; m2 < tile.begin[1] + tile.rows; ++m2)
        for (long m1 = tile.begin[0]; m1 < tile.begin[0] + tile.lanes; ++m1)
          ++covered[std::size_t((m3 * 5 + m2 - 2) * 11 + m1 + 1)];
  }
  for (const int count : covered) CHECK(count == 1);
}
