// Steps that a GPU launches as one are the steps that are launched kernel by kernel, bit for bit.
#if HERMITE_CUDA_ENABLED

#include "hermite/core/error.hpp"
#include "kernels/device/cuda_device.hpp"
#include "tests/kernels/hermite/waves.hpp"

using namespace hermite;

namespace {

Problem periodic() {
  Problem p;
  p.dimension = 3;
  p.cells = {16, 7, 9};
  p.velocity = {0.7, -1, 0.3};
  return p;
}
Problem walled() {
  Problem p = periodic();
  p.other = std::make_shared<Acoustics>(wave_density, wave_speed);
  p.wall = {{{1, -1}, {0, 0}, {1, 1}}};
  return p;
}

std::vector<double> random_values(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> values(size);
  for (double& value : values) value = uniform(random);
  return values;
}

// The states after some steps, new values, and more steps: all of them odd numbers, so that arrays that
// change places end in the other's.
std::vector<double> states_of(const Device& device, const Problem& p, const Case::Kernel& kernel,
                              bool replay) {
  WaveRun run(device, p, Precision::single, kernel);
  Simulation& simulation = run.simulation();
  simulation.replay(replay);
  const std::size_t size = run.size(simulation.states());
  run.set(random_values(size, 1));
  run.steps(7);
  CHECK(simulation.settled());
  std::vector<double> states = run.get();
  run.set(random_values(size, 2));
  run.steps(1);
  const std::vector<double> more = run.get();
  states.insert(states.end(), more.begin(), more.end());
  run.steps(5);
  const std::vector<double> last = run.get();
  states.insert(states.end(), last.begin(), last.end());
  CHECK(simulation.why_not_replayed().empty());
  return states;
}

void check(const Device& device, const Problem& p, const Case::Kernel& kernel) {
  INFO(text_of(p));
  INFO(text_of(kernel));
  CHECK(count_differences(states_of(device, p, kernel, true),
                          states_of(device, p, kernel, false)) == 0);
}

}  // namespace

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: replayed steps are the same bit for bit, periodic") {
    const Device device("cuda");
    for (const char* const variant : {"literal", "march", "auto"}) {
      check(device, periodic(), two_steps_of(variant));
      for (const char* const pipeline : {"monolithic", "two-kernel", "shift", "full-step"}) {
        Case::Kernel kernel = kernel_of(pipeline, variant);
        check(device, periodic(), kernel);
        if (kernel.pipeline != "two-kernel") continue;
        kernel.slab = 2;
        check(device, periodic(), kernel);
      }
    }
  }
  TEST_CASE("CUDA: replayed steps are the same bit for bit, between walls") {
    const Device device("cuda");
    for (const char* const pipeline :
         {"monolithic", "two-kernel", "parity", "conservative", "leapfrog"})
      check(device, walled(), kernel_of(pipeline));
  }
  TEST_CASE("CUDA: replayed steps are the same bit for bit, compiled at run time") {
    const Device device("cuda");
    for (const char* const pipeline : {"two-kernel", "full-step"}) {
      Case::Kernel kernel = kernel_of(pipeline, "march");
      kernel.min_blocks = 2;
      check(device, periodic(), kernel);
    }
  }

  TEST_CASE("CUDA: another solver's steps are recorded anew") {
    const Device device("cuda");
    const Problem p = periodic();
    const auto states = [&](bool replay) {
      WaveRun run(device, p, Precision::single, kernel_of("monolithic", "march"));
      Simulation& simulation = run.simulation();
      simulation.replay(replay);
      run.set(random_values(run.size(1), 3));
      run.steps(5);
      Case::Kernel other = kernel_of("monolithic", "literal");
      other.cells_per_block = 4;
      REQUIRE(simulation.adopt(hermite_solver(
          *p.system(), p.grid(), {p.order, p.dt(), p.stages(), Precision::single, other}, device)));
      CHECK(simulation.settled() == !replay);
      run.steps(5);
      CHECK(simulation.settled());
      return run.get();
    };
    CHECK(count_differences(states(true), states(false)) == 0);
  }

  TEST_CASE("CUDA: a step that cannot be recorded is launched kernel by kernel, and says why") {
    const Device device("cuda");
    const Problem p = periodic();
    Solver solver = hermite_solver(
        *p.system(), p.grid(),
        {p.order, p.dt(), p.stages(), Precision::single, kernel_of("monolithic", "march")}, device);
    int launched = 0;
    const auto launch = solver.stages.front().launch;
    solver.stages.front().launch = [&, launch](const std::vector<BoundArray>& arrays,
                                               const CellBox& box, const LaunchTarget& target) {
      ++launched;
      Buffer between(device, 8);  // memory is nothing that can be recorded
      launch(arrays, box, target);
    };
    Simulation simulation(solver, device);
    for (int i = 0; i < 6; ++i) simulation.step();
    device.synchronize();
    CHECK(launched == 6 + 1);  // once for the record
    CHECK(simulation.settled());
    CHECK(simulation.why_not_replayed().find("CUDA failed") == 0);
  }

  TEST_CASE("CUDA: what is recorded runs when it is launched, in the order of launches") {
    const Device device("cuda");
    const Problem p = periodic();
    WaveRun run(device, p, Precision::single, kernel_of("monolithic", "march"));
    const Stage& stage = run.simulation().solver().stages.front();
    CHECK_THROWS_AS(CudaGraph([&](void*) { run.simulation().launch(stage); }), MachineError);
    CHECK_THROWS_AS(CudaGraph([&](void*) { cuda_synchronize(); }), MachineError);
    const CudaGraph nothing([](void*) {});
    nothing.launch();
    device.synchronize();
  }
}

#endif  // HERMITE_CUDA_ENABLED
