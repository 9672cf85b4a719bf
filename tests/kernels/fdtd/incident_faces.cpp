// The faces of a plane wave's box, corrected as surfaces and value by value.
#include "tests/kernels/fdtd/incident.hpp"

namespace hermite {

namespace {

std::vector<double> values_after(const Device& device, YeeProblem p, const char* kernels,
                                 long steps) {
  p.method.kernel.incident = kernels;
  YeeRun run(p, device);
  run.step(steps);
  return run.values();
}

}  // namespace

void check_incident_arrival(const Device& device, const std::vector<Precision>& precisions) {
  for (const Precision precision : precisions)
    for (const YeeProblem& p :
         {lit(1, -1, 2, precision),
          lit_obliquely({3, -2, 1}, {0.3, 1, -0.6}, {1.5, 3.4, 5.7}, 1, precision)}) {
      const std::vector<double> surface = values_after(device, p, "surface", 15);
      CHECK(largest(surface) > 0);
      CHECK(surface == values_after(device, p, "edges", 15));
    }
}

void check_incident_kernels(const Device& device) {
  const auto after = [&](const YeeProblem& p, const char* kernels) {
    return values_after(device, p, kernels, 60);
  };
  for (const Precision precision : {Precision::single, Precision::double_}) {
    std::vector<YeeProblem> problems;
    for (int axis = 0; axis < 3; ++axis) {
      problems.push_back(lit(axis, axis == 1 ? -1 : 1, (axis + 1) % 3, precision));
      grade(problems.back().grid);
      problems.back().complete(precision);
    }
    for (const std::array<int, 3> step : {std::array<int, 3>{1, 1, 0}, {3, -2, 1}})
      problems.push_back(lit_obliquely(step, {0.3, 1, -0.6}, {1.5, 3.4, 5.7}, 1, precision));
    // A box of one cell: its faces are next to each other.
    problems.push_back(lit_obliquely({1, 1, 1}, {0.3, 1, -0.6}, {1.5, 3.4, 5.7}, 1, precision));
    IncidentWave& thin = problems.back().method.incident;
    thin.upper = {thin.lower[0] + 1, thin.lower[1] + 1, thin.lower[2] + 1};
    for (const YeeProblem& p : problems) {
      CAPTURE(&p - problems.data());
      const std::vector<double> surface = after(p, "surface");
      CHECK(largest(surface) > 0.1);
      CHECK(surface == after(p, "edges"));
      CHECK(surface == after(p, "auto"));
    }
    // A body in one of the faces.
    YeeProblem p = lit(0, 1, 2, precision);
    p.method.scene.media.push_back({3 * p.eps, 2 * p.mu, 0.1, 0, false});
    p.method.scene.bodies = {{{0.2, 1.4, 1.3}, {0.7, 2.0, 4.0}, 1}};
    p.complete(precision);
    CHECK(after(p, "auto") == after(p, "edges"));
    // Its faces alone are corrected value by value.
    const auto corrections = [&](const char* kernels) {
      p.method.kernel.incident = kernels;
      const Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, device);
      long bytes = 0;
      for (const ArrayMemory& memory : solver.constants)
        if (memory.name == "incident") bytes += memory.bytes;
      return bytes;
    };
    CHECK(corrections("auto") < corrections("edges"));
    CHECK_THROWS_WITH_AS(after(p, "surface"),
                         doctest::Contains("found \"surface\" with several media on a face"),
                         Error);
  }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("A plane wave that has just reached its box: the same bits whichever way") {
  check_incident_arrival(one_thread(), both_precisions);
}

TEST_CASE("A plane wave's faces as surfaces and value by value: the same bits") {
  check_incident_kernels(one_thread());
}
