#include "hermite/sources/time_table.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/pi.hpp"

namespace hermite {

namespace {

constexpr int samples = 2048;  // of a spectrum

// The number that the line begins with, which is taken off it.
bool take_number(std::istringstream& line, double& number) {
  line >> number;
  return !line.fail() && std::isfinite(number);
}

}  // namespace

TimeTable::TimeTable(std::vector<double> times, std::vector<double> values)
    : times_(std::move(times)), values_(std::move(values)) {
  const std::size_t n = times_.size();
  std::vector<double> width, slope;  // of the intervals
  for (std::size_t i = 0; i + 1 < n; ++i) {
    width.push_back(times_[i + 1] - times_[i]);
    slope.push_back((values_[i + 1] - values_[i]) / width[i]);
  }
  slopes_.assign(n, 0);  // at the ends as beyond them
  for (std::size_t i = 1; i + 1 < n; ++i)
    slopes_[i] = (width[i] * slope[i - 1] + width[i - 1] * slope[i]) / (width[i - 1] + width[i]);
}

TimeTable TimeTable::read(const std::string& file) {
  std::vector<double> times, values;
  std::istringstream text(read_text(file));
  std::string line;
  for (long number = 1; std::getline(text, line); ++number) {
    line = line.substr(0, line.find('#'));
    std::replace(line.begin(), line.end(), ',', ' ');
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string place = file + ": line " + std::to_string(number);
    std::istringstream cells(line);
    double time = 0, value = 0;
    std::string more;
    if (!take_number(cells, time) || !take_number(cells, value) || cells >> more)
      throw CaseError(place, "", "\"" + line + "\"", "a time and a value");
    if (!times.empty() && !(time > times.back()))
      throw CaseError(place, "",
                      "a time of " + nlohmann::json(time).dump() + " after " +
                          nlohmann::json(times.back()).dump(),
                      "times that ascend");
    times.push_back(time);
    values.push_back(value);
  }
  if (times.size() < 2)
    throw CaseError(file, "", std::to_string(times.size()) + " times", "two or more");
  return {times, values};
}

double TimeTable::at(double t) const {
  if (t <= times_.front()) return values_.front();
  if (t >= times_.back()) return values_.back();
  const auto i = static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), t) -
                                          times_.begin() - 1);
  const double w = times_[i + 1] - times_[i], x = (t - times_[i]) / w, y = 1 - x;
  return y * y * ((1 + 2 * x) * values_[i] + x * w * slopes_[i]) +
         x * x * ((1 + 2 * y) * values_[i + 1] - y * w * slopes_[i + 1]);
}

double TimeTable::rate(double t) const {
  if (t <= times_.front() || t >= times_.back()) return 0;
  const auto i = static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), t) -
                                          times_.begin() - 1);
  const double w = times_[i + 1] - times_[i], x = (t - times_[i]) / w, y = 1 - x;
  return 6 * x * y * (values_[i + 1] - values_[i]) / w + y * (y - 2 * x) * slopes_[i] +
         x * (x - 2 * y) * slopes_[i + 1];
}

double TimeTable::highest_frequency() const {
  const double length = times_.back() - times_.front(), dt = length / samples;
  std::vector<double> rates;
  for (int i = 0; i < samples; ++i) rates.push_back(rate(times_.front() + (i + 0.5) * dt));
  std::vector<double> spectrum;
  for (int k = 0; k <= samples / 2; ++k) {
    std::complex<double> sum = 0;
    for (int i = 0; i < samples; ++i)
      sum += rates[static_cast<std::size_t>(i)] *
             std::polar(1.0, 2 * pi * static_cast<double>(long(i) * k % samples) / samples);
    spectrum.push_back(std::abs(sum));
  }
  const double least = 1e-3 * *std::max_element(spectrum.begin(), spectrum.end());
  // Two samples a period: what lies beyond comes from how the table is interpolated.
  double finest = length;
  for (std::size_t i = 0; i + 1 < times_.size(); ++i)
    finest = std::min(finest, times_[i + 1] - times_[i]);
  int last = static_cast<int>(std::min(samples / 2.0, length / (2 * finest)));
  while (last > 0 && spectrum[static_cast<std::size_t>(last)] < least) --last;
  return last / length;
}

}  // namespace hermite
