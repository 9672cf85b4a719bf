// Every schedule of the Hermite solver under Google Benchmark, with arrays far larger than the caches:
//
//   build/bin/bench_hermite                                  all
//   build/bin/bench_hermite --benchmark_filter=shift/march   some
//   build/bin/bench_hermite --benchmark_filter=acoustics     one system
//
// One iteration is one full step (two half steps) in 3-D, of advection where the name says no other
// system. Reported per schedule:
//
//   DOF/s       degrees of freedom advanced by a full step, per second
//   GB/s        compulsory bytes over time: each input of a stage read once, each output written once
//   requested   GB/s that the kernels' accessors count, repeated reads included
//   GFLOP/s     the schedule's own flops, counted by running its source with a counting scalar
//   of_copy     GB/s over the measured copy bandwidth (ordinary stores)
//   of_peak     GFLOP/s over the measured multiply-add peak
//
// The machine's ceilings, measured at the start, stand in the context lines.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>

#include "hermite/core/build_info.hpp"
#include "hermite/core/manifest.hpp"
#include "hermite/method/pipelines.hpp"
#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/advection.hpp"
#include "hermite/systems/elastic.hpp"
#include "hermite/systems/maxwell.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/stage/simulation.hpp"
#include "roofline/bench/bench_launches.hpp"
#include "roofline/ceilings.hpp"
#include "roofline/kernel_times.hpp"
#include "roofline/random_data.hpp"

