// Where and when `hermite compare` looks at the fields: the same places and one time for every method.
//
// Yee's scheme holds E at the end of a step and H half a step before, each component at places of its
// own. So that no interpolation adds to its error, the fields are those that it holds at the final time
// (E), and the places are the nodes of its grid with four cells a side: they are nodes of every grid
// with four times an odd number of cells a side,
//
//   4 cells    |----------o----------|            o  a component between nodes, | one on them
//   12 cells   |--o---|---o---|---o--|
//
// and the method's nodal values there are compared with the exact solution. Hermite's cells need not fit:
// its solution at any point is the interpolant of degree 2N+1 that each half step begins with, which is
// its nodal value where the point is a node (8, 16, 24, ... cells).
//
// The time is a whole number of periods and an eighth. After whole periods a standing wave turns, and an
// error of its phase would show squared; an eighth later errors of phase and amplitude weigh alike
// (where the wave begins at a turn or a node of its swing: initial.phase a multiple of 1/4).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "drivers/problem/problem.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

constexpr int compared_cells = 4;  // a side, of the grid whose nodes are the places

/// Whether the places are nodes of a staggered grid with so many cells a side.
inline bool has_compared_nodes(int cells) {
  return cells % compared_cells == 0 && cells / compared_cells % 2 == 1;
}

struct ComparedPoint {
  std::size_t field;  // of the system's
  std::array<double, 3> x;
};

struct ComparedPoints {
  std::vector<std::string> fields;  // names of those that are compared
  std::vector<ComparedPoint> points;
  double largest = 1;  // value of a compared field: errors are relative to it
  double period = 1;   // of the wave, in s

  double final_time(double periods) const { return (periods + 0.125) * period; }
};

/// Of a plane wave, from the problem of a staggered scheme on compared_cells. Throws CaseError where the case has
/// other initial data, or no exact solution.
ComparedPoints compared_points(const Problem& staggered);

/// Relative errors at the points, at time t.
struct ComparedError {
  double max = 0, l2 = 0;
};
ComparedError compared_error(const ComparedPoints& where, const Problem& problem,
                             const Simulation& simulation, double t);

}  // namespace hermite
