#pragma once
// The time loop: steps, the progress line, the watch for NaN and growth, and Ctrl-C.

#include "kernels/stage/simulation.hpp"

namespace hermite {

class TimeLoop {
 public:
  // Between two looks at the fields: seldom enough to cost a few per cent of a step at most.
  static constexpr long watch_interval = 50;

  // `steps` is the number to the final time, `updates_per_step` the degrees of freedom.
  TimeLoop(Simulation& simulation, long steps, double updates_per_step);

  // Takes steps until `until` are done, or until a signal came (while the caller has a
  // CatchInterrupts); looks at the fields before the
  // first step, every watch_interval steps, and after the last. Throws RunError that names step,
  // field and place where one is not finite or has grown past the bound; `step` and `seconds` then
  // say how far it came. What the caller has recorded so far is the caller's to keep.
  void run(long until);

  long step() const { return step_; }
  // Of the steps alone, the device synchronised; neither the first look nor the last.
  double seconds() const { return seconds_; }
  bool was_interrupted() const { return interrupted_; }

 private:
  void take_steps(long until);
  void watch();

  Simulation& simulation_;
  long steps_;
  double updates_per_step_;
  double initial_ = -1;  // largest magnitude before the first step
  long step_ = 0;
  double seconds_ = 0;
  bool interrupted_ = false;
};

}  // namespace hermite
