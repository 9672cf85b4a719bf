// The phases of a search and their order; what a phase does is in tuner.cpp.
#include <algorithm>
#include <utility>

#include "hermite/core/error.hpp"
#include "roofline/tune/tuner.hpp"
#include "roofline/tune/winner.hpp"

namespace hermite {

namespace {

const char* const crossed_phase = "crossed";
constexpr double share_of_crossed = 0.7;  // of the time, where axes are left to refine

}  // namespace

// What the case says; where the coefficients of the whole grid do not fit, slabs of them.
Case::Kernel Tuner::base() {
  Case::Kernel kernel = subject_.method.kernel;
  if (kernel.pipeline != "two-kernel" || kernel.slab != 0 || setting_.dimension == 1) return kernel;
  try {
    if (total_bytes(solver_of(subject_, kernel, device_)) > free_bytes_) kernel.slab = 8;
  } catch (const Error&) {  // told where it is prepared
  }
  return kernel;
}

// Takes out of the best those that are too far behind the first of them to win. What the code chooses stays.
std::vector<std::size_t> Tuner::take_far_ones() {
  std::vector<std::size_t> near, far;
  const auto seconds = [&](std::size_t place) {
    return result_.candidates[place].median(crossed_phase);
  };
  const auto variant = [&](std::size_t place) {
    return result_.candidates[place].configuration.kernel.variant;
  };
  for (const std::size_t place : result_.best) {
    const bool stays = variant(place) == variant(*result_.standard) ||
                       seconds(place) <= hopeless(1) * seconds(result_.best.front());
    (stays ? near : far).push_back(place);
  }
  result_.best = near;
  return far;
}

// A phase for each refined axis about the best, of the name of the axis and so on. `beside`: what the code
// chooses by itself, as far as it was asked for.
void Tuner::refine(const std::string& and_so_on, const std::optional<Case::Kernel>& beside) {
  for (const TuneAxis& axis : tune_axes()) {
    if (!is_refined(axis, setting_, start_)) continue;
    // About the fastest of all alone, as each point has to be compiled.
    if (axis.compiles && !and_so_on.empty()) continue;
    std::vector<Case::Kernel> about, points;
    for (const std::size_t place : result_.best)
      about.push_back(result_.candidates[place].configuration.kernel);
    for (const Case::Kernel& kernel : about) {
      for (const Case::Kernel& point : along(axis, setting_, kernel)) points.push_back(point);
      if (axis.compiles) break;
    }
    if (points.empty()) continue;
    if (beside) about.push_back(*beside);
    about.insert(about.end(), points.begin(), points.end());
    result_.complete = run_phase(axis.key + and_so_on, about, 1) && result_.complete;
  }
}

TuneResult Tuner::search() {
  start_ = base();
  std::vector<Case::Kernel> all = crossed(setting_, start_);
  Case::Kernel standard = start_;
  standard.variant = standard_variant(subject_, start_, device_);
  // After those with a number of cells, so that it goes by that where they are the same.
  for (const Case::Kernel& kernel : all) place_of(kernel);
  result_.standard = place_of(standard);
  // The measure of the others of each variant, as far as it was asked for.
  for (std::size_t i = 0, count = all.size(); i < count; ++i) {
    Case::Kernel usual = start_;
    usual.variant = all[i].variant;
    const std::size_t place = place_of(usual);
    if (std::find(usual_.begin(), usual_.end(), place) != usual_.end()) continue;
    usual_.push_back(place);
    all.push_back(usual);
  }
  // Unless other variants were asked for.
  const bool has_standard = std::any_of(all.begin(), all.end(), [&](const Case::Kernel& kernel) {
    return kernel.variant == standard.variant;
  });
  result_.complete = run_phase(crossed_phase, all, share_of_crossed);
  const std::optional<Case::Kernel> beside =
      has_standard ? std::optional<Case::Kernel>(standard) : std::nullopt;
  std::vector<std::size_t> far = take_far_ones();
  refine("", beside);
  std::swap(result_.best, far);
  refine(" of slower variants", std::nullopt);
  result_.best.insert(result_.best.begin(), far.begin(), far.end());
  simulation_.reset();
  settle(result_);
  return std::move(result_);
}

}  // namespace hermite
