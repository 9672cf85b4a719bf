// What a small grid's launches cost on a GPU, and what is left of it where a step is launched as one:
//
//   build/bin/bench_hermite --benchmark_filter=launches
//
// A step of advection in 3-D, single precision, 16^3 cells, N = 1; steps/s is what to look at.
#include "roofline/bench/bench_launches.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "hermite/systems/advection.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/stage/simulation.hpp"
#include "roofline/random_data.hpp"

namespace hermite {

namespace {

void run(benchmark::State& state, const char* pipeline, int slab, bool replay) {
  const Device device("cuda");
  constexpr long cells = 16, steps = 100;  // of an iteration, between two looks at the clock
  Grid grid;
  grid.dimension = 3;
  grid.cells = {cells, cells, cells};
  HermiteMethod method;
  method.order = 1;
  method.dt = 0.8 * grid.h(0);
  method.stages = 9;
  method.precision = Precision::single;
  method.kernel.pipeline = pipeline;
  method.kernel.slab = slab;
  Simulation simulation(hermite_solver(Advection({-1, -1, -1}), grid, method, device), device);
  simulation.replay(replay);
  fill_random(simulation, 7);
  do {
    simulation.step();
  } while (!simulation.settled());
  device.synchronize();
  for (auto _ : state) {
    (void)_;
    for (long step = 0; step < steps; ++step) simulation.step();
    device.synchronize();
  }
  state.counters["steps/s"] =
      benchmark::Counter(steps, benchmark::Counter::kIsIterationInvariantRate);
  state.SetLabel(simulation.solver().description + simulation.why_not_replayed());
}

}  // namespace

void register_launches() {
  if (cuda_device_count() == 0) return;
  const struct {
    const char* pipeline;
    int slab;
  } works[] = {{"two-kernel", 4}, {"monolithic", 0}, {"full-step", 0}};
  for (const auto& work : works)
    for (const bool replay : {false, true}) {
      const std::string name = std::string("launches/") + work.pipeline +
                               (work.slab > 0 ? "-slab" + std::to_string(work.slab) : "") +
                               (replay ? "/replayed" : "/one by one");
      benchmark::RegisterBenchmark(
          name.c_str(),
          [=](benchmark::State& state) { run(state, work.pipeline, work.slab, replay); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
}

}  // namespace hermite
