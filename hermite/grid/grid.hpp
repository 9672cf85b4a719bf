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
// walls there is one primal node more: the first and the last lie on the walls.
#pragma once

#include <array>

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

struct Grid {
  int dimension = 1;
  std::array<long, 3> cells = {1, 1, 1};  // 1 beyond the dimension
  std::array<double, 3> lower = {0, 0, 0}, upper = {1, 1, 1};
  std::array<std::array<int, 2>, 3> wall{};  // as Domain::wall

  double h(int axis) const { return (upper[axis] - lower[axis]) / double(cells[axis]); }
  double node(int axis, long index, Stagger stagger) const {
    return lower[axis] + h(axis) * (double(index) + (stagger == Stagger::dual ? 0.5 : 0.0));
  }
  /// Widest cell side.
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
};

/// The box of a case with the walls that stand at its faces (boundary.hpp).
Domain make_domain(const Case& input, const std::array<std::array<int, 2>, 3>& wall);
Grid make_grid(const Case& input, const Domain& domain);

/// max_d c_d / h_d, the factor between time step and Courant number: lam = dt * rate.
double courant_rate(const Grid& grid, const std::array<double, 3>& speeds);

struct TimeSteps {
  long steps;
  double dt, courant;  // courant: the lam that is used
};

/// dt is `final` over the smallest whole number of steps that keeps lam at or below `courant`, up
/// to a part in 1e9. One step where nothing moves (rate 0). Throws Error (bad case) "time.final: ..."
/// where there are too many to count.
TimeSteps choose_steps(double final, double courant, double rate);

}  // namespace hermite
