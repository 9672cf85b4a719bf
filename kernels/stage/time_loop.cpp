#include "kernels/stage/time_loop.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>

#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/progress.hpp"

namespace hermite {

namespace {

std::string scientific(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

// Adds the time that it lives.
class Stopwatch {
 public:
  Stopwatch(double& seconds, const Device& device) : seconds_(seconds), device_(device) {
    device_.synchronize();
    start_ = Clock::now();
  }
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  const Device& device_;
  Clock::time_point start_;
};

}  // namespace

TimeLoop::TimeLoop(Simulation& simulation, long steps, double updates_per_step)
    : simulation_(simulation), steps_(steps), updates_per_step_(updates_per_step) {}

void TimeLoop::run(long until) {
  watch();
  take_steps(until);
  watch();
}

void TimeLoop::take_steps(long until) {
  const Stopwatch stopwatch(seconds_, simulation_.device());
  Progress progress(steps_, updates_per_step_);
  while (step_ < until && !(interrupted_ = interrupted())) {
    simulation_.step();
    ++step_;
    if (step_ % watch_interval == 0 && step_ < until) watch();
    progress.update(step_);
  }
  progress.finish();
  simulation_.device().synchronize();
}

void TimeLoop::watch() {
  const LargestValue largest = simulation_.largest();
  const double bound = simulation_.solver().growth_bound * initial_;
  if (std::isfinite(largest.value) && initial_ < 0) initial_ = largest.value;
  if (std::isfinite(largest.value) && (step_ == 0 || largest.value <= bound)) return;
  const std::string where = "step " + std::to_string(step_) + " of " + std::to_string(steps_) +
                            ": " + simulation_.place_of(largest);
  if (!std::isfinite(largest.value))
    throw RunError(where + " is not a finite number" +
                   (step_ == 0 ? "; look at the initial data" : ""));
  throw RunError(where + " has grown to " + scientific(largest.value) + ", " +
                 scientific(largest.value / initial_) +
                 " times the largest initial value; the run is unstable: take a smaller "
                 "method.courant, more method.stages or double precision");
}

}  // namespace hermite
