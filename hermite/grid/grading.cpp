#include "hermite/grid/grading.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "hermite/core/error.hpp"

namespace hermite {

namespace {

/// Beyond this a scheme of second order has lost its order to the largest cells long before.
constexpr double most_ratio = 1e6;

[[noreturn]] void refuse(int axis, const std::string& found, const std::string& allowed) {
  throw Error(Exit::bad_case,
              std::string("grid.") + "xyz"[axis] + ": found " + found + ", allowed " + allowed);
}

}  // namespace

std::vector<Segment> read_segments(const std::vector<std::vector<double>>& lists, int axis) {
  std::vector<Segment> segments;
  for (const std::vector<double>& list : lists) {
    const bool good = list.size() == 3 && list[0] >= 1 && list[0] <= 1e9 &&
                      list[0] == std::floor(list[0]) && list[1] > 0 && list[2] > 0 &&
                      (list[0] > 1 || list[1] == list[2]);
    if (!good)
      refuse(
          axis, "the segment " + nlohmann::json(list).dump(),
          "[cells, first side, last side]: a whole number from 1 and two numbers greater than 0, "
          "which are equal where there is one cell");
    segments.push_back({long(list[0]), list[1], list[2]});
  }
  for (const Segment& a : segments)
    for (const Segment& b : segments)
      for (const double ratio : {a.first / b.last, a.last / b.first, a.first / a.last})
        if (!(ratio < most_ratio && ratio > 1 / most_ratio))
          refuse(axis,
                 "sides that differ by a factor of " +
                     nlohmann::json(std::max(ratio, 1 / ratio)).dump(),
                 "sides that differ by less than a million");
  return segments;
}

std::vector<double> graded_corners(const std::vector<Segment>& segments, long cells, double lower,
                                   double upper, int axis) {
  long total = 0;
  for (const Segment& segment : segments) total += segment.cells;
  if (cells % total != 0)
    refuse(axis, "segments of " + std::to_string(total) + " cells in all",
           "as many as grid.cells, " + std::to_string(cells) + ", or a whole part of them");
  const long parts = cells / total;

  // Corners from 0, then scaled.
  std::vector<double> x = {0};
  for (const Segment& segment : segments) {
    const double begin = x.back(), n = double(segment.cells);
    const double log_q = segment.cells > 1 ? std::log(segment.last / segment.first) / (n - 1) : 0;
    for (long i = 1; i <= segment.cells * parts; ++i) {
      const double s = double(i) / double(parts);
      const double length = log_q == 0 ? s : std::expm1(s * log_q) / std::expm1(log_q);
      x.push_back(begin + segment.first * length);
    }
  }
  const double scale = (upper - lower) / x.back();
  for (double& corner : x) corner = lower + scale * corner;
  x.back() = upper;
  return x;
}

}  // namespace hermite
