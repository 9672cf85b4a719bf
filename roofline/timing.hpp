#pragma once
// How long work on a device takes: warmed up, many samples, each of so many calls that the clock's
// resolution and the first launch do not matter; the median and its spread, all samples kept.

#include <functional>
#include <vector>

#include "kernels/device/device.hpp"

namespace hermite {

struct Timing {
  double median = 0;            // seconds of a call
  double spread = 0;            // between the quartiles, over the median
  std::vector<double> samples;  // seconds of a call, in the order in which they were taken
  long calls = 0;               // in each sample
  std::vector<double> clocks;   // Hz of a GPU's multiprocessors in each sample, where all are known
  double clock = 0;             // the median of these, 0 where there are none
};

struct TimingRule {
  double sample_seconds = 0.02;  // of a sample at least
  int samples = 9;
  double most_seconds = 10;  // then it ends, with three samples at least
};

// `work` submits to the device; the calls of a sample follow one another without waiting.
Timing measure(const Device& device, const std::function<void()>& work,
               const TimingRule& rule = {});

// Median and spread of samples.
Timing timing_of(std::vector<double> samples, long calls, std::vector<double> clocks = {});

}  // namespace hermite
