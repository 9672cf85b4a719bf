// The Cartesian grid and the time step.
//
// In each direction [lower, upper] is cut into `cells` cells of width h. Primal nodes are the
// corners of the cells, dual nodes their midpoints:
//
//   primal  0       1       2            x = lower + m h
//           |---o---|---o---|---o---
//   dual        0       1       2        x = lower + (m + 1/2) h
//
// Periodic, there are as many primal as dual nodes: the node at `upper` is that at `lower`. Between
// walls there is one primal node more: the first and the last lie on the walls. On a graded axis
// (grading.hpp) cells have sides of their own, and dual nodes still are their midpoints.
#pragma once

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <vector>

namespace hermite {

struct Case;
struct Domain;

enum class Stagger { primal, dual };

/// Where the nodes of an array lie, axis by axis: all alike for Hermite's two grids, each component
/// its own for Yee's.
struct Staggering {
  std::array<Stagger, 3> along{};

  Staggering() = default;
  Staggering(Stagger s) : along{s, s, s} {}
  Staggering(Stagger x, Stagger y, Stagger z) : along{x, y, z} {}
  Stagger operator[](int axis) const { return along[std::size_t(axis)]; }
  friend bool operator==(const Staggering& a, const Staggering& b) { return a.along == b.along; }
};

/// Of the slowest axis: indices begin <= k < end.
struct Planes {
  long begin = 0, end = LONG_MAX;

  long count() const { return end - begin; }
  bool has(long k) const { return k >= begin && k < end; }
};

/// The whole domain, whatever part of it is held here: nodes have the same indices on every rank.
struct Grid {
  int dimension = 1;
  std::array<long, 3> cells = {1, 1, 1};  // 1 beyond the dimension
  std::array<double, 3> lower = {0, 0, 0}, upper = {1, 1, 1};
  std::array<std::array<int, 2>, 3> wall{};         // as Domain::wall
  std::array<std::vector<double>, 3> corners = {};  // primal nodes of a graded axis, else empty
  Planes slab = {};  // the cells of the last axis that are this rank's

  /// Side of a cell; on a graded axis the mean side.
  double h(int axis) const { return (upper[axis] - lower[axis]) / double(cells[axis]); }
  bool graded(int axis) const { return !corners[std::size_t(axis)].empty(); }
  double node(int axis, long index, Stagger stagger) const {
    const double half = stagger == Stagger::dual ? 0.5 : 0.0;
    if (graded(axis)) return (1 - half) * corner(axis, index) + half * corner(axis, index + 1);
    return lower[axis] + h(axis) * (double(index) + half);
  }
  /// The distance of the two nodes of the other kind next to a node: about a midpoint the side of its
  /// cell, about a corner half the sides of two; at a wall the second is the first one's mirror image.
  double spacing(int axis, long index, Stagger stagger) const {
    return graded(axis) ? graded_spacing(axis, index, stagger) : h(axis);
  }
  /// The nearest node; where the axis is not graded it may lie outside the domain.
  long nearest(int axis, double x, Stagger stagger) const {
    if (graded(axis)) return graded_nearest(axis, x, stagger);
    const double node = (x - lower[axis]) / h(axis) - (stagger == Stagger::dual ? 0.5 : 0.0);
    constexpr double most = 1e12;  // what no grid has; beyond what a long holds nothing is defined
    return std::lround(std::clamp(node, -most, most));
  }
  /// Narrowest side of the axis, and the widest of all.
  double h_min(int axis) const;
  double h_max() const;
  bool periodic(int axis) const { return wall[std::size_t(axis)][0] == 0; }
  /// Nodes along each axis.
  std::array<long, 3> extents(const Staggering& stagger) const {
    std::array<long, 3> nodes = cells;
    for (int d = 0; d < 3; ++d)
      if (!periodic(d) && stagger[d] == Stagger::primal) ++nodes[std::size_t(d)];
    return nodes;
  }
  long nodes(const Staggering& stagger) const {
    const std::array<long, 3> along = extents(stagger);
    return along[0] * along[1] * along[2];
  }
  /// Whether a primal node lies on a wall of this kind (`wall`), at either end of the axis.
  bool on_wall(int axis, long index, int kind) const {
    const auto d = std::size_t(axis);
    return (index == 0 && wall[d][0] == kind) || (index == cells[d] && wall[d][1] == kind);
  }
  int last() const { return dimension - 1; }
  /// Whether this rank has the last cells, and the node that lies on a wall behind them.
  bool ends_domain() const { return slab.end >= cells[std::size_t(last())]; }
  /// The nodes of the last axis that are this rank's: those of its cells, a wall's with the last.
  Planes planes(const Staggering& stagger) const {
    return {slab.begin, ends_domain() ? extents(stagger)[std::size_t(last())] : slab.end};
  }
  /// Whether what follows this rank's cells along an axis is a wall, so that it has a primal node more
  /// than cells; else it is the first node again, or the next rank's.
  bool walled_above(int axis) const { return !periodic(axis) && (axis != last() || ends_domain()); }

 private:
  /// Beyond the ends cells go on with the sides of the last ones.
  double corner(int axis, long index) const;
  double graded_spacing(int axis, long index, Stagger stagger) const;
  long graded_nearest(int axis, double x, Stagger stagger) const;
};

/// The box of a case with the walls that stand at its faces (boundary.hpp).
Domain make_domain(const Case& input, const std::array<std::array<int, 2>, 3>& wall);
/// Throws Error (bad case) "grid.x: ..." for segments that are none.
Grid make_grid(const Case& input, const Domain& domain);

/// max_d c_d / h_d, the factor between time step and Courant number: lam = dt * rate.
double courant_rate(const Grid& grid, const std::array<double, 3>& speeds);

struct TimeSteps {
  long steps;
  double dt, courant;  // courant: the lam that is used
};

/// dt is `final` over the smallest whole number of steps that keeps lam at or below `courant`, up
/// to a part in 1e9, or over `asked` steps where these are not 0. One step where nothing moves (rate 0). Throws
/// Error (bad case) "time.final: ..." where there are too many to count, "time.steps: ..." where those asked for are
/// too few.
TimeSteps choose_steps(double final, double courant, double rate, long asked = 0);

}  // namespace hermite
