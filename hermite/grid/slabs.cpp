#include "hermite/grid/slabs.hpp"

#include <algorithm>

namespace hermite {

namespace {

// Slabs that cost at most `most` each, and as near as that allows to equal parts of what is left; empty where
// `most` is too little.
std::vector<Planes> within(const std::vector<double>& sums, int ranks, long least, double most) {
  const long all = static_cast<long>(sums.size()) - 1;
  const auto sum = [&](long k) { return sums[static_cast<std::size_t>(k)]; };
  // From the end: the first plane with which the ranks from each one on can begin.
  std::vector<long> earliest(static_cast<std::size_t>(ranks) + 1, all);
  for (int rank = ranks - 1; rank >= 0; --rank) {
    const long end = earliest[static_cast<std::size_t>(rank) + 1];
    long begin = end;
    while (begin > 0 && sum(end) - sum(begin - 1) <= most) --begin;
    earliest[static_cast<std::size_t>(rank)] = begin;
  }
  if (earliest.front() > 0) return {};
  std::vector<Planes> slabs;
  long begin = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const double part = (sum(all) - sum(begin)) / (ranks - rank);
    const long last = all - least * (ranks - 1 - rank);  // room for those that follow
    const long first = std::max(begin + least, earliest[static_cast<std::size_t>(rank) + 1]);
    long end = first;
    while (end < last && sum(end + 1) - sum(begin) <= most &&
           sum(end + 1) - sum(begin) - part <= part - (sum(end) - sum(begin)))
      ++end;
    if (end > last || sum(end) - sum(begin) > most) return {};
    slabs.push_back({begin, end});
    begin = end;
  }
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
