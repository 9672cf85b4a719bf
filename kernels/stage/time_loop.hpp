#pragma once
// The time loop: steps, what is done between them, the progress line, the watch for NaN and growth,
// and Ctrl-C.

#include <functional>
#include <vector>

#include "kernels/stage/growth_watch.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

class TimeLoop {
 public:
  // Between two looks at the fields: seldom enough to cost a few per cent of a step at most.
  static constexpr long watch_interval = GrowthWatch::interval;

  // How far it came: what a checkpoint keeps of it.
  struct State {
    long step = 0;
    GrowthWatch::Seen growth;
    double seconds = 0;
  };

  // `steps` is the number to the final time, `updates_per_step` the degrees of freedom.
  TimeLoop(Simulation& simulation, long steps, double updates_per_step);

  // Has `action` called with the step at step 0 and whenever a multiple of `interval` steps is done,
  // after the watch; several at one step in the order in which they were given.
  void every(long interval, std::function<void(long step)> action);
  // Goes on from there; the actions of that step have been done.
  void resume(const State& state);

  // Takes steps until `until` are done, or until a signal came (while the caller has a
  // CatchInterrupts); looks at the fields before the
  // first step, after the first ones, every watch_interval steps, and after the last. Throws RunError that names step,
  // field and place where one is not finite or has grown past the bound; `step` and `seconds` then
  // say how far it came. What the caller has recorded so far is the caller's to keep.
  void run(long until);
  // Looks at the fields now.
  void watch();

  const State& state() const { return state_; }
  long step() const { return state_.step; }
  // Of the steps and the actions between them, the device synchronised; neither the first look nor
  // the last.
  double seconds() const { return state_.seconds; }
  bool was_interrupted() const { return interrupted_; }

 private:
  struct Action {
    long interval;
    std::function<void(long)> act;
  };

  void take_steps(long until);
  long undisturbed(long until) const;
  void act();

  Simulation& simulation_;
  long steps_;
  double updates_per_step_;
  State state_;
  GrowthWatch growth_;
  std::vector<Action> actions_;
  long acted_ = -1;  // the step whose actions were done last
  bool interrupted_ = false;
};

}  // namespace hermite
