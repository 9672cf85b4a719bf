#include "kernels/fdtd/maxwell/pair_stages.hpp"

#include <algorithm>
#include <memory>

#include "kernels/device/pack.hpp"
#include "kernels/device/side_by_side.hpp"
#include "kernels/fdtd/half_step_box.hpp"
#include "kernels/fdtd/maxwell/block_shape.hpp"

namespace hermite {

namespace {

// Of 32 bytes, that a GPU reads at a time, or a pack of the host.
int lead_of(const YeeChoice& choice) {
  if (choice.cuda) return 4;
  return choice.precision == Precision::single ? pack_lanes<float> : pack_lanes<double>;
}

// With what is not its own. On CUDA a warp has a row, two cells of a float a thread; planes enough that the few
// more at its ends cost little, and few enough for blocks on all multiprocessors. On the host equal parts.
YeeBlock pair_block(const YeeChoice& choice, const CellBox& core, int lead) {
  if (choice.cuda) {
    const int bytes = bytes_of(choice.precision);
    return {32 * 8 / bytes, most_pair_threads / 32, 128};
  }
  const auto part = [](long cells, long most, long unit) {
    const long parts = divide_up(cells, most);
    return static_cast<int>(divide_up(divide_up(cells, parts), unit) * unit);
  };
  const long lanes = core.upper[0] - core.lower[0], rows = core.upper[1] - core.lower[1];
  return {part(lanes, 496, lead) + 2 * lead, part(rows, 28, 1) + 2 * pair_margin, 32};
}

std::array<long, 3> common_nodes(const YeeTables& tables) {
  std::array<long, 3> nodes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    nodes[axis] = tables.electric.nodes[0][axis];
    for (const YeeArguments* field : {&tables.electric, &tables.magnetic})
      for (const auto& component : field->nodes)
        nodes[axis] = std::min(nodes[axis], component[axis]);
  }
  return nodes;
}

// What a half step of the shell leaves to the sweep.
CellBox hole_of(CellBox core, bool electric, bool second, int lead) {
  const long below = second ? 0 : 1, above = (second ? 0 : 1) + (electric ? 0 : 1);
  for (int axis = 0; axis < 3; ++axis) {
    const long cell = axis == 0 ? lead : 1;
    core.lower[axis] += cell * below;
    core.upper[axis] -= cell * above;
  }
  return core;
}

}  // namespace

PairPlan plan_pairs(const YeeTables& tables, const YeeChoice& choice,
                    const std::vector<long>& driven_planes) {
  PairPlan plan;
  plan.lead = lead_of(choice);
  const std::array<long, 3> nodes = common_nodes(tables);
  CellBox all;
  for (int axis = 0; axis < 3; ++axis) {
    long lower = 0, upper = nodes[static_cast<std::size_t>(axis)];
    for (const YeeArguments* field : {&tables.electric, &tables.magnetic}) {
      lower = std::max(lower, field->cpml[axis].lower);
      upper = std::min(upper, field->cpml[axis].upper_begin);
    }
    const long unit = axis == 0 ? plan.lead : 1;
    all.lower[axis] = std::max(divide_up(lower + pair_margin, unit) * unit, unit);
    all.upper[axis] = (upper - pair_margin) / unit * unit;
  }
  std::vector<long> driven = driven_planes;
  driven.push_back(all.upper[2] + pair_margin);
  std::sort(driven.begin(), driven.end());
  for (const long plane : driven) {
    CellBox core = all;
    core.upper[2] = std::min(all.upper[2], plane - 1);
    const CellBox smallest_hole = hole_of(core, false, false, plan.lead);
    if (!is_empty(smallest_hole)) plan.cores.push_back(core);
    all.lower[2] = std::max(all.lower[2], plane + pair_margin);
  }
  return plan;
}

std::vector<CellBox> around(const CellBox& box, const std::vector<CellBox>& holes) {
  std::vector<CellBox> parts;
  const auto add = [&](int axis, CellBox part, long lower, long upper) {
    part.lower[axis] = lower;
    part.upper[axis] = upper;
    if (!is_empty(part)) parts.push_back(part);
  };
  long done = box.lower[2];
  for (const CellBox& hole : holes) {
    add(2, box, done, hole.lower[2]);
    done = hole.upper[2];
    CellBox beside = box;
    beside.lower[2] = hole.lower[2];
    beside.upper[2] = hole.upper[2];
    add(1, beside, box.lower[1], hole.lower[1]);
    add(1, beside, hole.upper[1], box.upper[1]);
    beside.lower[1] = hole.lower[1];
    beside.upper[1] = hole.upper[1];
    add(0, beside, box.lower[0], hole.lower[0]);
    add(0, beside, hole.upper[0], box.upper[0]);
  }
  add(2, box, done, box.upper[2]);
  return parts;
}

void launch_around(Stage& stage, const PairPlan& plan, const YeeHalfStep& half, bool second,
                   const Device& device) {
  std::vector<CellBox> holes;
  for (const CellBox& core : plan.cores)
    holes.push_back(hole_of(core, half.choice.electric, second, plan.lead));
  const std::vector<CellBox> boxes = around(half.ready.box, holes);
  const auto beside = std::make_shared<SideBySide>(device);
  stage.launch = [half, boxes, beside](const std::vector<BoundArray>& arrays, const CellBox&,
                                       const LaunchTarget& target) {
    const YeeArguments all = bound_to(half, arrays);
    beside->run(boxes.size(), target.stream, [&](std::size_t i, void* stream) {
      YeeArguments a = all;
      a.box = boxes[i];
      a.take(chosen_block({}, half.choice.schedule, half.choice.cuda, half.choice.precision,
                          a.box.upper[0] - a.box.lower[0]));
      launch_yee(half.choice, a, {target.threads, stream});
    });
  };
}

Stage core_stage(const PairPlan& plan, const std::shared_ptr<const YeeTables>& tables,
                 const YeeChoice& choice, int before, int written) {
  Stage stage;
  stage.name = "two steps";
  for (int field = 0; field < 6; ++field) {
    stage.reads.push_back({before + field});
    stage.writes.push_back(written + field);
  }
  YeePairArguments ready;
  ready.electric = tables->electric;
  ready.magnetic = tables->magnetic;
  const std::array<long, 3> nodes = common_nodes(*tables);
  std::copy(nodes.begin(), nodes.end(), ready.nodes);
  ready.lead = plan.lead;
  if (plan.cores.empty()) {
    stage.launch = [](const std::vector<BoundArray>&, const CellBox&, const LaunchTarget&) {};
    return stage;
  }
  const YeeBlock block = pair_block(choice, plan.cores[0], plan.lead);
  ready.lanes = block.lanes;
  ready.rows = block.rows;
  ready.planes = block.planes;
  stage.launch = [ready, tables, choice, cores = plan.cores, before, written](
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
    for (const CellBox& core : cores) {
      a.core = core;
      launch_pairs(choice, a, target);
    }
  };
  return stage;
}

}  // namespace hermite
