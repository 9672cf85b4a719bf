#include "drivers/compare/marks.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "drivers/compare/options.hpp"
#include "drivers/record/verdict.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

const std::vector<std::string> measures = {"seconds", "bytes", "dof"};

namespace {

// The order that two runs show must be this near the method's, as a share of it, for that to be theirs on finer
// grids: on coarse ones a wave may be out of phase by more than half a turn.
constexpr double order_slack = 0.25;
// And this near it before what is out of reach is believed: an order of 1.5 for 2 makes a small error of a tolerance
// that is far away a large one of the time that it takes.
constexpr double asymptotic_slack = 0.05;
// Nor do runs of less than this share of the limit tell: small grids take longer per cell than large ones, and are cheap.
constexpr double worth_asking = 0.1;
constexpr double much_longer = 1.5;  // than the limit is out of reach
// A finer grid that is no better has reached rounding only where the error is as small as rounding makes it, give
// or take so much: where errors of time and of space have opposite signs, a coarse grid may be better than it should.
constexpr double round_off_slack = 10;

double measured(const CompareRun& run, const std::string& measure) {
  if (measure == "seconds") return run.row.seconds;
  return static_cast<double>(measure == "bytes" ? run.row.bytes : run.row.dof);
}

Mark blank(const GridSeries& series, double tolerance, const std::string& measure) {
  Mark mark;
  mark.method = series.method;
  mark.solver = series.solver;
  mark.precision = series.precision;
  mark.periods = series.periods;
  mark.tolerance = tolerance;
  mark.measure = measure;
  return mark;
}

std::optional<Mark> cheapest(const GridSeries& series, double tolerance,
                             const std::string& measure) {
  std::optional<Mark> best;
  for (auto r = series.runs.rbegin(); r != series.runs.rend(); ++r) {
    const CompareRun& run = *r;
    if (!(run.row.error_max < tolerance)) break;
    const double value = measured(run, measure);
    if (best && value >= best->value) continue;
    best = blank(series, tolerance, measure);
    best->value = value;
    best->cells = run.cells;
    best->error = run.row.error_max;
  }
  return best;
}

// Which power of the cells a side a measure grows with. Sizes grow with the dimension, and seconds with the steps
// too: what two runs show beside is the padding of rows, and the moods of a machine.
double growth_of(const CompareRun& a, const CompareRun& b, const std::string& measure) {
  return std::round(growth(a, b, measured(a, "dof"), measured(b, "dof"))) +
         (measure == "seconds" ? 1 : 0);
}

// A measure of a grid `finer` times as fine as the finest, by what the two finest runs show; `series` has two.
double extended(const GridSeries& series, double finer, const std::string& measure) {
  const CompareRun &a = series.runs[series.runs.size() - 2], &b = series.finest();
  return measured(b, measure) * std::pow(finer, growth_of(a, b, measure));
}

// The order that the two finest runs show, if it is believed.
std::optional<double> order_of(const CompareRun& a, const CompareRun& b) {
  const double rate = growth(a, b, b.row.error_max, a.row.error_max);
  const double expected = expected_rate(b.row.order, b.row.pipeline);
  if (!(std::abs(rate - expected) <= order_slack * expected)) return {};
  return rate;
}

// error = e (h/h_b)^order, cost = c (h_b/h)^g, b the finest run. The order is the method's: 1.84, as seen where 2
// is to come, would ask for a grid nearly twice too fine for an error a million times as small.
std::optional<Mark> extrapolated(const GridSeries& series, double tolerance,
                                 const std::string& measure) {
  if (series.runs.size() < 2 || !series.complete || series.at_round_off) return {};
  const CompareRun &a = series.runs[series.runs.size() - 2], &b = series.finest();
  if (!order_of(a, b)) return {};
  const double order = expected_rate(b.row.order, b.row.pipeline);
  const double finer = std::pow(b.row.error_max / tolerance, 1 / order);
  Mark mark = blank(series, tolerance, measure);
  mark.value = extended(series, finer, measure);
  if (!std::isfinite(mark.value)) return {};
  mark.cells = b.cells * finer;
  mark.error = tolerance;
  mark.extrapolated = true;
  return mark;
}

}  // namespace

