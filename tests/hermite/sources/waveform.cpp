// Time functions: their values, their derivatives, and where their spectra end.
#include "hermite/sources/waveform.hpp"
#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "tests/approx.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>

using namespace hermite;

namespace {

double spectrum(const Waveform& w, double frequency) {
  std::complex<double> sum = 0;
  const double dt = 0.002;
  for (double t = 0; t < 20; t += dt) sum += w.at(t) * std::polar(dt, 2 * pi * frequency * t);
  return std::abs(sum);
}

}  // namespace

TEST_CASE("The differentiated Gaussian is width times the Gaussian's derivative") {
  const Waveform g{"gaussian", 3, 0.7, 1}, d{"differentiated-gaussian", 3, 0.7, 1};
  for (const double t : {1.5, 2.9, 3.0, 4.2}) {
    const double step = 1e-5, slope = (g.at(t + step) - g.at(t - step)) / (2 * step);
    // step^2/6 of a third derivative of about 10 is 2e-10, a rounding over 2 step 1e-11.
    CHECK(std::abs(d.at(t) - 0.7 * slope) < 1e-9);
  }
}

TEST_CASE("Rates are derivatives, and a step goes from 0 to 1") {
  for (const char* kind : {"gaussian", "differentiated-gaussian", "ricker", "harmonic", "step"}) {
    const Waveform w{kind, 3, 0.7, 0.4};
    for (const double t : {3.1, 3.6, 4.2}) {
      CAPTURE(std::string(kind));
      const double step = 1e-5, slope = (w.at(t + step) - w.at(t - step)) / (2 * step);
      // As above, of third derivatives up to ten times as large.
      CHECK(std::abs(w.rate(t) - slope) < 1e-8);
    }
  }
  const Waveform s{"step", 3, 0.7, 1};
  CHECK(s.at(-10) == 0);
  CHECK(s.at(3) == 0.5);
  CHECK(s.at(20) == 1);
}

TEST_CASE("Ricker's wavelet is the second derivative of a Gaussian, and has no mean") {
  const double f = 0.8;
  const Waveform r{"ricker", 10, 1, f}, g{"gaussian", 10, 1 / (pi * f), 1};
  const double step = 1e-4;
  for (const double t : {9.5, 10.0, 10.7}) {
    const double bend = (g.at(t + step) - 2 * g.at(t) + g.at(t - step)) / (step * step);
    // step^2/12 of a fourth derivative, 12 (pi f)^4, over 2 (pi f)^2 is 3e-8; a rounding over step^2 1e-9.
    CHECK(std::abs(r.at(t) + bend / (2 * pi * pi * f * f)) < 1e-7);
  }
  // Roundings of sums of up to 0.2 over some 600 terms, 1e-14 if all had one sign.
  CHECK(spectrum(r, 0) < 1e-14);
}

TEST_CASE("Beyond the highest frequency a thousandth of the spectrum is left") {
  for (const char* kind : {"gaussian", "differentiated-gaussian", "ricker"}) {
    const Waveform w{kind, 10, 0.5, 0.6};
    double most = 0;
    for (double f = 0; f < 3; f += 0.01) grow(most, spectrum(w, f));
    // The frequency is known to three digits, 0.2 %, and the spectrum falls by up to 19 times as much, 4 %: to 0.966e-3
    // and 0.994e-3.
    CHECK(spectrum(w, w.highest_frequency()) < 1.05e-3 * most);
    CHECK(spectrum(w, w.highest_frequency()) > 0.9e-3 * most);
  }
}

TEST_CASE("A pulse that is far away is 0, a step its end, whatever the distance") {
  for (const double t : {-1e300, 1e300}) {
    for (const char* kind : {"gaussian", "differentiated-gaussian", "ricker"}) {
      const Waveform w{kind, 0, 1e-9, 1e9};
      CHECK(w.at(t) == 0);
      CHECK(w.rate(t) == 0);
    }
    CHECK(Waveform{"step", 0, 1e-9}.at(t) == (t > 0 ? 1 : 0));
    CHECK(Waveform{"step", 0, 1e-9}.rate(t) == 0);
  }
}

TEST_CASE("A harmonic source begins at its delay") {
  const Waveform w{"harmonic", 2, 1, 0.25};
  CHECK(w.at(1.9) == 0);
  CHECK(w.at(3) == nearly(1));
  CHECK(w.at(5) == nearly(-1));
  CHECK(w.highest_frequency() == 0.25);
}

TEST_CASE("What has settled changes no more, and what has not still does") {
  for (const char* kind : {"gaussian", "differentiated-gaussian", "step", "ricker"}) {
    CAPTURE(std::string(kind));
    // Widths and frequencies that are not each other's.
    const Waveform w{kind, 3, 0.7, 0.2};
    const double begin = w.delay, end = w.settled();
    double most = 0;
    for (double t = begin; t < end; t += 0.01) grow(most, std::abs(w.rate(t)));
    // At z = 6: exp(-36) of a polynomial of z of degree 3, 1e-13; half as far exp(-9).
    CHECK(std::abs(w.rate(end)) < 1e-12 * most);
    CHECK(std::abs(w.rate((begin + end) / 2)) > 1e-4 * most);
  }
  // A period of a harmonic one; a table to its end.
  CHECK(Waveform{"harmonic", 3, 1, 0.25}.settled() == nearly(7));
  Waveform table{"table", 3};
  table.table = std::make_shared<const TimeTable>(TimeTable({0, 1, 5}, {0, 2, 1}));
  CHECK(table.settled() == nearly(8));
  CHECK(table.at(table.settled()) == 1);
}
