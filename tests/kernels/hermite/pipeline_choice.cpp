// What the pipeline "auto" stands for, and that it is what it says.
#include "kernels/hermite/pipeline_choice.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/method/pipelines.hpp"
#include "hermite/systems/mirror.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/device/cuda_library.hpp"
#include "tests/hermite/systems/samples.hpp"
#include "tests/kernels/hermite/equality.hpp"
#include "tests/kernels/hermite/problem.hpp"

using namespace hermite;

namespace {

Problem problem_of(const Sample& s, int order) {
  Problem p;
  p.dimension = s.dimension;
  p.order = order;
  p.other = s.system;
  for (int d = 0; d < s.dimension; ++d) p.cells[std::size_t(d)] = 3 + d;
  p.steps = 2;
  return p;
}

PipelineChoice choice_for(const Problem& p, const Case::Kernel& kernel = {},
                          const Device& device = host()) {
  return choose_pipeline(*p.system(), p.grid(),
                         {p.order, p.dt(), p.stages(), Precision::double_, kernel}, device);
}

std::string refusal_of(const Problem& p, const Case::Kernel& kernel, Exit code) {
  try {
    return "not refused, but " + choice_for(p, kernel).name;
  } catch (const Error& error) {
    CHECK(error.code() == code);
    return error.what();
  }
}

// The description of a solver of 3-D advection names the blocks that its stages say they run, whatever the
// case asked for.
void check_blocks(const Device& device, const std::string& pipeline, const Case::Kernel& asked) {
  CAPTURE(pipeline);
  Problem p;
  p.dimension = 3;
  p.cells = {40, 5, 6};
  Case::Kernel kernel = asked;
  kernel.pipeline = pipeline;
  const HermiteMethod method{1, p.dt(), p.stages(), Precision::single, kernel};
  const Solver solver = hermite_solver(*p.system(), p.grid(), method, device);
  CAPTURE(solver.description);
  for (const Stage& stage : solver.stages)
    for (const KernelUse& use : stage.kernels) {
      const std::size_t name = solver.description.find(use.name + " ");
      REQUIRE(name != std::string::npos);
      const std::string from = solver.description.substr(name + use.name.size() + 1);
      const std::string block = from.substr(0, from.find(" cells per block"));
      CAPTURE(block);
      const auto begins = [](const std::string& text, int number) {
        return text.compare(0, std::to_string(number).size(), std::to_string(number)) == 0;
      };
      CHECK(begins(block, use.cells[0]));
      const std::size_t last = block.rfind('x');
      if (last == std::string::npos) continue;
      const std::string end = block.substr(last + 1);
      CHECK((end == std::to_string(use.cells[1]) || end == std::to_string(use.cells[2])));
      if (std::count(block.begin(), block.end(), 'x') == 2)
        CHECK(end == std::to_string(use.cells[2]));
    }
}
void check_blocks(const Device& device) {
  Case::Kernel far;
  far.planes_per_block = 1000;
  for (const char* pipeline : {"two-kernel", "monolithic", "shift", "full-step"})
    for (const Case::Kernel& kernel : {Case::Kernel{}, far}) check_blocks(device, pipeline, kernel);
}

const Sample& sample_of(const std::vector<Sample>& all, const std::string& title) {
  for (const Sample& s : all)
    if (s.title() == title) return s;
  FAIL("no sample " << title);
  return all.front();
}

}  // namespace

TEST_CASE("Auto: on the host, of every system") {
  CHECK(leaves_open(Case::Kernel{}.pipeline));
  for (const Sample& s : samples())
    for (const int order : {1, 2, 3, 6}) {
      CAPTURE(s.title());
      CAPTURE(order);
      Problem p = problem_of(s, order);
      long columns = s.fields;
      for (int d = 0; d < s.dimension; ++d) columns *= order + 1;
      const bool mirror = mirror_of(s.fields, s.system->terms(s.dimension)).exists;
      CHECK(mirror == (s.system->name() != "advection" && s.system->name() != "euler"));
      CHECK(choice_for(p).notice.empty());
      CHECK(choice_for(p).name == (s.system->name() == "advection" ? "full-step"
                                   : mirror && columns <= 256      ? "parity"
                                                                   : "monolithic"));
      // Fewer stages are another result, which neither has at less work.
      p.q = p.stages() - 1;
      CHECK(choice_for(p).name == "monolithic");
    }
}

