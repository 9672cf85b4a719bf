// Two steps of Yee's scheme in one sweep against two steps by themselves.
#include <algorithm>
#include <string>

#include "hermite/core/error.hpp"
#include "kernels/fdtd/maxwell/pair_stages.hpp"
#include "tests/approx.hpp"
#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

namespace {

YeeProblem wide_box(std::array<std::array<int, 2>, 3> wall) {
  YeeProblem p = box_of({150, 22, 31}, {1.0, 0.8, 1.1}, 1);
  p.grid.wall = wall;
  return p;
}

void add_body(YeeProblem& p) {
  p.method.scene.media = {{p.eps, p.mu, 0.3, 0.2, false}, {3 * p.eps, 2 * p.mu, 0, 0.5, false}};
  p.method.scene.bodies = {{{0.2, 0.1, 0.3}, {0.7, 0.5, 0.8}, 1}};
}

void add_thin_layers(YeeProblem& p) {
  p.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
  p.method.cpml.layers = {{{5, 3}, {2, 0}, {3, 4}}};
}

// Walls of all kinds, layers, media by index and by node, grading, sources inside the core and outside it.
std::vector<YeeProblem> pair_problems(Precision precision) {
  std::vector<YeeProblem> problems;
  for (const std::array<std::array<int, 2>, 3> wall :
       {std::array<std::array<int, 2>, 3>{{{1, 1}, {1, 1}, {1, 1}}},
        std::array<std::array<int, 2>, 3>{{{0, 0}, {0, 0}, {0, 0}}},
        std::array<std::array<int, 2>, 3>{{{1, -1}, {-1, 1}, {-1, -1}}}})
    problems.push_back(wide_box(wall));
  for (const char* coefficients : {"indices", "arrays"}) {
    YeeProblem p = wide_box({{{1, 1}, {1, 1}, {1, 1}}});
    add_body(p);
    add_thin_layers(p);
    grade(p.grid);
    p.method.kernel.coefficients = coefficients;
    problems.push_back(p);
  }
  // Media of E alone: H has none to look up.
  YeeProblem electric = wide_box({{{1, 1}, {1, 1}, {1, 1}}});
  add_body(electric);
  electric.method.scene.media = {{electric.eps, electric.mu, 0, 0, false},
                                 {3 * electric.eps, electric.mu, 0.1, 0, false}};
  problems.push_back(electric);
  YeeProblem p = wide_box({{{1, 1}, {1, 1}, {1, 1}}});
  add_thin_layers(p);
  const double period = 12 * p.grid.h(0) / p.speed();
  p.method.sources = {{2, {80, 9, 14}, 0.7, {"gaussian", period, period / 3, 1}},
                      {0, {62, 4, 15}, -0.5, {"ricker", period / 2, 1, 1 / period}},
                      {1, {71, 12, 20}, 0.6, {"gaussian", period, period / 3, 1}, true},
                      {0, {3, 4, 15}, 0.3, {"harmonic", 0, 1, 1 / period}, true}};
  problems.push_back(p);
  // Too small for a core.
  YeeProblem small = box_of({9, 5, 6}, {1.0, 0.8, 1.1}, 1);
  add_thin_layers(small);
  small.method.cpml.layers = {{{2, 1}, {1, 0}, {0, 2}}};
  problems.push_back(small);
  for (YeeProblem& problem : problems) problem.complete(precision);
  return problems;
}

}  // namespace

