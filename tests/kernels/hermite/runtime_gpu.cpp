// Orders that are not compiled ahead, on a GPU: NVRTC compiles their kernels when they are asked for.
#if HERMITE_CUDA_ENABLED

#include "kernels/hermite/runtime_kernels.hpp"
#include "tests/kernels/hermite/bitwise.hpp"
#include "tests/kernels/hermite/systems.hpp"
#include "tests/kernels/hermite/waves.hpp"
#include "tests/kernels/hermite/written.hpp"

using namespace hermite;

namespace {

// The lowest order from `least` that is not compiled ahead.
int not_ahead(int least) {
  const std::vector<int> ahead = cuda_orders(KernelId::conservative_literal, "");
  while (std::count(ahead.begin(), ahead.end(), least) > 0) ++least;
  return least;
}

// One schedule of each pipeline: together they use every kernel of the families tensor and evolve.
template <class T>
void check_pipelines(const Problem& p) {
  const Device device("cuda");
  const Expected<T> expected = expect<T>(p);
  std::vector<Case::Kernel> kernels = {kernel_of("monolithic"), kernel_of("two-kernel")};
  if (p.dimension > 1) kernels.push_back(kernel_of("monolithic", "literal"));
  if (p.dimension > 1) kernels.push_back(kernel_of("monolithic", "march"));
  if (!p.other && p.q == 0) kernels.push_back(kernel_of("shift"));
  if (!p.other && p.q == 0) kernels.push_back(kernel_of("full-step"));
  if (!p.other) {
    kernels.push_back(kernel_of("two-kernel", "literal"));
    kernels.back().layout = "node-major";
    kernels.back().slab = 2;
  }
  for (const Case::Kernel& kernel : kernels) check_variant(device, p, expected, kernel, nullptr);
}

// Two velocities: kernels get other operators and rates from one solver to the next.
template <class T>
void check_advection(int dimension) {
  const int order = not_ahead(dimension == 3 ? 4 : 6);
  for (int number = 0; number < 2; ++number)
    check_pipelines<T>(sample_problem(dimension, order, number));
}

StepArguments arguments_of(const Arguments& arguments, int lanes) {
  StepArguments a = arguments.step;
  a.lanes = lanes;
  return a;
}

}  // namespace

