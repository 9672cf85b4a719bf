// Kernels that fill the halo of what they write (StepArguments::images) against the halo's own kernel.
#if HERMITE_CUDA_ENABLED

#include <algorithm>

#include "tests/kernels/hermite/bitwise.hpp"
#include "tests/kernels/hermite/waves.hpp"

using namespace hermite;

namespace {

std::vector<double> end_of(const Device& device, const Problem& p, Precision precision,
                           const Case::Kernel& kernel, bool images) {
  Run run(device, p, precision, kernel);
  Simulation& simulation = run.simulation();
  Solver solver = simulation.solver();
  for (std::vector<Stage>* stages : {&solver.stages, &solver.pair.stages})
    for (Stage& stage : *stages) {
      CHECK(stage.fills_halo);
      stage.fills_halo = images;
    }
  CHECK(simulation.adopt(solver));
  simulation.poison(1);  // what no kernel writes would show
  run.set(rounded(rough_data(p, 1), precision));
  run.steps(3);
  return run.get();
}

void check_images(const Device& device, const Problem& p, Precision precision, KernelId id,
                  const char* pipeline, int steps_per_sweep = 1) {
  if (!has_registers(p, precision, id)) return;
  Case::Kernel kernel = kernel_of(pipeline, variant_of(id));
  kernel.steps_per_sweep = steps_per_sweep;
  const std::string what = text_of(p) + "; " + name_of(precision) + "; " + text_of(kernel);
  INFO(what);
  CHECK(count_differences(end_of(device, p, precision, kernel, true),
                          end_of(device, p, precision, kernel, false)) == 0);
}

}  // namespace

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: halos that kernels fill are those of the halo's kernel, bit for bit") {
    const Device device("cuda");
    // Rows of all lengths within a sector, with and without room for whole ones before the next row; cells
    // of one block, of several, and a last block of one; layers that are all the nodes there are.
    const std::array<long, 3> sizes[] = {{16, 2, 2},  {17, 3, 4},   {22, 7, 2},   {23, 6, 3},
                                         {24, 5, 5},  {30, 6, 9},   {31, 8, 7},   {32, 6, 16},
                                         {33, 7, 5},  {46, 12, 3},  {47, 13, 4},  {48, 11, 6},
                                         {65, 5, 33}, {160, 4, 17}, {161, 3, 18}, {225, 13, 3}};
    const Problem acoustics = wave_problem(3, 1);
    for (const Precision precision : {Precision::single, Precision::double_})
      for (int order = 1; order <= 3; ++order)
        for (const std::array<long, 3>& cells : sizes) {
          Problem p;
          p.dimension = 3;
          p.order = order;
          p.cells = cells;
          p.velocity = {-1, 0.5, -0.7};
          check_images(device, p, precision, KernelId::half_step_registers, "shift");
          check_images(device, p, precision, KernelId::full_step_registers, "full-step");
          // Two layers at both ends are at most all the nodes there are.
          if (*std::min_element(cells.begin(), cells.end()) >= 4)
            check_images(device, p, precision, KernelId::two_steps_registers, "full-step", 2);
          p.other = acoustics.other;
          check_images(device, p, precision, KernelId::parity_registers, "parity");
          check_images(device, p, precision, KernelId::parity_matrix, "parity");
        }
  }
}

#endif
