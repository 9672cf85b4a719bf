#include "roofline/tune/winner.hpp"

#include <algorithm>

namespace hermite {

namespace {

const std::string& variant_of(const TuneCandidate& candidate) {
  return candidate.configuration.kernel.variant;
}

// From a place to the one of its variant that took the least time beside it, and so on.
std::size_t unbeaten(const std::vector<TuneCandidate>& all, std::size_t place) {
  std::vector<std::size_t> beaten;
  do {
    beaten.push_back(place);
    const TuneCandidate& now = all[place];
    double least = 1;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].skipped.empty() || variant_of(all[i]) != variant_of(now) ||
          std::find(beaten.begin(), beaten.end(), i) != beaten.end())
        continue;
      const std::optional<double> ratio = all[i].ratio_to(now);
      if (!ratio || *ratio >= least) continue;
      least = *ratio;
      place = i;
    }
  } while (place != beaten.back());
  return place;
}

}  // namespace

void settle(TuneResult& result) {
  const std::vector<TuneCandidate>& all = result.candidates;
  std::vector<std::size_t>& best = result.best;
  if (best.empty()) return;
  for (std::size_t& place : best) place = unbeaten(all, place);
  const auto beats = [&](std::size_t a, std::size_t b) {
    return all[a].ratio_to(all[b]).value_or(1) < 1;
  };
  for (std::size_t i = 1; i < best.size(); ++i)
    for (std::size_t k = i; k > 0 && beats(best[k], best[k - 1]); --k)
      std::swap(best[k], best[k - 1]);
  if (!result.standard || !beats(*result.standard, best.front())) return;
  const auto is_of_standard = [&](std::size_t place) {
    return variant_of(all[place]) == variant_of(all[*result.standard]);
  };
  best.erase(std::remove_if(best.begin(), best.end(), is_of_standard), best.end());
  best.insert(best.begin(), *result.standard);
}

}  // namespace hermite
