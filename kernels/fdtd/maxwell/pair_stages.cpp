#include "kernels/fdtd/maxwell/pair_stages.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "hermite/core/error.hpp"
#include "kernels/device/march_length.hpp"
#include "kernels/device/pack.hpp"
#include "kernels/device/side_by_side.hpp"
#include "kernels/fdtd/half_step_box.hpp"
#include "kernels/fdtd/maxwell/block_shape.hpp"
#include "kernels/fdtd/maxwell/shell.hpp"
#include "kernels/fdtd/maxwell/yee_cost.hpp"

namespace hermite {

namespace {

[[noreturn]] void refuse_pairs(const std::string& why) {
  throw Error(Exit::bad_case, "kernel.steps_per_sweep: found 2, allowed 1 " + why);
}

// Of a GPU's block.
constexpr MarchLimits pair_marches{16, 128, 2 * pair_margin + 1};

// Of 32 bytes, that a GPU reads at a time, or a pack of the host.
int lead_of(const YeeChoice& choice) {
  if (choice.cuda) return 4;
  return choice.precision == Precision::single ? pack_lanes<float> : pack_lanes<double>;
}

int planes_of_block(const CellBox& core, int lanes, int rows, int multiprocessors) {
  const auto extent = [&](int axis) { return core.upper[axis] - core.lower[axis]; };
  const long columns = divide_up(extent(0), long{lanes}) * divide_up(extent(1), long{rows});
  return static_cast<int>(march_length(extent(2), pair_marches, columns, multiprocessors));
}

// With what is not its own. On CUDA a warp has a row, two cells of a float a thread. On the host equal parts.
FdtdBlock pair_block(const YeeChoice& choice, const CellBox& core, const YeePairArguments& ready,
                     int multiprocessors) {
  if (choice.cuda) {
    const int lanes = pair_lane_threads * 8 / bytes_of(choice.precision);
    CellBox shared = core;
    shared.upper[0] -= ready.at_walls[0] + ready.at_walls[1];
    return {lanes, pair_rows,
            planes_of_block(shared, lanes - 2 * ready.lead, pair_rows - 2 * pair_margin,
                            multiprocessors)};
  }
  const auto part = [&](int axis, long most, long unit) {
    const long cells = core.upper[axis] - core.lower[axis], parts = divide_up(cells, most);
    return static_cast<int>(divide_up(divide_up(cells, parts), unit) * unit);
  };
  return {part(0, 496, lead_of(choice)) + 2 * ready.lead, part(1, 28, 1) + 2 * pair_margin, 32};
}

// What a half step of the shell leaves to the sweep.
CellBox hole_of(const PairPlan& plan, bool electric, bool second) {
  const long below = second ? 0 : 1, above = (second ? 0 : 1) + (electric ? 0 : 1);
  CellBox hole = plan.core;
  for (int axis = 0; axis < 3; ++axis) {
    const auto& reaches_wall = plan.reaches_wall[static_cast<std::size_t>(axis)];
    const long cell = axis == 0 ? plan.lead : 1;
    if (!reaches_wall[0]) hole.lower[axis] += cell * below;
    if (!reaches_wall[1]) hole.upper[axis] -= cell * above;
  }
  return hole;
}

// The sweep as roofline studies have it: its block, what it takes of a GPU, what it costs.
void add_cost(Stage& stage, const YeePairArguments& ready, const YeeChoice& choice) {
  KernelUse use{
      "yee_pairs", {ready.lanes - 2 * ready.lead, ready.rows - 2 * pair_margin, ready.planes}, {}};
  if (choice.cuda) use.facts = [ready, choice] { return pair_facts_cuda(choice, ready); };
  // The algorithm's: what the literal schedule does in two steps.
  use.floor_flops = [ready, choice] {
    double flops = 0;
    for (const bool electric : {false, true}) {
      YeeArguments a = electric ? ready.electric : ready.magnetic;
      for (CpmlAxis& axis : a.cpml) axis = {};
      flops += 2 * count_yee({choice.precision, electric}, a, {}).flops;
    }
    return flops;
  };
  use.beside = {2 * ready.lead, 2 * pair_margin, 2 * pair_margin + 1};
  stage.kernels = {use};
  stage.cells = cells_of(ready.core);
  stage.constant_bytes_per_cell = 3 * (ready.electric.medium_bytes + ready.magnetic.medium_bytes);
  stage.cost_per_cell = [ready, cuda = choice.cuda] {
    Counts counts = count_pairs(ready);
    // A GPU has shuffles for a part of it: not known.
    if (cuda) counts.scratch_loads = counts.scratch_stores = 0;
    return counts;
  };
}

}  // namespace

void require_pairs(const FdtdMethod& method, const Grid& grid) {
  for (const auto& axis : method.mur)
    if (axis[0] || axis[1]) refuse_pairs("with Mur's walls");
  if (method.incident.on()) refuse_pairs("with a plane wave");
  if (method.transforms()) refuse_pairs("with running Fourier transforms");
  if (method.kernel.variant != "march" && method.kernel.variant != "auto")
    refuse_pairs("with kernel.variant " + method.kernel.variant + "; take march");
  if (chosen_cpml(method.kernel.cpml) != CpmlSchedule::fused)
    refuse_pairs("with cpml.kernels " + method.kernel.cpml + "; take fused");
  if (method.kernel.coefficients == "constant")
    refuse_pairs("with kernel.coefficients constant; take indices");
  if (grid.slab.begin > 0 || !grid.ends_domain()) refuse_pairs("on several ranks");
}

void require_pair_block(const KernelFacts& sweep, long shared_bytes) {
  if (sweep.shared_bytes <= shared_bytes) return;
  refuse_pairs("on this GPU, whose blocks have up to " + std::to_string(shared_bytes) +
               " bytes of shared memory; a block of two steps takes " +
               std::to_string(sweep.shared_bytes));
}

int add_next_fields(Solver& solver) {
  const int next = static_cast<int>(solver.arrays.size());
  for (std::size_t field = 0; field < 6; ++field) {
    ArraySpec array = solver.arrays[field];
    array.name = "next " + array.name;
    solver.arrays.push_back(array);
  }
  return next;
}

PairPlan plan_pairs(const YeeTables& tables, const YeeChoice& choice, const Grid& grid) {
  if (!has_pairs(tables.electric, tables.magnetic))
    refuse_pairs(
        "where H has other numbers of media than E has: magnetic media alone, or over 256 of one");
  PairPlan plan;
  plan.lead = lead_of(choice);
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const long cells = grid.cells[d];
    long lower = 0, upper = cells;
    for (const YeeArguments* field : {&tables.electric, &tables.magnetic}) {
      lower = std::max(lower, field->cpml[axis].lower);
      upper = std::min(upper, field->cpml[axis].upper_begin);
    }
    plan.reaches_wall[d] = {grid.wall[d][0] == 1 && lower == 0,
                            grid.wall[d][1] == 1 && upper == cells};
    const long unit = axis == 0 ? plan.lead : 1;
    plan.core.lower[axis] =
        plan.reaches_wall[d][0] ? 0 : std::max(divide_up(lower + pair_margin, unit), 1L) * unit;
    plan.core.upper[axis] = plan.reaches_wall[d][1] ? cells : (upper - pair_margin) / unit * unit;
  }
  if (is_empty(hole_of(plan, false, false))) plan.core = {{0, 0, 0}, {0, 0, 0}};
  return plan;
}

