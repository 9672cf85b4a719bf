#include "hermite/sources/waveform.hpp"

#include <algorithm>
#include <cmath>

#include "hermite/core/pi.hpp"

namespace hermite {

namespace {

// Pulses are over long before: exp(-40^2) is 0, and infinity times 0 is no number.
double pulse_time(double z) { return std::clamp(z, -40.0, 40.0); }

}  // namespace

double Waveform::at(double t) const {
  if (kind == "table") return table->at(t - delay);
  if (kind == "harmonic") return t < delay ? 0 : std::sin(2 * pi * frequency * (t - delay));
  if (kind == "ricker") {
    const double a = pulse_time(pi * frequency * (t - delay));
    return (1 - 2 * a * a) * std::exp(-a * a);
  }
  const double z = pulse_time((t - delay) / width);
  if (kind == "step") return (1 + std::erf(z)) / 2;
  return kind == "gaussian" ? std::exp(-z * z) : -2 * z * std::exp(-z * z);
}

double Waveform::rate(double t) const {
  if (kind == "table") return table->rate(t - delay);
  if (kind == "harmonic")
    return t < delay ? 0 : 2 * pi * frequency * std::cos(2 * pi * frequency * (t - delay));
  if (kind == "ricker") {
    const double a = pulse_time(pi * frequency * (t - delay));
    return pi * frequency * (4 * a * a * a - 6 * a) * std::exp(-a * a);
  }
  const double z = pulse_time((t - delay) / width), bell = std::exp(-z * z) / width;
  if (kind == "step") return bell / std::sqrt(pi);
  return kind == "gaussian" ? -2 * z * bell : (4 * z * z - 2) * bell;
}

double Waveform::settled() const {
  constexpr double z = 6;  // exp(-z^2)
  if (kind == "harmonic") return delay + 1 / frequency;
  if (kind == "table") return delay + table->end();
  return delay + z * (kind == "ricker" ? 1 / (pi * frequency) : width);
}

// Spectra: exp(-(pi f width)^2), f times that, and (f/f0)^2 exp(-(f/f0)^2), whose tails fall to a
// thousandth at 2.63, 2.98 and 3.20 of 1/(pi width), 1/(pi width) and f0.
double Waveform::highest_frequency() const {
  if (kind == "table") return table->highest_frequency();
  if (kind == "harmonic") return frequency;
  if (kind == "ricker") return 3.20 * frequency;
  return (kind == "differentiated-gaussian" ? 2.98 : 2.63) / (pi * width);
}

}  // namespace hermite
