// Running Fourier transforms: what a solver adds up, step by step, of chosen values of its fields,
//   A(f) = dt every sum_n u(t_n) exp(-2 pi i f t_n),
// over the steps first, first + every, ... (the first step is 1). t_n is the time of the values
// themselves: E holds at the end of a step, H half a step before. So a wave u = a exp(2 pi i f t) over a
// whole number of periods gives a times the time that was sampled, a pulse its spectrum.
#pragma once

#include <array>
#include <complex>
#include <string>
#include <vector>

#include "hermite/grid/grid.hpp"

namespace hermite {

struct Case;
struct Source;

/// Nodes lower[d] <= i < lower[d] + nodes[d] of a field.
struct SpectrumRegion {
  int field = 0;
  std::array<long, 3> lower{}, nodes{1, 1, 1};

  long size() const { return nodes[0] * nodes[1] * nodes[2]; }
};

struct Spectrum {
  std::string name;                 // of the array that holds the sums
  std::vector<double> frequencies;  // Hz; empty: there is none
  long first = 1, every = 1;        // steps
  long steps = 0;                   // of the whole run
  double dt = 0;
  std::vector<SpectrumRegion> regions;

  bool on() const { return !frequencies.empty() && !regions.empty(); }
  long samples() const { return first > steps ? 0 : (steps - first) / every + 1; }
  /// Values of a frequency.
  long size() const;
  /// Where a region begins among these.
  long begin(std::size_t region) const;
  /// The weight of a value at the end of a step, `offset` steps after it.
  std::complex<double> phase(double frequency, long step, double offset) const;
};

/// Frequencies, first step and interval. Throws CaseError where a period of the highest has no three
/// samples, and where none is left of the run.
Spectrum plan_spectrum(const std::string& name, const std::vector<double>& frequencies, long every,
                       double begin, const TimeSteps& time, const Source& source);

/// The section spectra: the nodes of each field in a box, or the nearest to it.
Spectrum make_spectra(const Case& input, const Grid& grid, const TimeSteps& time,
                      const Source& source);

}  // namespace hermite
