// How results are dealt to the blocks that multiply on matrix units: each result once, with the values of its row, in
// as few blocks as registers allow.
#include "kernels/hermite/parity_share.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/elastic.hpp"
#include "hermite/systems/maxwell.hpp"
#include "kernels/hermite/parity_storage.hpp"

using namespace hermite;

namespace {

template <class Coupling>
std::vector<int> flips_of() {
  const Mirror mirror = mirror_of<Coupling>();
  return {mirror.flips, mirror.flips + Coupling::fields};
}

// With matrices of random values, since it matters where they lie only.
template <class Coupling>
std::vector<ParityBlock> random_blocks(int n) {
  const std::vector<int> flips = flips_of<Coupling>();
  const int values = n * n * n, columns = Coupling::fields * values;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<ParityBlock> blocks(8);
  for (int c = 0; c < 8; ++c) {
    ParityBlock& block = blocks[std::size_t(c)];
    for (int f = 0; f < Coupling::fields; ++f)
      for (int e = 0; e < values; ++e) {
        const int odd = e % n % 2 + e / n % n % 2 * 2 + e / n / n % 2 * 4;
        if (odd == (c ^ flips[std::size_t(f)])) block.results.push_back(f * values + e);
      }
    block.matrix = ParityBlock::Matrix::NullaryExpr(
        Eigen::Index(block.results.size()), Eigen::Index(columns), [&] { return any(random); });
  }
  return blocks;
}

// Each tile of each class once, and what is more than these is 0.
template <class Coupling>
void check_shares(int n) {
  CAPTURE(Coupling::fields);
  CAPTURE(n);
  const ParityShare share = parity_share<Coupling>(n);
  CHECK(share.tiles % 2 == 0);
  CHECK(share.tiles <= most_parity_tiles);
  CHECK(share.shares * share.classes == 8 * share.parts);
  CHECK((share.parts == 1 || share.classes == 1));
  std::vector<std::vector<int>> times(8);
  for (int c = 0; c < 8; ++c) times[std::size_t(c)].resize(1000);
  for (int number = 0; number < share.shares; ++number)
    for (int t = 0; t < share.tiles; ++t) {
      const int c = share.class_of(number, t);
      REQUIRE((c >= 0 && c < 8));
      CHECK(share.first_class(number) == c / share.classes * share.classes);
      ++times[std::size_t(c)].at(std::size_t(share.tile_of_class(number, t)));
    }
  for (int c = 0; c < 8; ++c) {
    const int tiles = parity_tiles<Coupling>(n, c);
    const std::vector<int>& of = times[std::size_t(c)];
    CHECK(std::vector<int>(of.begin(), of.begin() + tiles) ==
          std::vector<int>(std::size_t(tiles), 1));
  }
}

template <class Coupling>
void check_places(int n) {
  CAPTURE(Coupling::fields);
  CAPTURE(n);
  static const Device host("host");
  const std::vector<ParityBlock> blocks = random_blocks<Coupling>(n);
  const ParityShare share = parity_share<Coupling>(n);
  const ParityStorage storage(blocks, flips_of<Coupling>(),
                              parity_format(KernelId::parity_matrix, Precision::single), host);
  const ParityTables tables = storage.on_host();
  REQUIRE(tables.tiles == share.shares * share.tiles);
  const auto* found = static_cast<const double*>(tables.values);
  const int values = n * n * n, columns = Coupling::fields * values,
            groups = divide_up(values, parity_columns);
  std::vector<int> times(std::size_t(columns), 0);
  long wrong = 0;
  for (int tile = 0; tile < tables.tiles; ++tile) {
    const int number = tile / share.tiles, t = tile % share.tiles;
    const int bits = share.class_of(number, t),
              first = share.tile_of_class(number, t) * parity_rows;
    const ParityBlock& block = blocks[std::size_t(bits)];
    CHECK(tables.classes[tile] == bits);
    for (int row = 0; row < parity_rows; ++row) {
      const int result = tables.results[tile * parity_rows + row];
      const bool is = first + row < int(block.results.size());
      CHECK(result == (is ? block.results[std::size_t(first + row)] : -1));
      if (is) ++times[std::size_t(result)];
      for (int f = 0; f < Coupling::fields; ++f)
        for (int e = 0; e < groups * parity_columns; ++e) {
          const int group = (number * Coupling::fields + f) * groups + e / parity_columns;
          const double expected = is && e < values ? block.matrix(first + row, f * values + e) : 0;
          if (found[parity_share_at(share.tiles, group, t, row, e)] != expected) ++wrong;
        }
    }
  }
  CHECK(wrong == 0);
  CHECK(times == std::vector<int>(std::size_t(columns), 1));
}

}  // namespace

