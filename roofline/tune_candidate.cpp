// A candidate of a tuner: its blocks in words, and how it compares with another.
#include "roofline/tuner.hpp"

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

std::vector<double> TuneCandidate::ratios_to(const TuneCandidate& other) const {
  std::vector<double> ratios;
  for (const TuneSample& mine : samples)
    for (const TuneSample& its : other.samples)
      if (mine.phase == its.phase && mine.round == its.round)
        ratios.push_back(mine.seconds / its.seconds);
  return ratios;
}

}  // namespace hermite