std::vector<CellBox> shell_of(const PairPlan& plan, const YeeHalfStep& half, bool second) {
  return around(half.ready.box, hole_of(plan, half.choice.electric, second));
}

void launch_boxes(Stage& stage, const YeeHalfStep& half, const std::vector<CellBox>& boxes,
                  const std::string& rows, const Device& device) {
  const auto beside = std::make_shared<SideBySide>(device);
  Case::Kernel kernel;  // each box has a block for its own width
  kernel.rows = rows;
  stage.launch = [half, boxes, beside, kernel](const std::vector<BoundArray>& arrays,
                                               const CellBox&, const LaunchTarget& target) {
    const YeeArguments all = bound_to(half, arrays);
    beside->run(boxes.size(), target.stream, [&](std::size_t i, void* stream) {
      YeeArguments a = all;
      a.box = boxes[i];
      a.take(chosen_block(kernel, half.choice.schedule, half.choice.cuda, half.choice.precision,
                          a.box.upper[0] - a.box.lower[0]));
      launch_yee(half.choice, a, {target.threads, stream});
    });
  };
}

Stage core_stage(const PairPlan& plan, const std::shared_ptr<const YeeTables>& tables,
                 const YeeChoice& choice, int before, int written, int clock,
                 const Device& device) {
  Stage stage;
  stage.name = "two steps";
  for (int field = 0; field < 6; ++field) {
    stage.reads.push_back({before + field});
    stage.writes.push_back(written + field);
  }
  if (clock >= 0) stage.reads.push_back({clock});
  YeePairArguments ready;
  ready.electric = tables->electric;
  ready.magnetic = tables->magnetic;
  ready.sources = tables->sources;
  ready.core = plan.core;
  ready.lead = plan.lead;
  for (int axis = 0; axis < 3; ++axis)
    ready.nodes[axis] = static_cast<int>(tables->electric.box.upper[axis]) + 1;
  const bool is_wide = plan.core.upper[0] - plan.core.lower[0] > 2 * ready.lead;
  // A GPU's blocks then are as few as can be: of 64 lanes 56 are their own, and so a grid of 512 has 9.
  for (std::size_t side = 0; side < 2; ++side)
    if (choice.cuda && plan.reaches_wall[0][side] && is_wide) ready.at_walls[side] = ready.lead;
  ready.take(pair_block(choice, plan.core, ready, device.multiprocessors()));
  if (choice.cuda) require_pair_block(pair_facts_cuda(choice, ready), device.scratch_limit());
  add_cost(stage, ready, choice);
  stage.launch = [ready, tables, choice, before, written, clock](
                     const std::vector<BoundArray>& arrays, const CellBox&,
                     const LaunchTarget& target) {
    YeePairArguments a = ready;
    for (std::size_t c = 0; c < 3; ++c) {
      const auto old = static_cast<std::size_t>(before) + c,
                 next = static_cast<std::size_t>(written) + c;
      a.magnetic.read[c] = arrays[old].data;
      a.electric.read[c] = arrays[old + 3].data;
      a.electric.written[c] = arrays[next].data;
      a.magnetic.written[c] = arrays[next + 3].data;
    }
    if (clock >= 0)
      a.sources.clock = first_value(arrays[static_cast<std::size_t>(clock)], choice.precision);
    launch_pairs(choice, a, target);
  };
  return stage;
}

}  // namespace hermite