TEST_CASE("parity on matrix units: each result and each value of its row has one place") {
  for (int n = 1; n <= 11; ++n) {
    check_shares<AcousticsCoupling<3>>(n);
    check_shares<MaxwellCoupling<3>>(n);
    check_shares<ElasticCoupling<3>>(n);
  }
  for (int n = 1; n <= 6; ++n) {
    check_places<AcousticsCoupling<3>>(n);
    check_places<MaxwellCoupling<3>>(n);
    check_places<ElasticCoupling<3>>(n);
  }
}

TEST_CASE("parity on matrix units: a lane has its values of two tiles side by side") {
  for (const int tiles : {8, 12, 24})
    for (int group = 0; group < 3; ++group)
      for (int t = 0; t < tiles; ++t)
        for (int lane = 0; lane < 32; ++lane)  // 4 * row + entry
          CHECK(parity_share_at(tiles, group, t, lane / 4, lane % 4) ==
                group * tiles * 32 + t / 2 * 64 + lane * 2 + t % 2);
}

TEST_CASE("parity on matrix units: how many blocks share a cell") {
  // Tiles of the classes even along all axes, odd along one, along two, along all.
  const auto shares = [](int even, int one, int two, int all) {
    return parity_share({even, one, one, two, one, two, two, all});
  };
  CHECK(shares(1, 1, 1, 1).classes == 8);
  CHECK(shares(2, 2, 2, 2).classes == 8);
  CHECK(shares(3, 2, 2, 1).tiles == 16);  // acoustics, N = 2: no two places alike
  CHECK(shares(3, 3, 3, 3).classes == 8);
  CHECK(shares(4, 4, 4, 4).classes == 4);
  CHECK(shares(6, 6, 6, 6).tiles == 24);
  CHECK(shares(9, 9, 9, 9).classes == 2);
  // More than a block has of one class: cut into parts.
  const ParityShare parts = shares(31, 25, 20, 16);
  CHECK(parts.classes == 1);
  CHECK(parts.parts == 2);
  CHECK(parts.tiles == 16);
  CHECK(parts.shares == 16);
}

TEST_CASE("parity on matrix units: boxes hold all groups of a field, and two of them fit") {
  for (int groups = 1; groups <= 340; ++groups)
    for (const int bytes : {4096, 10240, 14336})
      for (const int most : {8, 4}) {
        const int scratch = 200 * 1024;
        const ParityBoxes boxes = parity_boxes(groups, most, bytes, scratch);
        CHECK(boxes.groups <= most);
        CHECK(boxes.groups * boxes.of_field >= groups);
        CHECK(boxes.groups * (boxes.of_field - 1) < groups);
        CHECK(boxes.depth >= 2);
        CHECK(boxes.depth * boxes.groups * bytes <= scratch);
      }
  CHECK(parity_boxes(7, 8, 12800, 200 * 1024).groups == 7);
  CHECK(parity_boxes(7, 8, 12800, 200 * 1024).depth == 2);
  CHECK(parity_boxes(16, 8, 14784, 200 * 1024).groups == 4);  // of 8 two do not fit
  CHECK(parity_boxes(16, 8, 14784, 200 * 1024).depth == 3);
}