void check_pairs(const Device& device, const std::vector<Precision>& precisions) {
  for (const Precision precision : precisions)
    for (YeeProblem p : pair_problems(precision)) {
      CAPTURE(p.grid.cells[0]);
      CAPTURE(p.method.cpml.on(0));
      CAPTURE(p.method.sources.size());
      p.method.kernel.variant = "march";
      YeeRun single(p, device);
      p.method.kernel.steps_per_sweep = 2;
      YeeRun pairs(p, device);
      set_rough(p, 5, {&single, &pairs});
      Simulation& simulation = pairs.simulation();
      CHECK((simulation.solver().description.find("two steps") != std::string::npos) ==
            (p.grid.cells[0] > 10));
      // From the third sweep on the arrays that it writes hold what was there two steps before.
      for (int sweep = 0; sweep < 4; ++sweep)
        CHECK(simulation.advance(1 + sweep) == (sweep == 0 ? 1 : 2));
      single.step(7);
      for (int f = 0; f < 6; ++f) {
        CAPTURE(f);
        const std::vector<double> expected = single.values(f), found = pairs.values(f);
        CHECK(largest(expected) > 0);
        // Where the compiler contracts, the sums of different kernels round differently: ten times in each of seven steps.
        CHECK(largest_difference(found, expected) <=
              (HERMITE_STRICT_FP ? 0 : 7 * 10 * epsilon_of(precision) * largest(expected)));
        CHECK(std::none_of(found.begin(), found.end(), [](double v) { return std::isnan(v); }));
      }
    }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("Two steps in one sweep are two steps, to the bit when strict") {
  check_pairs(one_thread(), both_precisions);
}

TEST_CASE(
    "Two steps in one sweep cost each point of their blocks four half steps, and store their own") {
  for (const char* coefficients : {"indices", "arrays"}) {
    YeeProblem p = wide_box({{{1, 1}, {1, -1}, {0, 0}}});
    if (coefficients == std::string("arrays")) add_body(p);
    p.method.kernel.coefficients = coefficients;
    p.method.kernel.steps_per_sweep = 2;
    p.complete(Precision::single);
    const Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread());
    const Stage& sweep = solver.pair.stages.back();
    const KernelUse& use = sweep.kernels.front();
    const std::string& told = solver.description;
    CHECK_MESSAGE(told.find("two steps a sweep") != std::string::npos, told);
    double points = 1;  // of a block
    for (std::size_t axis = 0; axis < 3; ++axis) points *= use.cells[axis] + use.beside[axis];
    const Counts cost = sweep.cost_per_cell();
    const double blocks =
        cost.flops * static_cast<double>(sweep.cells) / (use.floor_flops() * points);
    CHECK(blocks == nearly(std::round(blocks)));
    CHECK(blocks >= 1);
    CHECK(cost.stores == 6);
    // Of the planes one more is asked for.
    const double planes = use.cells[2] + use.beside[2];
    CHECK(cost.loads * static_cast<double>(sweep.cells) ==
          nearly(6 * blocks * points * (planes + 1) / planes));
  }
}

TEST_CASE("Two steps in one sweep are refused on GPUs whose blocks have too little shared memory") {
  KernelFacts sweep;
  sweep.shared_bytes = 123392;
  CHECK_NOTHROW(require_pair_block(sweep, 232448));  // Hopper
  try {
    require_pair_block(sweep, 101376);  // Ada
    FAIL("a block that cannot be launched is taken");
  } catch (const Error& error) {
    CHECK(error.code() == Exit::bad_case);
    const std::string what = error.what();
    for (const char* part :
         {"kernel.steps_per_sweep: found 2, allowed 1 on this GPU", "101376", "123392"})
      CHECK_MESSAGE(what.find(part) != std::string::npos, what);
  }
}

TEST_CASE(
    "Two steps in one sweep are refused where something looks in between, and of magnetic media "
    "alone") {
  const auto refused = [](const std::function<void(YeeProblem&)>& change) {
    YeeProblem p = wide_box({{{1, 1}, {1, 1}, {1, 1}}});
    change(p);
    p.method.kernel.steps_per_sweep = 2;
    p.complete();
    CHECK_THROWS_WITH_AS(YeeRun(p, one_thread()), doctest::Contains("kernel.steps_per_sweep"),
                         Error);
  };
  refused([](YeeProblem& p) { p.method.mur[0][0] = true; });
  refused([](YeeProblem& p) { p.method.kernel.variant = "tile"; });
  refused([](YeeProblem& p) { p.method.kernel.cpml = "faces"; });
  // The sweep looks media of H up as those of E, or has one of them everywhere.
  refused([](YeeProblem& p) {
    add_body(p);
    p.method.scene.media = {{p.eps, p.mu, 0, 0, false}, {p.eps, 2 * p.mu, 0, 0, false}};
  });
}
