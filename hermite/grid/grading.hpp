// Graded axes: cells of different sides, by the keys grid.x, grid.y and grid.z. An axis is a list of
// segments, [cells, first side, last side] each, along which sides grow by equal factors; all sides are
// scaled alike so that they fill the domain, so that only their ratios count.
//
//   [[3, 4, 1], [2, 1, 1]]     |-----4-----|---2---|--1--|--1--|--1--|
//
// Where grid.cells is k times the cells of the segments, each cell is divided into k along the same
// progression: side q^s at s cells from the segment's start, 0 <= s <= n - 1, has corners at
// (q^s - 1)/(q - 1), also for s between whole numbers. So grids of a convergence study are nested.
#pragma once

#include <vector>

namespace hermite {

struct Segment {
  long cells = 1;
  double first = 1, last = 1;  // sides, up to a factor common to all segments
};

/// The corners of `cells` cells from lower to upper. Throws Error (bad case) "grid.x: ..." where `cells`
/// is no multiple of the segments'.
std::vector<double> graded_corners(const std::vector<Segment>& segments, long cells, double lower,
                                   double upper, int axis);

/// Throws Error (bad case) "grid.x: ..." for a segment that is not [cells, first side, last side].
std::vector<Segment> read_segments(const std::vector<std::vector<double>>& lists, int axis);

}  // namespace hermite