void GridSeries::add(const CompareRun& run) {
  double best = HUGE_VAL;
  for (const CompareRun& before : runs) best = std::min(best, before.row.error_max);
  // Errors are relative to the wave's largest value.
  const double error = run.row.error_max;
  at_round_off = best <= error && error < round_off_slack * round_off(run.row, 1);
  runs.push_back(run);
}

bool may_reach(const GridSeries& series, double tolerance) {
  return series.precision == "double" || tolerance >= single_precision_reach;
}

std::vector<Mark> find_marks(const std::vector<GridSeries>& all,
                             const std::vector<double>& tolerances) {
  std::vector<Mark> marks;
  const auto take = [&](std::optional<Mark>& best, const std::optional<Mark>& mark) {
    if (mark && (!best || mark->value < best->value)) best = mark;
  };
  // The series of one method and number of periods stand together, one for each precision.
  for (std::size_t begin = 0, end; begin < all.size(); begin = end) {
    end = begin;
    while (end < all.size() && all[end].method == all[begin].method &&
           all[end].periods == all[begin].periods)
      ++end;
    for (const double tolerance : tolerances)
      for (const std::string& measure : measures) {
        std::optional<Mark> run, guess;
        for (std::size_t i = begin; i < end; ++i) {
          if (!may_reach(all[i], tolerance)) continue;
          take(run, cheapest(all[i], tolerance, measure));
          take(guess, extrapolated(all[i], tolerance, measure));
        }
        if (run)
          marks.push_back(*run);
        else if (guess)
          marks.push_back(*guess);
      }
  }
  return marks;
}

std::vector<double> open_tolerances(const GridSeries& series, const std::vector<GridSeries>& all,
                                    const std::vector<double>& tolerances) {
  std::vector<double> open;
  for (const double tolerance : tolerances) {
    const auto leads_there = [&](const GridSeries& other) {
      return other.method == series.method && other.periods == series.periods &&
             other.precision == "single" && may_reach(other, tolerance) &&
             (cheapest(other, tolerance, "seconds") || extrapolated(other, tolerance, "seconds"));
    };
    const bool by_single =
        series.precision == "double" && std::any_of(all.begin(), all.end(), leads_there);
    if (may_reach(series, tolerance) && !by_single) open.push_back(tolerance);
  }
  return open;
}

bool has_arrived(const GridSeries& series, const std::vector<double>& tolerances) {
  if (series.runs.empty()) return false;
  const double least = *std::min_element(tolerances.begin(), tolerances.end());
  const double target =
      series.precision == "double" ? least : std::max(least, single_precision_reach);
  return series.finest().row.error_max < target || series.at_round_off;
}

bool is_out_of_reach(const GridSeries& series, const std::vector<double>& open, double limit) {
  if (series.runs.size() < 2 || series.finest().row.seconds < worth_asking * limit) return false;
  const CompareRun &a = series.runs[series.runs.size() - 2], &b = series.finest();
  double next = 0;
  for (const double tolerance : open)
    if (tolerance <= b.row.error_max) next = std::max(next, tolerance);
  const std::optional<double> rate = order_of(a, b);
  const double expected = expected_rate(b.row.order, b.row.pipeline);
  if (next == 0 || !rate || *rate < (1 - asymptotic_slack) * expected) return false;
  const double best = std::max(*rate, expected);
  const double finer = std::pow(b.row.error_max / next, 1 / best);
  return extended(series, finer, "seconds") > much_longer * limit;
}

double foretold_seconds(const GridSeries& series, int cells) {
  if (series.runs.size() < 2) return 0;
  const double finer = static_cast<double>(cells) / series.finest().cells;
  const double points = extended(series, finer, "dof") / measured(series.finest(), "dof");
  return extended(series, finer, "seconds") + series.finest().beside * points;
}

nlohmann::json to_json(const std::vector<Mark>& marks) {
  nlohmann::json list = nlohmann::json::array();
  for (const Mark& mark : marks)
    list.push_back({{"method", mark.method},
                    {"solver", mark.solver},
                    {"precision", mark.precision},
                    {"periods", mark.periods},
                    {"tolerance", mark.tolerance},
                    {"measure", mark.measure},
                    {"value", mark.value},
                    {"cells", mark.cells},
                    {"error", mark.error},
                    {"extrapolated", mark.extrapolated}});
  return list;
}

}  // namespace hermite
