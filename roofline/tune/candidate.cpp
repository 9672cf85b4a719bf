// A candidate of a tuner: its blocks in words, its times, and how it compares with another.
#include "roofline/timing.hpp"
#include "roofline/tune/tuner.hpp"

namespace hermite {

std::string TuneCandidate::blocks() const {
  std::string text;
  if (!solver) return text;
  for (const Stage& stage : solver->stages)
    for (const KernelUse& use : stage.kernels) {
      std::string one = use.name;
      for (std::size_t axis = 0; axis < 3; ++axis)
        one += (axis == 0 ? " " : "x") + std::to_string(use.cells[axis]);
      if (text.find(one) == text.npos) text += (text.empty() ? "" : "; ") + one;
    }
  return text;
}

// Up to a round: a search that is repeated decides after each as it did the first time, whatever later
// rounds the journal has.
std::vector<double> TuneCandidate::seconds(const std::string& phase, int until) const {
  std::vector<double> all;
  for (const TuneSample& sample : samples)
    if (phase.empty() || (sample.phase == phase && sample.round <= until))
      all.push_back(sample.seconds);
  return all;
}

double TuneCandidate::median(const std::string& phase, int until) const {
  return timing_of(seconds(phase, until), 1).median;
}
double TuneCandidate::spread() const { return timing_of(seconds(), 1).spread; }

std::vector<double> TuneCandidate::ratios_to(const TuneCandidate& other) const {
  std::vector<double> ratios;
  for (const TuneSample& mine : samples)
    for (const TuneSample& its : other.samples)
      if (mine.phase == its.phase && mine.round == its.round)
        ratios.push_back(mine.seconds / its.seconds);
  return ratios;
}

std::optional<double> TuneCandidate::ratio_to(const TuneCandidate& other) const {
  const std::vector<double> ratios = ratios_to(other);
  if (ratios.size() < rounds_until_sure) return {};
  return timing_of(ratios, 1).median;
}

}  // namespace hermite
