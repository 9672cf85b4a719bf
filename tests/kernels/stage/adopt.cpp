// A simulation that goes on with another solver does what one of that solver does from the start.
#include <doctest/doctest.h>

#include <vector>

#include "hermite/method/stability.hpp"
#include "hermite/systems/advection.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/stage/simulation.hpp"

using namespace hermite;

namespace {

void set_values(Simulation& simulation) {
  simulation.write([&](long slice, double* values) {
    for (std::size_t i = 0; i < simulation.slice_size(); ++i)
      values[i] = double((slice * 7 + long(i) * 3) % 11);
  });
}

std::vector<double> after_a_step(Simulation& simulation) {
  simulation.step();
  std::vector<double> all;
  simulation.read([&](long, const double* values) {
    all.insert(all.end(), values, values + simulation.slice_size());
  });
  return all;
}

}  // namespace

TEST_CASE("A simulation that adopts a solver fills the halos that this one's kernels read") {
  const Device host("host", 1);
  Grid grid;
  grid.dimension = 2;
  grid.cells = {8, 8, 1};
  HermiteMethod method{1, 0.8 * grid.h(0), full_stages(2, 1), Precision::double_, {}};
  method.kernel.pipeline = "monolithic";
  const Solver reads = hermite_solver(Advection({-1, -1, -1}), grid, method, host);
  Solver mirrors =
      reads;  // the same arrays, but kernels that would know what lies beyond the faces
  for (Stage& stage : mirrors.stages)
    for (Access& read : stage.reads) read.mirrors = {true, true, true};

  Simulation own(reads, host), adopted(mirrors, host);
  set_values(own);
  set_values(adopted);
  adopted.step();  // whose halos were not filled
  REQUIRE(adopted.adopt(reads));
  set_values(adopted);
  CHECK(after_a_step(adopted) == after_a_step(own));
}
