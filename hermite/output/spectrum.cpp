#include "hermite/output/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/grid/yee.hpp"

namespace hermite {

namespace {

// The phases of all samples are kept in a table.
constexpr double most_phases = 1e8;

std::string text(double value) { return nlohmann::json(value).dump(); }

// First and last node of a field from `lower` to `upper`; where there is none, the nearest.
std::pair<long, long> nodes_between(const Grid& grid, const Staggering& stagger, int axis,
                                    double lower, double upper) {
  const Stagger at = stagger[axis];
  const long count = grid.extents(stagger)[static_cast<std::size_t>(axis)];
  const double slack = 1e-6 * grid.h_min(axis);
  long first = 0, last = count - 1;
  while (first < count && grid.node(axis, first, at) < lower - slack) ++first;
  while (last >= 0 && grid.node(axis, last, at) > upper + slack) --last;
  if (first <= last) return {first, last};
  const long nearest =
      std::clamp(grid.nearest(axis, (lower + upper) / 2 - slack, at), 0L, count - 1);
  return {nearest, nearest};
}

void require_box(const Case& input, const Grid& grid, const Source& source) {
  const Case::Spectra& s = input.spectra;
  for (const auto& [list, path] :
       {std::pair(&s.lower, "spectra.lower"), {&s.upper, "spectra.upper"}})
    for (std::size_t d = 0; d < list->size(); ++d)
      if ((*list)[d] < grid.lower[d] || (*list)[d] > grid.upper[d])
        throw CaseError(
            source.place(path), path, text((*list)[d]) + " in direction " + std::to_string(d + 1),
            "places of the domain, " + text(grid.lower[d]) + " to " + text(grid.upper[d]));
  for (std::size_t d = 0; d < std::min(s.lower.size(), s.upper.size()); ++d)
    if (s.upper[d] < s.lower[d])
      throw CaseError(source.place("spectra.upper"), "spectra.upper",
                      text(s.upper[d]) + " in direction " + std::to_string(d + 1),
                      "spectra.lower, " + text(s.lower[d]) + ", or more");
}

}  // namespace

long Spectrum::size() const { return begin(regions.size()); }

long Spectrum::begin(std::size_t region) const {
  long values = 0;
  for (std::size_t r = 0; r < region; ++r) values += regions[r].size();
  return values;
}

std::complex<double> Spectrum::phase(double frequency, long step, double offset) const {
  const double turns = frequency * dt * (static_cast<double>(step) + offset);
  return std::polar(dt * static_cast<double>(every), -2 * pi * (turns - std::floor(turns)));
}

Spectrum plan_spectrum(const std::string& name, const std::vector<double>& frequencies, long every,
                       double begin, const TimeSteps& time, const Source& source) {
  Spectrum s{name, frequencies, 1, every, time.steps, time.dt, {}};
  if (frequencies.empty()) return s;
  const double highest = *std::max_element(frequencies.begin(), frequencies.end());
  const double most = 1 / (2 * highest * time.dt);
  const double nyquist = 1 / (2 * time.dt);
  if (highest >= nyquist)
    throw CaseError(source.place(name + ".frequencies"), name + ".frequencies",
                    text(highest) + " Hz",
                    "less than " + text(nyquist) + ": a period needs more than two steps, of " +
                        text(time.dt) + " s");
  if (static_cast<double>(every) >= most)
    throw CaseError(source.place(name + ".every"), name + ".every",
                    std::to_string(every) + ", steps of " + text(time.dt) + " s",
                    "fewer than " + text(most) + ": a period of " + text(highest) +
                        " Hz needs more than two samples");
  // The steps that lie after it: a sample stands for its own step, so that from the end of step n on N - n remain. A
  // time that is the end of a step but for its rounding is.
  const double first = 1 + std::floor(begin / time.dt * (1 + 1e-12));
  if (first > static_cast<double>(time.steps))
    throw CaseError(source.place(name + ".begin"), name + ".begin", text(begin) + " s",
                    "a time before the end of the run");
  s.first = static_cast<long>(first);
  const double phases = static_cast<double>(s.samples()) * static_cast<double>(frequencies.size());
  if (phases > most_phases)
    throw CaseError(source.place(name + ".every"), name + ".every", std::to_string(every),
                    "more: samples times frequencies may be 1e8, and are " + text(phases));
  return s;
}

Spectrum make_spectra(const Case& input, const Grid& grid, const TimeSteps& time,
                      const Source& source) {
  const Case::Spectra& keys = input.spectra;
  Spectrum s = plan_spectrum("spectra", keys.frequencies, keys.every, keys.begin, time, source);
  if (keys.frequencies.empty()) return s;
  require_box(input, grid, source);
  const std::vector<std::string> all = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
  for (const std::string& name : keys.fields.empty() ? all : keys.fields) {
    SpectrumRegion region;
    region.field = static_cast<int>(std::find(all.begin(), all.end(), name) - all.begin());
    for (const SpectrumRegion& other : s.regions)
      if (other.field == region.field)
        throw CaseError(source.place("spectra.fields"), "spectra.fields", "\"" + name + "\" twice",
                        "each field once");
    const Staggering stagger = yee_staggering(region.field);
    for (int axis = 0; axis < 3; ++axis) {
      const auto d = static_cast<std::size_t>(axis);
      const auto [first, last] =
          nodes_between(grid, stagger, axis, keys.lower.empty() ? grid.lower[d] : keys.lower[d],
                        keys.upper.empty() ? grid.upper[d] : keys.upper[d]);
      region.lower[d] = first;
      region.nodes[d] = last - first + 1;
    }
    s.regions.push_back(region);
  }
  return s;
}

}  // namespace hermite
