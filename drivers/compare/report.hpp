// The tables of `hermite compare` for people.
#pragma once

#include <iosfwd>
#include <vector>

#include "drivers/compare/marks.hpp"

namespace hermite {

/// The head of the table of runs.
void print_head(std::ostream& out);
/// A run, and the order observed from the one before it in its series, where there is one.
void print_run(std::ostream& out, const CompareRun& run, const CompareRun* before);
/// The marks: a line per number of periods, tolerance and method; the methods that have none at a tolerance, and why;
/// and what the cheapest method of each other solver costs beside the cheapest of all, by seconds.
void print_marks(std::ostream& out, const std::vector<GridSeries>& all,
                 const std::vector<Mark>& marks, const std::vector<double>& tolerances);

}  // namespace hermite
