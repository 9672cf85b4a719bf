// What each method costs at equal error: the cheapest run below each tolerance, by seconds, by memory and
// by degrees of freedom.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "drivers/compare/run.hpp"

namespace hermite {

/// Runs of one method, precision and number of periods on finer and finer grids.
struct GridSeries {
  std::string method, solver, precision;
  double periods = 0;
  std::vector<CompareRun> runs;  // those that were carried out
  bool complete = false;         // nothing is left to be run
  bool at_round_off = false;     // the finest grid is no better than the one before it

  const CompareRun& finest() const { return runs.back(); }
  /// A run on a grid that is finer than those before it.
  void add(const CompareRun& run);
};

/// The cheapest way to a tolerance.
struct Mark {
  std::string method, solver, precision;
  double periods = 0, tolerance = 0;
  std::string measure;  // "seconds", "bytes" or "dof"
  double value = 0;     // of the measure
  double cells = 0;     // a side
  double error = 0;     // the run's; where it is extrapolated, the tolerance
  bool extrapolated = false;
};

/// The measures by their names in Mark.
extern const std::vector<std::string> measures;

/// A run counts where every finer one is below the tolerance too: a wave that is out of phase by whole
/// waves looks right. Below single_precision_reach runs in double precision alone count. Where no run is
/// below the tolerance it is extrapolated from the finest one: the error by the method's order, sizes with the
/// number of cells, seconds with that of cells and steps. No mark where the two finest do not show that order,
/// or where runs are left.
std::vector<Mark> find_marks(const std::vector<GridSeries>& all,
                             const std::vector<double>& tolerances);

/// Whether runs of a series' precision count at a tolerance.
bool may_reach(const GridSeries& series, double tolerance);
/// The tolerances that are a series' to reach: in double precision those alone that its method in single neither
/// reaches nor, with all runs done, is extrapolated to.
std::vector<double> open_tolerances(const GridSeries& series, const std::vector<GridSeries>& all,
                                    const std::vector<double>& tolerances);
/// Whether a series needs no finer grid: its finest run is below the least tolerance that its precision may reach, or
/// at round-off.
bool has_arrived(const GridSeries& series, const std::vector<double>& tolerances);
/// Whether no finer grid of a series is worth a run: at the method's order, or the one that the two finest runs
/// show where that is higher, the next of these tolerances that is not reached takes much longer than `limit` seconds.
bool is_out_of_reach(const GridSeries& series, const std::vector<double>& open, double limit);

/// Seconds that so many cells a side will take, with all that is beside the time loop, by the two finest runs; 0
/// where there are none.
double foretold_seconds(const GridSeries& series, int cells);

nlohmann::json to_json(const std::vector<Mark>& marks);

}  // namespace hermite
