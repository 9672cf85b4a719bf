// Time functions of sources.
//   gaussian                 exp(-z^2),            z = (t - delay)/width
//   differentiated-gaussian  -2 z exp(-z^2)
//   step                     (1 + erf(z))/2
//   ricker                   (1 - 2 a^2) exp(-a^2), a = pi frequency (t - delay)
//   harmonic                 sin(2 pi frequency (t - delay)) from t = delay on
//   table                    what a file says at t - delay (time_table.hpp)
#pragma once

#include <memory>
#include <string>

#include "hermite/sources/time_table.hpp"

namespace hermite {

struct Waveform {
  std::string kind = "gaussian";
  double delay = 0, width = 1, frequency = 1;
  std::shared_ptr<const TimeTable> table = {};

  double at(double t) const;
  /// d/dt of it.
  double rate(double t) const;
  /// From then on it goes on as it did: constant, but for round-off, or harmonic.
  double settled() const;
  /// Whether it has a frequency; a width.
  bool is_wave() const { return kind == "ricker" || kind == "harmonic"; }
  bool is_pulse() const { return !is_wave() && kind != "table"; }
  /// Above this there is next to nothing in its spectrum (below a thousandth of the largest value).
  double highest_frequency() const;
};

}  // namespace hermite
