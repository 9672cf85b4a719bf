#include "roofline/timing.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/device/stopwatch.hpp"

namespace hermite {

namespace {

double seconds_of(Stopwatch& watch, const std::function<void()>& work, long calls) {
  watch.start();
  for (long call = 0; call < calls; ++call) work();
  return watch.stop();
}

// Calls that fill a sample: doubled until they do, which also warms up.
long calls_for(Stopwatch& watch, const std::function<void()>& work, double sample_seconds) {
  constexpr long most = 1L << 20;
  seconds_of(watch, work, 1);
  long calls = 1;
  double seconds = seconds_of(watch, work, calls);
  while (seconds < sample_seconds && calls < most) {
    // Towards the goal, by no more than eight at once: the first calls may be slow.
    const double factor = seconds > 0 ? 1.1 * sample_seconds / seconds : 8;
    calls = std::min(
        most, static_cast<long>(static_cast<double>(calls) * std::clamp(factor, 1.5, 8.0)) + 1);
    seconds = seconds_of(watch, work, calls);
  }
  return calls;
}

// Between neighbours, as the sorted samples are spaced evenly from 0 to 1.
double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

}  // namespace

Timing timing_of(std::vector<double> samples, long calls, std::vector<double> clocks) {
  Timing timing;
  timing.samples = samples;
  timing.calls = calls;
  timing.clocks = clocks;
  if (!clocks.empty()) {
    std::sort(clocks.begin(), clocks.end());
    timing.clock = quantile(clocks, 0.5);
  }
  if (samples.empty()) return timing;
  std::sort(samples.begin(), samples.end());
  timing.median = quantile(samples, 0.5);
  timing.spread = (quantile(samples, 0.75) - quantile(samples, 0.25)) / timing.median;
  return timing;
}

Timing measure(const Device& device, const std::function<void()>& work, const TimingRule& rule) {
  Stopwatch watch(device);
  const long calls = calls_for(watch, work, rule.sample_seconds);
  std::vector<double> samples, clocks;
  double total = 0;
  for (int i = 0; i < rule.samples && (i < 3 || total < rule.most_seconds); ++i) {
    const double seconds = seconds_of(watch, work, calls);
    total += seconds;
    samples.push_back(seconds / static_cast<double>(calls));
    if (const double clock = watch.clock(); clock > 0) clocks.push_back(clock);
  }
  if (clocks.size() != samples.size()) clocks.clear();
  return timing_of(std::move(samples), calls, std::move(clocks));
}

}  // namespace hermite
