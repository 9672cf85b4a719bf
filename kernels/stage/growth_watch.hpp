#pragma once
// Tells instability from growth that a run may have.
//
//   steps             0    2      driven        50 100  200    400        800
//   what is allowed   |any |      |anything     |  `bound` times the largest value up to the last of the marks
//
// Derivatives that fit no polynomial grow in the first step, and sources raise fields as long as they change. After that a value
// is measured against the largest one at marks whose distance doubles: what goes on being pushed grows in proportion to
// time, by no more than a few times from mark to mark, and what grows by a factor a step is beyond any bound some day.

#include <cmath>

#include "hermite/core/grow.hpp"

namespace hermite {

class GrowthWatch {
 public:
  static constexpr long first_steps = 2;
  static constexpr long interval = 50;
  // After the first steps, then every so many.
  static constexpr bool is_look(long step) { return step == first_steps || step % interval == 0; }
  static constexpr long steps_to_look(long step) {
    return step < first_steps ? first_steps - step : interval - step % interval;
  }

  // Of the looks so far: what a run that is resumed goes on from.
  struct Seen {
    double peak = 0;
    double reference = 0;  // the peak at the last mark; 0: nothing is compared yet
  };

  GrowthWatch() = default;
  // `driven`: so many steps anything is allowed.
  GrowthWatch(double bound, long driven) : bound_(bound), driven_(driven) {}

  // Whether a run that is stable may have it.
  bool allows(long step, double largest) const {
    return std::isfinite(largest) &&
           (is_free(step) || seen_.reference <= 0 || largest <= bound_ * seen_.reference);
  }
  // Other looks count for nothing, so that a run that was stopped in between goes on as one that was not.
  void see(long step, double largest) {
    if (!is_look(step)) return;
    grow(seen_.peak, largest);
    if (is_free(step) || is_mark(step)) seen_.reference = seen_.peak;
  }
  const Seen& seen() const { return seen_; }
  void resume(const Seen& seen) { seen_ = seen; }

 private:
  // The first look after sources are over may be a whole interval late.
  bool is_free(long step) const {
    return step <= first_steps || (driven_ > 0 && step - 2 * interval < driven_);
  }
  static bool is_mark(long step) {
    const long looks = step / interval;
    return step % interval == 0 && (looks & (looks - 1)) == 0;
  }

  double bound_ = 1e3;
  long driven_ = 0;
  Seen seen_;
};

}  // namespace hermite
