#include "hermite/sources/waveform.hpp"

#include <cmath>

namespace hermite {

namespace {

constexpr double pi = 3.14159265358979323846;

}  // namespace

double Waveform::at(double t) const {
  if (kind == "harmonic") return t < delay ? 0 : std::sin(2 * pi * frequency * (t - delay));
  if (kind == "ricker") {
    const double a = pi * frequency * (t - delay);
    return (1 - 2 * a * a) * std::exp(-a * a);
  }
  const double z = (t - delay) / width;
  return kind == "gaussian" ? std::exp(-z * z) : -2 * z * std::exp(-z * z);
}

// Spectra: exp(-(pi f width)^2), f times that, and (f/f0)^2 exp(-(f/f0)^2), whose tails fall to a
// thousandth at 2.63, 2.98 and 3.20 of 1/(pi width), 1/(pi width) and f0.
double Waveform::highest_frequency() const {
  if (kind == "harmonic") return frequency;
  if (kind == "ricker") return 3.20 * frequency;
  return (kind == "gaussian" ? 2.63 : 2.98) / (pi * width);
}

}  // namespace hermite
