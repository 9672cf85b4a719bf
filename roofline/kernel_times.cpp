#include "roofline/kernel_times.hpp"

#include <algorithm>

#include "hermite/method/pipelines.hpp"
#include "roofline/random_data.hpp"

namespace hermite {

namespace {

constexpr std::uint64_t seed = 7;

double values_per_node(const Solver& solver, int array) {
  const ArraySpec& spec = solver.arrays[static_cast<std::size_t>(array)];
  return static_cast<double>(spec.fields) * spec.entries;
}

double nodes_of(const ArraySpec& spec) {
  return static_cast<double>(spec.nodes[0]) * static_cast<double>(spec.nodes[1]) *
         static_cast<double>(spec.nodes[2]);
}

// Values of an array that a stage of so many cells reads or writes.
double values_in(const Solver& solver, int array, double cells) {
  const ArraySpec& spec = solver.arrays[static_cast<std::size_t>(array)];
  return values_per_node(solver, array) * (spec.partial ? nodes_of(spec) : cells);
}

// Others, at single points or faces, are no matter of bandwidth.
std::vector<const Stage*> stages_with_kernels(const Solver& solver) {
  std::vector<const Stage*> stages;
  for (const auto* of_steps : {&solver.stages, &solver.pair.stages})
    for (const Stage& stage : *of_steps)
      if (!stage.kernels.empty()) stages.push_back(&stage);
  return stages;
}

long cells_of(const Solver& solver, const Stage& stage) {
  if (stage.cells > 0) return stage.cells;
  const auto& nodes = solver.arrays[static_cast<std::size_t>(stage.writes.front())].nodes;
  return nodes[0] * nodes[1] * nodes[2];
}

// Nodes that a block of the kernel reads over those that it owns.
double halo_factor(const KernelUse& kernel, const Access& read, int dimension) {
  double factor = 1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimension); ++axis)
    factor *= static_cast<double>(kernel.cells[axis] + read.below[axis] + read.above[axis] +
                                  kernel.beside[axis]) /
              kernel.cells[axis];
  return factor;
}

// Whether its own source was what was run to count it. Kernels of GPUs alone are counted in their portable
// form, which uses a block's working memory in another way.
bool is_counted_itself(const KernelUse& kernel) {
  return !is_of_gpus(kernel.name.substr(kernel.name.rfind('_') + 1));
}

double array_bytes(const Solver& solver, const Stage& stage) {
  std::vector<bool> used(solver.arrays.size(), false);
  for (const Access& read : stage.reads) used[static_cast<std::size_t>(read.array)] = true;
  for (const int written : stage.writes) used[static_cast<std::size_t>(written)] = true;
  double bytes = 0;
  const std::vector<ArrayMemory> memory = memory_of(solver);
  for (std::size_t array = 0; array < used.size(); ++array)
    if (used[array]) bytes += static_cast<double>(memory[array].bytes);
  return bytes;
}

StageRecord describe(const Solver& solver, const Stage& stage) {
  StageRecord record;
  record.stage = stage.name;
  for (const KernelUse& kernel : stage.kernels) {
    KernelRecord k{kernel.name, kernel.cells, {}, {}};
    if (kernel.facts) k.facts = kernel.facts();
    record.kernels.push_back(k);
  }
  record.work = work_of(solver, stage);
  record.cells = cells_of(solver, stage);
  record.working_bytes = array_bytes(solver, stage);
  return record;
}

// Every array has values and halos, and two steps were taken: sources of a sweep of two steps ask for what
// drives the one before the last.
void make_ready(Simulation& simulation) {
  fill_random(simulation, seed);
  for (int step = 0; step < 2; ++step) simulation.step();
}

}  // namespace

Work work_of(const Solver& solver, const Stage& stage) {
  const double value = bytes_of(solver.precision);
  const auto cells = static_cast<double>(cells_of(solver, stage));
  const Counts counts = stage.cost_per_cell();
  Work work;
  work.flops = cells * counts.flops;
  const double constants = cells * stage.constant_bytes_per_cell;
  work.requested_bytes = cells * value * (counts.loads + counts.stores) + constants;
  work.read_bytes = work.block_bytes = constants;
  if (std::all_of(stage.kernels.begin(), stage.kernels.end(), is_counted_itself))
    work.scratch_bytes = cells * value * (counts.scratch_loads + counts.scratch_stores);
  for (const Access& read : stage.reads) {
    const double bytes = value * values_in(solver, read.array, cells);
    work.read_bytes += bytes;
    // The first kernel of a stage is the one that reaches to neighbours.
    work.block_bytes += bytes * halo_factor(stage.kernels.front(), read, solver.dimension);
  }
  for (const int written : stage.writes)
    work.written_bytes += value * values_in(solver, written, cells);
  work.block_bytes += work.written_bytes;
  for (const KernelUse& kernel : stage.kernels) {
    work.floor_flops += cells * kernel.floor_flops();
    work.matrix_units = work.matrix_units || kernel.matrix_units;
  }
  work.launches = static_cast<int>(stage.kernels.size());
  return work;
}

std::vector<StageRecord> describe_stages(const Solver& solver) {
  std::vector<StageRecord> records;
  for (const Stage* stage : stages_with_kernels(solver))
    records.push_back(describe(solver, *stage));
  return records;
}

std::vector<StageRecord> time_stages(Simulation& simulation, const TimingRule& rule) {
  make_ready(simulation);
  std::vector<StageRecord> records = describe_stages(simulation.solver());
  const std::vector<const Stage*> stages = stages_with_kernels(simulation.solver());
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Stage& stage = *stages[i];
    records[i].timing = measure(
        simulation.device(), [&] { simulation.launch(stage); }, rule);
    if (stage.kernels.size() == 1) continue;
    for (std::size_t k = 0; k < stage.kernels.size(); ++k) {
      const KernelUse& kernel = stage.kernels[k];
      if (kernel.launch)
        records[i].kernels[k].timing = measure(
            simulation.device(), [&] { simulation.launch(stage, kernel); }, rule);
    }
  }
  return records;
}

std::vector<std::string> profile_stages(Simulation& simulation) {
  const Device& device = simulation.device();
  make_ready(simulation);
  std::vector<std::string> names;
  for (const Stage* one : stages_with_kernels(simulation.solver())) {
    const Stage& stage = *one;
    if (stage.kernels.size() != 1) continue;
    simulation.launch(stage);  // once before: a kernel may be set up at its first launch
    device.synchronize();
    device.profile(true);
    simulation.launch(stage);
    device.synchronize();
    device.profile(false);
    names.push_back(stage.name);
  }
  return names;
}

}  // namespace hermite