TEST_CASE("Auto: of the pipelines that read the keys of the case the first") {
  const std::vector<Sample> all = samples();
  const Problem drift = problem_of(sample_of(all, "advection 3-D"), 1),
                sound = problem_of(sample_of(all, "acoustics 3-D"), 1);
  const auto name = [](const Problem& p, const std::function<void(Case::Kernel&)>& set) {
    Case::Kernel kernel;
    set(kernel);
    const PipelineChoice choice = choice_for(p, kernel);
    CHECK(choice.notice.empty());  // the device refused nothing
    return choice.name;
  };
  const auto slab = [](Case::Kernel& k) { k.slab = 2; };
  const auto march = [](Case::Kernel& k) { k.variant = "march"; };
  const auto all_values = [](Case::Kernel& k) { k.truncate = false; };
  const auto rows = [](Case::Kernel& k) { k.rows_per_block = 2; };
  const auto lanes = [](Case::Kernel& k) { k.cells_per_block = 3; };
  CHECK(name(drift, slab) == "two-kernel");
  CHECK(name(sound, slab) == "two-kernel");
  CHECK(name(drift, march) == "full-step");
  CHECK(name(sound, march) == "monolithic");
  CHECK(name(drift, all_values) == "monolithic");
  CHECK(name(sound, all_values) == "monolithic");
  CHECK(name(drift, rows) == "full-step");
  CHECK(name(sound, rows) == "two-kernel");
  CHECK(name(drift, lanes) == "full-step");
  CHECK(name(sound, lanes) == "parity");
}

TEST_CASE(
    "Auto: keys that no pipeline reads together are refused, and so is what the device lacks") {
  const std::vector<Sample> all = samples();
  const auto contains = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != text.npos);
  };
  const Problem drift = problem_of(sample_of(all, "advection 1-D"), 1),
                sound = problem_of(sample_of(all, "acoustics 3-D"), 1);
  Case::Kernel kernel;
  kernel.variant = "march";
  std::string text = refusal_of(drift, kernel, Exit::bad_case);
  CHECK(text.find("kernel.variant: march") == 0);
  contains(text, "(kernel.pipeline \"auto\" tried full-step, monolithic, two-kernel)");
  kernel.variant = "tile";
  CHECK(refusal_of(sound, kernel, Exit::bad_case).find("kernel.variant: found \"tile\"") == 0);
  kernel = {};
  kernel.slab = kernel.rows_per_block = 2;
  CHECK(refusal_of(drift, kernel, Exit::bad_case).find("kernel.rows_per_block: found 2") == 0);
  // Of GPUs: what has them says so, not that others have not.
  for (const char* variant : {"registers", "matrix"}) {
    kernel = {};
    kernel.variant = variant;
    text = refusal_of(sound, kernel, Exit::machine);
    CHECK(text.find(std::string("kernel.variant: ") + variant) == 0);
    contains(text, "--device cuda");
  }
  kernel = {};
  kernel.layout = "node-major";
  contains(refusal_of(sound, kernel, Exit::bad_case), "take x1-innermost");
}

TEST_CASE("Auto: what the device refuses is told, and the next is taken") {
  std::vector<std::string> attempted;
  const auto attempt = [&](const std::string& name) {
    attempted.push_back(name);
    if (name == "a") throw MachineError("one cell of a is too large");
    if (name == "b") throw Error(Exit::bad_case, "kernel.slab: b has none");
    if (name == "d") throw MachineError("no room for d");
    if (name == "e") throw Error(Exit::internal, "a mistake");
  };
  const PipelineChoice choice = first_possible({"a", "b", "c", "d"}, attempt);
  CHECK(choice.name == "c");
  CHECK(choice.notice ==
        "kernel.pipeline \"auto\" takes c: a cannot be launched (one cell of a is too large)");
  CHECK((attempted == std::vector<std::string>{"a", "b", "c"}));
  CHECK(first_possible({"b", "c"}, attempt).notice.empty());
  CHECK_THROWS_WITH_AS(first_possible({"b", "a", "d"}, attempt),
                       "one cell of a is too large (kernel.pipeline \"auto\" tried b, a, d)",
                       MachineError);
  CHECK_THROWS_WITH_AS(first_possible({"b"}, attempt),
                       "kernel.slab: b has none (kernel.pipeline \"auto\" tried b)", Error);
  CHECK_THROWS_WITH_AS(first_possible({"e", "c"}, attempt), "a mistake", Error);
}

