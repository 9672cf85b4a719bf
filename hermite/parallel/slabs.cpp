#include "hermite/parallel/slabs.hpp"

#include <algorithm>

namespace hermite {

namespace {

// Slabs that cost at most `most` each, the first ones as large as they may be; empty where these are not
// enough.
std::vector<Planes> within(const std::vector<double>& sums, int ranks, long least, double most) {
  const long all = static_cast<long>(sums.size()) - 1;
  std::vector<Planes> slabs;
  long begin = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const long left = least * (ranks - 1 - rank);  // for those that follow
    const auto at = [&](long k) { return sums.begin() + k; };
    const double until = sums[static_cast<std::size_t>(begin)] + most;
    long end = std::upper_bound(at(begin), at(all + 1), until) - sums.begin() - 1;
    end = std::min(end, all - left);
    if (end - begin < least) return {};
    slabs.push_back({begin, end});
    begin = end;
  }
  if (begin < all) slabs.clear();
  return slabs;
}

}  // namespace

std::vector<Planes> cut_slabs(const std::vector<double>& cost, int ranks, long least) {
  const long planes = static_cast<long>(cost.size());
  if (planes < ranks * std::max(least, 1L)) return {};
  std::vector<double> sums = {0};
  for (const double c : cost) sums.push_back(sums.back() + c);
  // Halving the interval in which the least bound lies; 60 halves leave rounding errors.
  double too_little = 0, enough = sums.back();
  std::vector<Planes> best = within(sums, ranks, std::max(least, 1L), enough);
  for (int half = 0; half < 60; ++half) {
    const double middle = (too_little + enough) / 2;
    const std::vector<Planes> slabs = within(sums, ranks, std::max(least, 1L), middle);
    (slabs.empty() ? too_little : enough) = middle;
    if (!slabs.empty()) best = slabs;
  }
  return best;
}

}  // namespace hermite