namespace hermite {
namespace {

const Device& device() {
  static const Device host("host", std::getenv("OMP_NUM_THREADS") != nullptr
                                       ? std::atoi(std::getenv("OMP_NUM_THREADS"))
                                       : 0);
  return host;
}
const Ceilings& ceilings() {
  static const Ceilings measured = measure_ceilings(device());
  return measured;
}

// A system and its Taylor orders q for N = 1, 2, 3: all of them for advection, for systems with
// waves the fewest that are stable at the Courant number below. To add one, add a line.
struct Subject {
  const char* name;
  std::unique_ptr<System> (*make)();
  int stages[3];
};
const Subject subjects[] = {
    {"advection",
     []() -> std::unique_ptr<System> {
       return std::make_unique<Advection>(std::vector<double>{-1, -1, -1});
     },
     {9, 15, 21}},
    {"acoustics",
     []() -> std::unique_ptr<System> { return std::make_unique<Acoustics>(); },
     {4, 8, 10}},
    {"maxwell",
     []() -> std::unique_ptr<System> { return std::make_unique<Maxwell>(1, 1); },
     {4, 8, 10}},
    {"elastic",
     []() -> std::unique_ptr<System> { return std::make_unique<Elastic>(1, 1, 0.57735); },
     {4, 8, 10}},
};

// About 1 GB of state, so that no array stays in a cache.
long cells_for(int order, int fields, Precision precision) {
  const int values = fields * (order + 1) * (order + 1) * (order + 1);
  long cells = 16;
  while ((cells + 16) * (cells + 16) * (cells + 16) * values * bytes_of(precision) < 600000000L)
    cells += 16;
  return cells;
}

struct Schedule {
  const char* name;
  const char* pipeline;
  const char* variant;
  bool truncate;
  int slab;
};
const Schedule schedules[] = {
    {"shift/literal", "shift", "literal", true, 0},
    {"shift/march", "shift", "march", true, 0},
    {"full-step/literal", "full-step", "literal", true, 0},
    {"full-step/march", "full-step", "march", true, 0},
    {"monolithic/literal", "monolithic", "literal", false, 0},
    {"monolithic/literal-truncated", "monolithic", "literal", true, 0},
    {"monolithic/march", "monolithic", "march", false, 0},
    {"monolithic/march-truncated", "monolithic", "march", true, 0},
    {"two-kernel/literal", "two-kernel", "literal", false, 8},
    {"two-kernel/march-truncated", "two-kernel", "march", true, 8},
    {"parity/literal", "parity", "literal", true, 0},
};

void report(benchmark::State& state, const Solver& solver, double nodes, double dof) {
  Work step;
  for (const Stage& stage : solver.stages) {
    const Work work = work_of(solver, stage);
    step.flops += work.flops;
    step.requested_bytes += work.requested_bytes;
    step.read_bytes += work.read_bytes;
    step.written_bytes += work.written_bytes;
  }
  const double compulsory = step.read_bytes + step.written_bytes;
  const bool single = solver.precision == Precision::single;
  const auto rate = [&](double per_step) {
    return benchmark::Counter(per_step, benchmark::Counter::kIsIterationInvariantRate);
  };
  state.counters["DOF/s"] = rate(dof);
  state.counters["GB/s"] = rate(compulsory * 1e-9);
  state.counters["requested"] = rate(step.requested_bytes * 1e-9);
  state.counters["GFLOP/s"] = rate(step.flops * 1e-9);
  state.counters["of_copy"] = rate(compulsory / ceilings().at("copy"));
  state.counters["of_peak"] =
      rate(step.flops / ceilings().at(single ? "fma_single" : "fma_double"));
  state.counters["flop/cell"] = step.flops / nodes;
}

void run(benchmark::State& state, const Subject& subject, const Schedule& schedule, int order,
         Precision precision) {
  const auto system = subject.make();
  Grid grid;
  grid.dimension = 3;
  const int fields = static_cast<int>(system->fields(grid.dimension).size());
  const long cells = cells_for(order, fields, precision);
  grid.cells = {cells, cells, cells};
  HermiteMethod method;
  method.order = order;
  const Vector3 speeds = system->speeds(grid.dimension);
  method.dt = 0.8 * grid.h(0) / std::max({speeds[0], speeds[1], speeds[2]});
  method.stages = subject.stages[order - 1];
  method.precision = precision;
  method.kernel.pipeline = schedule.pipeline;
  method.kernel.variant = schedule.variant;
  method.kernel.truncate = schedule.truncate;
  method.kernel.slab = schedule.slab;
  Simulation simulation(hermite_solver(*system, grid, method, device()), device());
  fill_random(simulation, 7);
  simulation.step();
  for (auto _ : state) {
    (void)_;
    simulation.step();
  }
  const auto nodes = static_cast<double>(grid.nodes(Stagger::primal));
  report(state, simulation.solver(), nodes,
         nodes * fields * (order + 1) * (order + 1) * (order + 1));
  state.SetLabel(simulation.solver().description);
}

void register_one(const Subject& subject, const Schedule& schedule, int order,
                  Precision precision) {
  const std::string system = subject.name;
  const std::vector<std::string> pipelines = pipelines_of(system);
  if (std::find(pipelines.begin(), pipelines.end(), schedule.pipeline) == pipelines.end()) return;
  const std::string name = (system == "advection" ? "" : system + "/") + schedule.name + "/N" +
                           std::to_string(order) + "/" + name_of(precision);
  benchmark::RegisterBenchmark(
      name.c_str(),
      [=](benchmark::State& state) { run(state, subject, schedule, order, precision); })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

void register_all() {
  for (const Subject& subject : subjects)
    for (const Precision precision : {Precision::single, Precision::double_})
      for (const Schedule& schedule : schedules)
        for (int order = 1; order <= 3; ++order) register_one(subject, schedule, order, precision);
}

}  // namespace
}  // namespace hermite

int main(int argc, char** argv) {
  using namespace hermite;
  register_all();
  register_launches();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const auto giga = [](double x) { return std::to_string(x * 1e-9); };
  benchmark::AddCustomContext(
      "commit", build_info().git_commit + (build_info().git_dirty ? ", with changes" : ""));
  benchmark::AddCustomContext("processor", processor_name());
  benchmark::AddCustomContext("threads", std::to_string(device().threads()));
  benchmark::AddCustomContext("copy_GB/s", giga(ceilings().at("copy")));
  benchmark::AddCustomContext("copy_streaming_GB/s", giga(ceilings().at("copy_streaming")));
  benchmark::AddCustomContext("peak_single_GFLOP/s", giga(ceilings().at("fma_single")));
  benchmark::AddCustomContext("peak_double_GFLOP/s", giga(ceilings().at("fma_double")));
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
