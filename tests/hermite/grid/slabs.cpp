// Slabs cover the planes once, and no other cut is cheaper.
#include "hermite/grid/slabs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace hermite;

namespace {

double cost_of(const std::vector<double>& cost, const Planes& slab) {
  double sum = 0;
  for (long k = slab.begin; k < slab.end; ++k) sum += cost[static_cast<std::size_t>(k)];
  return sum;
}

// The least cost of the dearest slab, by trying all cuts.
double best(const std::vector<double>& cost, long begin, int ranks, long least) {
  const long all = static_cast<long>(cost.size());
  if (ranks == 1) return all - begin < least ? 1e9 : cost_of(cost, {begin, all});
  double found = 1e9;
  for (long end = begin + least; end <= all; ++end)
    found =
        std::min(found, std::max(cost_of(cost, {begin, end}), best(cost, end, ranks - 1, least)));
  return found;
}

}  // namespace

TEST_CASE("slabs cover all planes, and the dearest is as cheap as it can be") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> some(1, 3);
  for (const int planes : {4, 9, 13})
    for (const int ranks : {1, 2, 3})
      for (const long least : {1L, 2L, 4L}) {
        std::vector<double> cost;
        for (int k = 0; k < planes; ++k) cost.push_back(some(random));
        const std::vector<Planes> slabs = cut_slabs(cost, ranks, least);
        CAPTURE(planes);
        CAPTURE(ranks);
        CAPTURE(least);
        if (planes < ranks * least) {
          CHECK(slabs.empty());
          continue;
        }
        REQUIRE(slabs.size() == static_cast<std::size_t>(ranks));
        long next = 0;
        double dearest = 0;
        for (const Planes& slab : slabs) {
          CHECK(slab.begin == next);
          CHECK(slab.count() >= least);
          next = slab.end;
          dearest = std::max(dearest, cost_of(cost, slab));
        }
        CHECK(next == planes);
        // Sums of 13 values, in another order.
        CHECK(dearest <= best(cost, 0, ranks, least) * (1 + 1e-14));
      }
}

TEST_CASE("equal planes are shared equally") {
  const std::vector<Planes> slabs = cut_slabs(std::vector<double>(10, 2.5), 3, 1);
  REQUIRE(slabs.size() == 3);
  for (const Planes& slab : slabs) {
    CHECK(slab.count() >= 3);
    CHECK(slab.count() <= 4);
  }
}
