// Sources that give E at their edges.
#include "hermite/core/error.hpp"
#include "kernels/fdtd/clock.hpp"
#include "kernels/fdtd/source_kernel.hpp"
#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

namespace {

// A soft source, whose waves come to the edge n of E's component 1.
YeeProblem box_with_edge(std::array<std::array<int, 2>, 3> wall) {
  YeeProblem p = box_of({14, 12, 11}, {1.4, 1.2, 1.1}, 1);
  p.grid.wall = wall;
  p.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
  if (!p.grid.periodic(2)) p.method.cpml.layers[2] = {3, 2};
  const double period = 12 * p.grid.h(0) / p.speed();
  p.method.sources = {{2, {4, 5, 6}, 0.7, {"gaussian", period, period / 3, 1}}};
  return p;
}
constexpr std::array<long, 3> edge = {8, 6, 5};

}  // namespace

void check_hard_sources(const Device& device) {
  for (const Precision precision : {Precision::single, Precision::double_})
    for (const char* variant : {"literal", "march", "tile"})
      for (const int together : {1, 2}) {
        if (together == 2 && variant != std::string("march")) continue;
        CAPTURE(std::string(variant));
        YeeProblem p = box_with_edge({{{1, -1}, {1, 1}, {1, 1}}});
        if (together == 2) p.grid.cells[0] = 90;
        const Waveform wave{"harmonic", 0.05, 1, 1.3};
        p.method.sources.push_back({1, edge, 0.37, wave, true});
        p.method.kernel.variant = variant;
        p.method.kernel.steps_per_sweep = together;
        p.complete(precision);
        YeeRun run(p, device);
        set_rough(p, 8, {&run});
        for (long step = 0; step < 40;) {
          step += run.simulation().advance(together);
          const double value = 0.37 * wave.at(double(step) * p.method.dt);
          CHECK(run.at(1, edge) == (precision == Precision::single ? double(float(value)) : value));
        }
        CHECK(largest(run.values(4)) > 0.01);
      }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("Hard sources: E of the edge is the waveform at the end of each step, to the bit") {
  check_hard_sources(one_thread());
}

TEST_CASE("A hard source of amplitude 0 is an edge of a perfect conductor, to the bit") {
  for (const auto& wall :
       {std::array<std::array<int, 2>, 3>{{{1, 1}, {1, -1}, {1, 1}}}, {{{0, 0}, {0, 0}, {0, 0}}}})
    for (const char* variant : {"literal", "march", "tile"}) {
      YeeProblem hard = box_with_edge(wall);
      hard.method.kernel.variant = variant;
      // Both then run the kernel that reads each node's factors.
      hard.method.kernel.coefficients = "arrays";
      YeeProblem conductor = hard;
      hard.method.sources.push_back({1, edge, 0, {"gaussian", 0, 1, 1}, true});
      conductor.method.scene.media = {{conductor.eps, conductor.mu, 0, 0, false},
                                      {conductor.eps, conductor.mu, 0, 0, true}};
      // Around the middle of the edge, and of no other.
      conductor.method.scene.bodies = {{{0.78, 0.63, 0.48}, {0.82, 0.67, 0.52}, 1}};
      for (YeeProblem* p : {&hard, &conductor}) p->complete();
      YeeRun one(hard, one_thread()), other(conductor, one_thread());
      set_rough(hard, 6, {&one, &other});
      one.step(60);
      other.step(60);
      for (int f = 0; f < 6; ++f) CHECK(one.values(f) == other.values(f));
      CHECK(one.at(1, edge) == 0);
      CHECK(largest(one.values(1)) > 0.01);
    }
}

TEST_CASE("Tables of waveforms give nothing outside their steps") {
  // A value before them and one behind, which nobody may read.
  const double waveforms[] = {1e9, 3, 5, 1e9};
  const SourceTerm term{0, 2};
  SourceArguments a;
  a.terms = &term;
  a.waveforms = waveforms + 1;
  a.steps = 2;
  const DrivenNode soft{0, 0, 0, 1}, hard{0, 0, 0, 1, true};
  CHECK(a.sum(soft, -1) == 0);
  CHECK(a.sum(soft, 0) == 6);
  CHECK(a.sum(soft, 1) == 10);
  CHECK(a.sum(soft, 2) == 0);
  CHECK(a.driven(soft, a.sum(soft, 1), 0.5) == 10.5);
  CHECK(a.driven(hard, a.sum(hard, 1), 0.5) == 10);
}

TEST_CASE("Sources drive as many steps as a float counts one by one, and no more") {
  const float most = float(most_driven_steps);
  CHECK(most - 1 != most);
  CHECK(most + 1 == most);
  CHECK(clock_array(most_driven_steps).name == "clock");
  CHECK_THROWS_WITH_AS(clock_array(most_driven_steps + 1),
                       doctest::Contains("found 16777217 steps, allowed 16777216"), Error);
}
