#include "hermite/core/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "hermite/core/format.hpp"

namespace hermite {

namespace {

constexpr std::chrono::milliseconds redraw_interval{100};

std::string duration_text(double seconds) {
  const long whole = std::lround(std::clamp(seconds, 0.0, 1e9));
  if (whole < 60) return format("%ld s", whole);
  if (whole < 3600) return format("%ld:%02ld min", whole / 60, whole % 60);
  return format("%ld:%02ld h", whole / 3600, whole / 60 % 60);
}

void clear_line(std::ostream& out, size_t width) {
  if (width > 0) out << '\r' << std::string(width, ' ') << '\r' << std::flush;
}

}  // namespace

std::string progress_line(long step, long steps, double updates_per_second, double seconds_left) {
  return format("step %ld/%ld  %.2e updates/s  ", step, steps, updates_per_second) +
         duration_text(seconds_left) + " left";
}

Progress::Progress(long steps, double updates_per_step)
    : Progress(steps, updates_per_step, std::cerr, isatty(STDERR_FILENO) == 1) {}

Progress::Progress(long steps, double updates_per_step, std::ostream& out, bool shown)
    : steps_(steps),
      updates_per_step_(updates_per_step),
      out_(out),
      shown_(shown),
      start_(Clock::now()),
      drawn_(start_) {}

Progress::~Progress() { finish(); }

void Progress::update(long step) {
  if (!shown_ || step <= 0) return;
  const Clock::time_point now = Clock::now();
  if (now - drawn_ < redraw_interval) return;
  drawn_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double per_step = seconds / double(step);
  std::string line =
      progress_line(step, steps_, updates_per_step_ / per_step, per_step * double(steps_ - step));
  const size_t width = line.size();
  if (width < width_) line.append(width_ - width, ' ');  // covers what is left of a longer one
  width_ = width;
  out_ << '\r' << line << std::flush;
}

void Progress::finish() {
  clear_line(out_, width_);
  width_ = 0;
}

Waiting::Waiting(const std::string& what) {
  if (isatty(STDERR_FILENO) != 1) return;
  const std::string line = what + " ...";
  width_ = line.size();
  std::cerr << line << std::flush;
}

Waiting::~Waiting() { clear_line(std::cerr, width_); }

}  // namespace hermite
