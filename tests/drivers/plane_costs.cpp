// What ranks' slabs are cut by: the values that a plane costs are those that the solver's own stages move.
#include <numeric>

#include "drivers/problem/ranks.hpp"
#include "tests/approx.hpp"
#include "tests/drivers/command.hpp"
#include "tests/kernels/step_cost.hpp"

using namespace hermite;

namespace {

// 40 x 30 x 50 cells, with the entries of a case that differ.
Problem problem_of(const std::string& entries) {
  const Workplace place;
  place.write("case.json", R"({ "dimension": 3, "precision": "single", "time": { "final": 1 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, )" +
                               entries + "}");
  return make_problem((place.folder / "case.json").string(), {}, Device("host", 1));
}
Problem maxwell(const std::string& cpml) {
  return problem_of(R"("solver": "fdtd", "system": "maxwell",
    "grid": { "cells": [40, 30, 50], "boundary": "pec" },
    "material": { "permittivity": 1, "permeability": 1 }, "cpml": )" +
                    cpml);
}
Problem elastic(const std::string& boundary, const std::string& cpml) {
  return problem_of(R"("solver": "fdtd", "system": "elastic",
    "grid": { "cells": [40, 30, 50], "boundary": )" +
                    boundary + R"( },
    "material": { "density": 1, "p_speed": 2, "s_speed": 1 }, "cpml": )" +
                    cpml);
}

// Per cell and step, in values of single precision, without the numbers of media.
double moved(const Problem& problem) {
  double bytes = moved_bytes(problem.solver);
  for (const Stage& stage : problem.solver.stages) bytes -= stage.constant_bytes_per_cell;
  return bytes / 4;
}
double mean(const std::vector<double>& costs) {
  return std::accumulate(costs.begin(), costs.end(), 0.0) / static_cast<double>(costs.size());
}

}  // namespace

TEST_CASE("planes without layers all cost the values that a step moves") {
  for (const Problem& problem : {maxwell("{}"), elastic(R"("symmetry")", "{}")}) {
    const std::vector<double> costs = plane_costs(problem);
    REQUIRE(costs.size() == 50);
    for (const double cost : costs) CHECK(cost == moved(problem));
  }
  // Those of a Hermite method are all alike.
  const Problem hermite = problem_of(R"("system": "acoustics",
    "grid": { "cells": [4, 5, 6] }, "material": { "density": 1, "speed": 1 },
    "method": { "order": 1 })");
  CHECK(plane_costs(hermite) == std::vector<double>(6, 1.0));
}

TEST_CASE("planes with layers cost what psi adds: those in a layer most, those across it alike") {
  const struct {
    Problem problem;
    double in_layer;  // psi of each derivative, read and written
  } cases[] = {{maxwell(R"({ "lower": [8, 5, 10], "upper": [8, 4, 0] })"), 4 * 2},
               {elastic(R"("symmetry")", R"({ "lower": [8, 5, 10], "upper": [8, 4, 0] })"), 6 * 2}};
  for (const auto& one : cases) {
    const std::vector<double> costs = plane_costs(one.problem);
    for (std::size_t k = 0; k < 50; ++k)
      CHECK(costs[k] == nearly(costs.back() + (k < 10 ? one.in_layer : 0)));
    // psi of a component is of nodes, as many as cells in a layer or one fewer or more.
    CHECK(mean(costs) == relative(moved(one.problem), 0.02));  // of 50 planes
  }
}

TEST_CASE("the planes at a free surface cost what they read more") {
  const Problem problem = elastic(R"(["symmetry", "symmetry", "symmetry,free"])", "{}");
  const std::vector<double> costs = plane_costs(problem);
  for (std::size_t k = 0; k < 50; ++k)
    CHECK(costs[k] == nearly((k < 48 ? 1 : 71.0 / 54) * costs.front()));
}
