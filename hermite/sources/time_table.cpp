#include "hermite/sources/time_table.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unsupported/Eigen/FFT>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"

namespace hermite {

namespace {

// Of a spectrum: several between the rows that are closest, so that nothing is folded down to low frequencies.
constexpr std::size_t least_samples = 2048, most_samples = 1 << 20;
constexpr double samples_an_interval = 4;

// The number that the line begins with, which is taken off it.
bool take_number(std::istringstream& line, double& number) {
  line >> number;
  return !line.fail() && std::isfinite(number);
}

// A line for a message, whatever the file holds.
std::string shown(const std::string& line) {
  constexpr std::size_t most = 60;
  const nlohmann::json text = line.size() > most ? line.substr(0, most) + "..." : line;
  return text.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
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
      throw CaseError(place, "", shown(line), "a time and a value");
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
  const double length = times_.back() - times_.front();
  double finest = length;
  for (std::size_t i = 0; i + 1 < times_.size(); ++i)
    finest = std::min(finest, times_[i + 1] - times_[i]);
  std::size_t samples = least_samples;
  while (samples < most_samples &&
         static_cast<double>(samples) < samples_an_interval * length / finest)
    samples *= 2;
  const double dt = length / static_cast<double>(samples);
  std::vector<double> rates(samples);
  for (std::size_t i = 0; i < samples; ++i)
    rates[i] = rate(times_.front() + (static_cast<double>(i) + 0.5) * dt);
  std::vector<std::complex<double>> spectrum;
  Eigen::FFT<double>().fwd(spectrum, rates);
  // Two rows a period: what lies beyond comes from how the table is interpolated.
  const auto last =
      static_cast<std::size_t>(std::min(static_cast<double>(samples) / 2, length / (2 * finest)));
  double most = 0;
  for (std::size_t k = 0; k <= samples / 2; ++k) most = std::max(most, std::abs(spectrum[k]));
  std::size_t highest = last;
  while (highest > 0 && std::abs(spectrum[highest]) < 1e-3 * most) --highest;
  return static_cast<double>(highest) / length;
}

}  // namespace hermite
