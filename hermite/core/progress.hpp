// One progress line on a terminal: step, updates per second, time left. Silent in a pipe.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

namespace hermite {

/// "step 40/100  1.20e+08 updates/s  3 s left"
std::string progress_line(long step, long steps, double updates_per_second, double seconds_left);

class Progress {
 public:
  /// `updates_per_step` is the number of degrees of freedom that one step advances.
  Progress(long steps, double updates_per_step);
  /// For a stream of one's own, shown or not.
  Progress(long steps, double updates_per_step, std::ostream& out, bool shown);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `step` steps are done. Redraws ten times a second at most.
  void update(long step);
  /// Clears the line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  long steps_;
  double updates_per_step_;
  std::ostream& out_;
  bool shown_;
  size_t width_ = 0;
  Clock::time_point start_, drawn_;
};

/// One line while something is waited for whose end is not known.
class Waiting {
 public:
  explicit Waiting(const std::string& what);
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  size_t width_ = 0;
};

}  // namespace hermite
