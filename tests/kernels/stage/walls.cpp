// Between walls the primal grid has a node more than the dual one, and the array of coefficients of the
// pipeline two-kernel serves both: to the dual grid no cell is computed there, since what lies about
// it is not in memory.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "hermite/method/stability.hpp"
#include "hermite/systems/acoustics.hpp"
#include "kernels/hermite/stages.hpp"

using namespace hermite;

TEST_CASE("two-kernel between walls: coefficients of the cells of the dual grid and of no others") {
  const Device host("host", 1);
  const Acoustics acoustics;
  for (const int dimension : {1, 2, 3})
    for (const char* const variant : {"literal", "march"}) {
      if (dimension == 1 && std::string(variant) == "march") continue;
      Grid grid;
      grid.dimension = dimension;
      for (std::size_t axis = 0; axis < std::size_t(dimension); ++axis) {
        grid.cells[axis] = 5;
        grid.wall[axis] = {1, 1};
      }
      HermiteMethod method{1, 0.05, full_stages(dimension, 1), Precision::double_, {}};
      method.kernel.pipeline = "two-kernel";
      method.kernel.variant = variant;
      const Solver solver = hermite_solver(acoustics, grid, method, host);
      // The first stage, "reconstruct to dual", from numbers into NaN, over all nodes of the array.
      std::vector<std::vector<double>> memory;
      std::vector<BoundArray> arrays;
      for (int array = 0; array < 3; ++array) {
        const NodeLayout layout = layout_of(solver, array);
        memory.emplace_back(std::size_t(layout.size),
                            array == 0 ? 0.5 : std::numeric_limits<double>::quiet_NaN());
        arrays.push_back({memory.back().data(), layout});
      }
      CellBox box;
      for (std::size_t axis = 0; axis < 3; ++axis) box.upper[axis] = solver.arrays[2].nodes[axis];
      REQUIRE(box.upper[0] == 6);
      solver.stages.front().launch(arrays, box, {1, nullptr});
      long unwritten = 0, elsewhere = 0;
      const ArraySpec& spec = solver.arrays[2];
      for (int f = 0; f < spec.fields; ++f)
        for (long m3 = 0; m3 < box.upper[2]; ++m3)
          for (long m2 = 0; m2 < box.upper[1]; ++m2)
            for (long m1 = 0; m1 < box.upper[0]; ++m1)
              for (int e = 0; e < spec.entries; ++e) {
                const bool is_cell = m1 < 5 && m2 < 5 && m3 < 5;
                const double value = memory[2][std::size_t(arrays[2].layout.at(f, m3, m2, m1, e))];
                (is_cell ? unwritten : elsewhere) += std::isnan(value) == is_cell ? 1 : 0;
              }
      CAPTURE(dimension);
      CAPTURE(std::string(variant));
      CHECK(unwritten == 0);
      CHECK(elsewhere == 0);
    }
}
