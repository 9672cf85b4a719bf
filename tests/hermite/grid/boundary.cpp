// The key grid.boundary: what it means, and what is refused with what there is.
#include "hermite/grid/boundary.hpp"

#include <doctest/doctest.h>

#include <string>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/grid/yee.hpp"
#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/advection.hpp"
#include "hermite/systems/elastic.hpp"
#include "hermite/systems/euler.hpp"
#include "tests/hermite/complaint.hpp"

using namespace hermite;

namespace {

using Walls = std::array<std::array<int, 2>, 3>;

Walls walls(const System& system, const std::vector<std::string>& boundary) {
  Case input;
  input.dimension = int(boundary.size());
  input.grid.boundary = boundary;
  return read_walls(input, system, {"a.json"});
}

std::string complaint(const System& system, const std::vector<std::string>& boundary) {
  return complaint_of([&] { walls(system, boundary); });
}

}  // namespace

TEST_CASE("grid.boundary: one wall for both ends, or one for each") {
  const Acoustics acoustics;
  CHECK(walls(acoustics, {"periodic", "periodic"}) == Walls{});
  CHECK(walls(acoustics, {"rigid", "pressure-release"}) == Walls{{{1, 1}, {-1, -1}, {0, 0}}});
  CHECK(walls(acoustics, {"rigid, pressure-release", "periodic", "pressure-release,rigid"}) ==
        Walls{{{1, -1}, {0, 0}, {-1, 1}}});
}

TEST_CASE("grid.boundary: a wall that the system has no parity for is refused with those it has") {
  CHECK(complaint(Acoustics(), {"rigid", "pec"}) ==
        "a.json: grid.boundary: found \"pec\" in direction 2, allowed periodic, rigid, "
        "pressure-release with acoustics there; or two of them, lower,upper");
  CHECK(complaint(Advection({1.0}), {"rigid"}).find("allowed periodic with advection") !=
        std::string::npos);
  // The free surface of P-SV motion is no mirror; that of SH motion is.
  CHECK(complaint(Elastic(1, 2, 1), {"free", "periodic"}).find("symmetry, antisymmetry") !=
        std::string::npos);
  CHECK(complaint(Elastic(1, 0, 1, "sh"), {"free", "clamped"}) == "");
  // No mirror along a flow.
  CHECK(
      complaint(Euler(1, 1, {0.5, 0}), {"rigid", "rigid"}).find("direction 1, allowed periodic") !=
      std::string::npos);
  CHECK(complaint(Euler(1, 1, {0.5, 0}), {"periodic", "rigid"}) == "");
}

TEST_CASE("grid.boundary: a misspelt wall is recognised, half a periodic axis refused") {
  CHECK(complaint(Acoustics(), {"rigit"}).find("did you mean 'rigid'?") != std::string::npos);
  CHECK(complaint(Acoustics(), {"rigid,periodic"}) ==
        "a.json: grid.boundary: found \"rigid,periodic\" in direction 1, allowed \"periodic\" at "
        "both "
        "ends of a direction or at neither");
  CHECK(complaint(Acoustics(), {"rigid,"}).find("found \"\"") != std::string::npos);
}

TEST_CASE("on an electric wall lie the nodes of what is primal across it, on no other wall any") {
  Grid grid;
  grid.cells = {4, 5, 6};
  grid.wall = {{{1, -1}, {0, 0}, {-1, 1}}};
  for (int axis = 0; axis < 3; ++axis)
    for (long node = 0; node <= grid.cells[static_cast<std::size_t>(axis)]; ++node) {
      CHECK(on_electric_wall(grid, axis, node, Stagger::primal) ==
            ((axis == 0 && node == 0) || (axis == 2 && node == 6)));
      CHECK_FALSE(on_electric_wall(grid, axis, node, Stagger::dual));
    }
}

TEST_CASE("between walls the primal grid has a node more, on the wall; the dual grid has not") {
  Case input;
  input.dimension = 2;
  input.grid.cells = {4, 6};
  input.grid.lower = {0, -1};
  input.grid.upper = {1, 2};
  const Grid grid = make_grid(input, make_domain(input, {{{1, -1}, {0, 0}, {0, 0}}}));
  CHECK(grid.extents(Stagger::primal) == std::array<long, 3>{5, 6, 1});
  CHECK(grid.extents(Stagger::dual) == std::array<long, 3>{4, 6, 1});
  CHECK(grid.nodes(Stagger::primal) == 30);
  CHECK(grid.node(0, 4, Stagger::primal) == 1);
  CHECK(grid.node(1, 0, Stagger::dual) == -0.75);
}
