// Graded axes: where corners, midpoints and the lengths about them are, and how states are sampled there.
#include "hermite/grid/grading.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "hermite/core/error.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/output/energy.hpp"
#include "hermite/output/stencil.hpp"
#include "tests/approx.hpp"
#include "tests/hermite/complaint.hpp"

using namespace hermite;

namespace {

Grid graded_grid(bool periodic) {
  Grid grid;
  grid.dimension = 1;
  grid.cells = {5, 1, 1};
  grid.lower[0] = -1;
  grid.upper[0] = 8;
  grid.wall[0] = periodic ? std::array<int, 2>{0, 0} : std::array<int, 2>{1, 1};
  // Sides 4, 2, 1, 1, 1 of 9.
  grid.corners[0] = graded_corners({{3, 4, 1}, {2, 1, 1}}, 5, -1, 8, 0);
  return grid;
}

NodalState state_on(const Grid& grid, Stagger stagger) {
  NodalState state;
  state.order = 0;
  state.fields = {"u"};
  state.stagger = stagger;
  state.nodes = grid.extents(stagger);
  state.periodic[0] = grid.periodic(0);
  state.lower[0] = grid.lower[0];
  state.h[0] = grid.h(0);
  state.corners = grid.corners;
  return state;
}

std::string complaint(const std::vector<std::vector<double>>& segments, long cells) {
  try {
    graded_corners(read_segments(segments, 1), cells, 0, 1, 1);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Segments fill the domain with sides in a progression") {
  const Grid grid = graded_grid(false);
  const double expected[] = {-1, 3, 5, 6, 7, 8};
  for (long m = 0; m <= 5; ++m) {
    CHECK(grid.node(0, m, Stagger::primal) == nearly(expected[m]));
    CHECK(grid.nearest(0, expected[m] + 0.1, Stagger::primal) == m);
    CHECK(grid.nearest(0, expected[m] - 0.1, Stagger::primal) == m);
  }
  CHECK(grid.node(0, 0, Stagger::dual) == nearly(1));
  CHECK(grid.spacing(0, 0, Stagger::dual) == nearly(4));
  CHECK(grid.spacing(0, 1, Stagger::primal) == nearly(3));
  CHECK(grid.spacing(0, 0, Stagger::primal) == nearly(4));  // its mirror image
  CHECK(grid.spacing(0, 5, Stagger::primal) == nearly(1));
  for (const long end : {0, 5})  // one node, between the last cell and the first
    CHECK(graded_grid(true).spacing(0, end, Stagger::primal) == nearly(2.5));
  // Beyond the ends cells are as long as the outermost.
  CHECK(grid.node(0, -1, Stagger::primal) == nearly(-5));
  CHECK(grid.node(0, 7, Stagger::primal) == nearly(10));
  CHECK(grid.h_min(0) == nearly(1));
  CHECK(grid.h_max() == nearly(4));
  CHECK(grid.nearest(0, -7, Stagger::dual) == 0);
  CHECK(grid.nearest(0, 70, Stagger::dual) == 4);
}

TEST_CASE("The narrowest and the widest cell are found at either end") {
  for (const bool ascending : {false, true}) {
    Grid grid = graded_grid(false);
    const Segment segment = ascending ? Segment{5, 1, 4} : Segment{5, 4, 1};
    grid.corners[0] = graded_corners({segment}, 5, -1, 8, 0);
    const double first = grid.spacing(0, 0, Stagger::dual),
                 last = grid.spacing(0, 4, Stagger::dual);
    CHECK(std::max(first, last) == nearly(4 * std::min(first, last)));
    CHECK(grid.h_min(0) == nearly(std::min(first, last)));
    CHECK(grid.h_max() == nearly(std::max(first, last)));
  }
}

TEST_CASE("Cells that are divided keep their corners") {
  const std::vector<Segment> segments = {{3, 4, 1}, {2, 1, 1}};
  const std::vector<double> one = graded_corners(segments, 5, -1, 8, 0),
                            four = graded_corners(segments, 20, -1, 8, 0);
  REQUIRE(four.size() == 21);
  for (std::size_t m = 0; m < one.size(); ++m) CHECK(four[4 * m] == nearly(one[m]));
  for (std::size_t m = 1; m < four.size(); ++m) CHECK(four[m] > four[m - 1]);
}

TEST_CASE("Segments that are none are refused") {
  CHECK(complaint({{3, 4, 1}, {2, 1, 1}}, 10).empty());
  CHECK(contains(complaint({{3, 4, 1}, {2, 1, 1}}, 12), "grid.y: found segments of 5 cells"));
  for (const std::vector<double>& bad :
       {std::vector<double>{3, 1}, {2.5, 1, 1}, {0, 1, 1}, {3, 0, 1}, {3, 1, -1}, {1, 1, 2}})
    CHECK(contains(complaint({bad}, 12), "grid.y: found the segment"));
  CHECK(contains(complaint({{2, 1, 1}, {2, 1e7, 1e7}}, 4), "less than a million"));
}

TEST_CASE("On graded cells interpolation keeps lines, their slope, and the domain's length") {
  for (const bool periodic : {false, true})
    for (const Stagger stagger : {Stagger::primal, Stagger::dual}) {
      const Grid grid = graded_grid(periodic);
      const NodalState state = state_on(grid, stagger);
      const AxisCells cells(state, 0);
      double length = 0;
      for (long cell = 0; cell < cells.count(); ++cell)
        length += (cells.ends(cell)[1] - cells.ends(cell)[0]) * cells.width(cell);
      CHECK(length == nearly(9));
      for (double x = -0.95; x < 8; x += 0.1) {
        const AxisStencil value = cells.at(x), slope = cells.at(x, 1);
        double left = grid.node(0, value.left, stagger), right = grid.node(0, value.right, stagger);
        if (left > x && periodic) left -= 9;  // an image
        if (right < left) right += 9;
        CHECK(value.weights[0] * left + value.weights[1] * right == nearly(x));
        CHECK(slope.weights[0] * left + slope.weights[1] * right == nearly(1));
      }
    }
}

TEST_CASE("The energy of a constant on graded cells is that of the whole length") {
  for (const Stagger stagger : {Stagger::primal, Stagger::dual}) {
    NodalState state = state_on(graded_grid(false), stagger);
    state.read_slice = [&](long, double* values) {
      for (long m = 0; m < state.nodes[0]; ++m) values[m] = 2;
    };
    CHECK(StateEnergy(state, {3}).value() == nearly(0.5 * 3 * 4 * 9));
  }
}