TEST_SUITE("gpu") {
  TEST_CASE("CUDA, at run time: advection equals the paper's algorithms, 1-D and 2-D") {
    check_advection<float>(1);
    check_advection<double>(2);
  }
  TEST_CASE("CUDA, at run time: advection equals the paper's algorithms, 3-D") {
    check_advection<double>(3);
  }
  TEST_CASE("CUDA, at run time: acoustics equals the paper's algorithms") {
    check_pipelines<double>(wave_problem(1, not_ahead(6)));
    check_pipelines<float>(wave_problem(2, not_ahead(6)));
    check_pipelines<float>(wave_problem(3, not_ahead(2)));
    // Shared memory holds a cell of four fields up to this order.
    if (not_ahead(4) == 4) check_pipelines<double>(wave_problem(3, 4));
  }
  TEST_CASE("CUDA, at run time: waves equal the literal reference") {
    const Device device("cuda");
    check_wave_variants<double>(device, wave_problem(1, not_ahead(6)));
    check_wave_variants<double>(device, wave_problem(2, not_ahead(6)));
    check_wave_variants<float>(device, wave_problem(3, not_ahead(4)));
  }

  TEST_CASE("CUDA, at run time: N = 0, of rows no longer than a line") {
    // A row's halo below then lies a whole row before it: the copy engine is to begin there.
    const Device device("cuda");
    const std::array<long, 3> sizes[] = {{7, 3, 2}, {12, 3, 2}, {20, 3, 2}, {31, 1, 2}, {33, 2, 3}};
    for (const std::array<long, 3>& cells : sizes)
      for (const Sample& s : samples()) {
        if (s.dimension != 3) continue;
        for (const int walls : {0, 1}) {
          Problem p = system_problem(s, 0, walls);
          p.cells = cells;
          check_of_gpus(device, p, expect<float>(p));
          check_of_gpus(device, p, expect<double>(p));
        }
      }
  }
  TEST_CASE("CUDA, at run time: a kernel needs what the one compiled ahead does, and works alike") {
    const Device device("cuda");
    int compared = 0;
    for (const KernelEntry& ahead : kernel_table().entries()) {
      const KernelKey& key = ahead.key;
      if (key.backend != Backend::cuda || key.order != 1 || key.precision != Precision::single ||
          key.layout != Layout::x1_innermost || key.dimension == 1 ||
          !(key.coupling.empty() || key.coupling == "acoustics") || !fits_registers(key))
        continue;
      const std::string what = text_of(key);
      INFO(what);
      const KernelEntry& now = runtime_kernel(key);
      Problem p = problem_of(key);
      p.cells = {40, 11, key.dimension == 3 ? 7 : 1};
      const Arguments arguments(key.id, p, -1, {{0, 0, 0}, {40, 11, p.cells[2]}});
      for (const int lanes : {1, 3, 32}) {
        const StepArguments a = arguments_of(arguments, lanes);
        const KernelNeeds x = ahead.needs(a), y = now.needs(a);
        CHECK(x.blocks == y.blocks);
        CHECK(x.scratch_bytes == y.scratch_bytes);
        CHECK(x.row_threads == y.row_threads);
        CHECK(x.max_lanes == y.max_lanes);
        for (int axis = 0; axis < 3; ++axis) CHECK(x.tile[axis] == y.tile[axis]);
      }
      const KernelFacts facts = now.facts(arguments_of(arguments, 3));
      CHECK(facts.registers > 0);
      CHECK(facts.blocks_per_multiprocessor > 0);
      if (!has(key.id, Trait::in_place)) check_what_is_touched<float>(device, now, key.order);
      ++compared;
    }
    CHECK(compared > 0);
  }

  TEST_CASE("CUDA: minimum blocks change registers, and no bit of the results") {
    const Device device("cuda");
    const Problem advection = sample_problem(3, 1, 0), acoustics = wave_problem(3, 1);
    const auto check = [&](const Problem& p, Case::Kernel kernel) {
      INFO(text_of(p));
      INFO(text_of(kernel));
      const auto initial = rough_data(p, 1);
      const auto without = advance(device, p, Precision::single, kernel, initial);
      kernel.min_blocks = 2;
      const auto with = advance(device, p, Precision::single, kernel, initial);
      CHECK(count_differences(with, without) == 0);
    };
    for (const char* const variant : {"literal", "march"})
      for (const char* const pipeline : {"shift", "full-step"})
        check(advection, kernel_of(pipeline, variant));
    for (const char* const variant : {"literal", "march", "registers"})
      for (const char* const pipeline : {"monolithic", "two-kernel"})
        check(acoustics, kernel_of(pipeline, variant));
  }

  TEST_CASE("CUDA: minimum blocks that cannot be are refused") {
    const Device device("cuda");
    const auto refused = [&](const char* pipeline, const char* variant, int blocks) {
      const Problem p = sample_problem(3, 1, 0);
      Case::Kernel kernel = kernel_of(pipeline, variant);
      kernel.min_blocks = blocks;
      try {
        advance(device, p, Precision::single, kernel, rough_data(p, 1));
      } catch (const MachineError& error) {
        return std::string(error.what());
      }
      return std::string();
    };
    CHECK(refused("shift", "registers", 2).find("compiled ahead only") != std::string::npos);
    CHECK(refused("full-step", "registers", 2).find("compiled ahead only") != std::string::npos);
    CHECK(refused("shift", "march", 16).find("threads") != std::string::npos);
    CHECK(refused("shift", "march", 4).empty());
  }

#if HERMITE_STRICT_FP
  TEST_CASE("CUDA, at run time, strict: host and GPU agree bit for bit") {
    const Device device("cuda");
    for (int dimension = 1; dimension <= 3; ++dimension) {
      Problem p = wave_problem(dimension, not_ahead(dimension == 3 ? 4 : 6));
      const auto initial = rough_data(p, 1);
      const Case::Kernel kernel = kernel_of("monolithic", dimension == 1 ? "literal" : "march");
      INFO(text_of(p));
      CHECK(count_differences(advance(host(), p, Precision::double_, kernel, initial),
                              advance(device, p, Precision::double_, kernel, initial)) == 0);
    }
  }
#endif
}

#endif  // HERMITE_CUDA_ENABLED
