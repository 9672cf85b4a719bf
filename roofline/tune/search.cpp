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

// What the case says; where that does not fit, slabs of the coefficients, and tight rows, as a run would have them.
Case::Kernel Tuner::base() {
  Case::Kernel kernel = subject_.method.kernel;
  const auto fits = [&] {
    try {
      return total_bytes(solver_of(subject_, kernel, device_)) <= free_bytes_;
    } catch (const Error&) {  // told where it is prepared
      return true;
    }
  };
  if (kernel.pipeline == "two-kernel" && kernel.slab == 0 && setting_.dimension > 1 && !fits())
    kernel.slab = 8;
  if (kernel.rows == "auto" && !fits()) kernel.rows = "tight";
  return kernel;
}

// Takes out of the best those that are far behind the first of them. The variant that the code chooses stays.
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

// A phase about the best for each refined axis that needs a compiler, or needs none, named after the axis and
// `suffix`. `beside`: what the code chooses by itself, as far as it was asked for.
void Tuner::refine(bool compiles, const std::string& suffix,
                   const std::vector<Case::Kernel>& beside) {
  for (const TuneAxis& axis : tune_axes()) {
    if (!is_refined(axis, setting_, start_) || axis.compiles != compiles) continue;
    std::vector<Case::Kernel> about = kernels_of(result_.best), points;
    for (const Case::Kernel& kernel : about) {
      for (const Case::Kernel& point : along(axis, setting_, kernel)) points.push_back(point);
      if (axis.compiles) break;  // about the fastest alone
    }
    if (points.empty()) continue;
    about.insert(about.end(), beside.begin(), beside.end());
    about.insert(about.end(), points.begin(), points.end());
    result_.complete = run_phase(axis.key + suffix, about, 1) && result_.complete;
  }
}

// Times of phases of their own do not tell which of two is faster: where it seems to be one that was far
// behind, all the best are timed together.
void Tuner::run_finals(const std::vector<Case::Kernel>& beside) {
  const auto latest = [&](std::size_t place) {
    const TuneCandidate& candidate = result_.candidates[place];
    return candidate.median(candidate.samples.back().phase);
  };
  const auto less = [&](std::size_t a, std::size_t b) { return latest(a) < latest(b); };
  const std::vector<std::size_t>& best = result_.best;
  if (best.empty() || std::min_element(best.begin(), best.end(), less) == best.begin()) return;
  std::vector<Case::Kernel> all = kernels_of(best);
  all.insert(all.end(), beside.begin(), beside.end());
  result_.complete = run_phase("finals", all, 1) && result_.complete;
}

std::vector<Case::Kernel> Tuner::kernels_of(const std::vector<std::size_t>& places) const {
  std::vector<Case::Kernel> kernels;
  for (const std::size_t place : places)
    kernels.push_back(result_.candidates[place].configuration.kernel);
  return kernels;
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
  std::vector<Case::Kernel> beside;
  if (has_standard) beside.push_back(standard);
  const std::vector<std::size_t> far = take_far_ones();
  refine(false, "", beside);
  refine(true, "", beside);
  const std::vector<std::size_t> near = std::exchange(result_.best, far);
  refine(false, " of slower variants", {});
  result_.best.insert(result_.best.begin(), near.begin(), near.end());
  if (!far.empty()) run_finals(beside);
  simulations_.clear();
  settle(result_);
  return std::move(result_);
}

}  // namespace hermite