TEST_CASE("Auto: the fields of the pipeline that it names, bit for bit, and no others") {
  for (const Sample& s : samples())
    for (const Precision precision : {Precision::single, Precision::double_}) {
      CAPTURE(s.title());
      const Problem p = problem_of(s, 1);
      const std::vector<double> initial = rough_data(p, 3);
      const std::string name = choice_for(p).name;
      const Case::Kernel named = kernel_of(name);
      CHECK((advance(host(), p, precision, {}, initial) ==
             advance(host(), p, precision, named, initial)));
      const HermiteMethod method{p.order, p.dt(), p.stages(), precision, {}};
      const std::string text = hermite_solver(*p.system(), p.grid(), method, host()).description;
      CHECK(text.find(name + ": ") == 0);
    }
  // Named, a pipeline is what it was.
  for (const char* pipeline : {"monolithic", "two-kernel", "shift", "full-step"}) {
    Problem p;
    p.cells[0] = 5;
    p.velocity[0] = 0.7;
    const HermiteMethod method{1, p.dt(), p.stages(), Precision::double_, kernel_of(pipeline)};
    CHECK(hermite_solver(*p.system(), p.grid(), method, host())
              .description.find(std::string(pipeline) + ": ") == 0);
  }
}

TEST_CASE("A description names the blocks that run") { check_blocks(host()); }

#if HERMITE_CUDA_ENABLED
TEST_SUITE("gpu") {
  TEST_CASE("CUDA: a description names the blocks that run") { check_blocks(Device("cuda")); }

  // Tests of equality pass by what is not there.
  TEST_CASE("CUDA: kernels of GPUs alone are there from Hopper on") {
    const Device device("cuda");
    if (cuda_architecture() < 90) return;
    const struct {
      const char* title;
      KernelId id;
      Precision precision;
      std::vector<int> orders;
    } expected[] = {
        {"advection 3-D", KernelId::half_step_registers, Precision::single, {1, 2, 3}},
        {"advection 3-D", KernelId::full_step_registers, Precision::single, {1, 2, 3}},
        {"advection 3-D", KernelId::two_steps_registers, Precision::single, {1, 2, 3}},
        {"advection 3-D", KernelId::monolithic_registers, Precision::single, {1, 2}},
        {"advection 3-D", KernelId::evolve_registers, Precision::single, {1, 2}},
        {"acoustics 3-D", KernelId::parity_registers, Precision::single, {1, 2}},
        {"maxwell 3-D", KernelId::parity_registers, Precision::single, {1, 2}},
        {"acoustics 3-D", KernelId::parity_matrix, Precision::double_, {1, 2, 3}},
        {"maxwell 3-D", KernelId::parity_matrix, Precision::double_, {1, 2, 3}},
        {"elastic 3-D", KernelId::parity_matrix, Precision::double_, {1, 2, 3}},
    };
    for (const auto& e : expected)
      for (const int order : e.orders) {
        CAPTURE(e.title);
        CAPTURE(kernel_name(e.id));
        CAPTURE(order);
        CHECK(has_registers(problem_of(sample_of(samples(), e.title), order), e.precision, e.id));
      }
  }

  TEST_CASE("CUDA: where multiprocessors are idle no block of parity takes planes by fours twice") {
    const Device device("cuda");
    if (cuda_architecture() < 90 || cuda_single_to_double(device.index()) > 2) return;
    Problem p = problem_of(sample_of(samples(), "maxwell 3-D"), 2);
    for (const Precision precision : {Precision::single, Precision::double_})
      for (int cells = 4; cells <= 14; ++cells) {
        CAPTURE(cells);
        p.cells = {cells, cells, cells};
        Case::Kernel kernel;
        kernel.pipeline = "parity";
        const HermiteMethod method{p.order, p.dt(), p.stages(), precision, kernel};
        const Solver solver = hermite_solver(*p.system(), p.grid(), method, device);
        for (const Stage& stage : solver.stages)
          for (const KernelUse& use : stage.kernels) {
            CHECK(use.name == "parity_matrix");
            CHECK(use.cells[2] <= 4);
          }
      }
  }

  TEST_CASE(
      "CUDA: auto is parity where the GPU has a kernel for it, and what it names bit for bit") {
    const Device device("cuda");
    for (const Sample& s : samples()) {
      CAPTURE(s.title());
      Problem p = problem_of(s, 2);
      const bool parity = s.dimension == 3 && cuda_architecture() >= 90 &&
                          cuda_single_to_double(device.index()) <= 2 &&
                          mirror_of(s.fields, s.system->terms(s.dimension)).exists;
      const std::string name = choice_for(p, {}, device).name;
      CHECK(name == (s.system->name() == "advection" ? "full-step"
                     : parity                        ? "parity"
                                                     : "monolithic"));
      const std::vector<double> initial = rough_data(p, 4);
      CHECK((advance(device, p, Precision::double_, {}, initial) ==
             advance(device, p, Precision::double_, kernel_of(name), initial)));
      p.q = p.stages() - 1;
      CHECK(choice_for(p, {}, device).name == (parity ? "parity" : "monolithic"));
    }
  }
}
#endif  // HERMITE_CUDA_ENABLED
