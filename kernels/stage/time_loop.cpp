#include "kernels/stage/time_loop.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/progress.hpp"

namespace hermite {

namespace {

// Adds the time that it lives.
class TimeSpent {
 public:
  TimeSpent(double& seconds, const Device& device) : seconds_(seconds), device_(device) {
    device_.synchronize();
    start_ = Clock::now();
  }
  ~TimeSpent() { lap(); }
  void lap() {
    const Clock::time_point now = Clock::now();
    seconds_ += std::chrono::duration<double>(now - start_).count();
    start_ = now;
  }
  TimeSpent(const TimeSpent&) = delete;
  TimeSpent& operator=(const TimeSpent&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  const Device& device_;
  Clock::time_point start_;
};

}  // namespace

TimeLoop::TimeLoop(Simulation& simulation, long steps, double updates_per_step)
    : simulation_(simulation),
      steps_(steps),
      updates_per_step_(updates_per_step),
      growth_(simulation.solver().growth_bound, simulation.solver().driven_steps) {}

void TimeLoop::every(long interval, std::function<void(long)> action) {
  if (interval > 0) actions_.push_back({interval, std::move(action)});
}

void TimeLoop::resume(const State& state) {
  state_ = state;
  growth_.resume(state.growth);
  acted_ = state.step;
}

void TimeLoop::run(long until) {
  watch();
  act();
  take_steps(until);
  watch();
  act();
}

void TimeLoop::take_steps(long until) {
  TimeSpent spent(state_.seconds, simulation_.device());
  Progress progress(steps_, updates_per_step_);
  while (state_.step < until && !(interrupted_ = simulation_.ranks().any(interrupted()))) {
    state_.step += simulation_.advance(undisturbed(until));
    progress.update(state_.step);
    if (state_.step == until) break;
    if (GrowthWatch::is_look(state_.step)) watch();
    spent.lap();  // an action may look at the time
    act();
  }
  progress.finish();
  simulation_.device().synchronize();
}

// Steps until somebody looks at the fields.
long TimeLoop::undisturbed(long until) const {
  const auto next = [&](long interval) { return interval - state_.step % interval; };
  long steps = std::min(until - state_.step, GrowthWatch::steps_to_look(state_.step));
  for (const Action& action : actions_) steps = std::min(steps, next(action.interval));
  return steps;
}

void TimeLoop::act() {
  if (acted_ == state_.step) return;
  acted_ = state_.step;
  for (const Action& action : actions_)
    if (state_.step % action.interval == 0) action.act(state_.step);
}

void TimeLoop::watch() {
  const LargestValue largest = simulation_.largest();
  if (growth_.allows(state_.step, largest.value)) {
    growth_.see(state_.step, largest.value);
    state_.growth = growth_.seen();
    return;
  }
  const std::string where = "step " + std::to_string(state_.step) + " of " +
                            std::to_string(steps_) + ": " + simulation_.place_of(largest);
  if (!std::isfinite(largest.value))
    throw RunError(where + " is not a finite number" +
                   (state_.step == 0 ? "; look at the initial data" : ""));
  throw RunError(
      where + " has grown to " +
      format("%.3g, %.3g", largest.value, largest.value / growth_.seen().reference) +
      " times the largest value before; the run is unstable: " + simulation_.solver().remedy);
}

}  // namespace hermite
