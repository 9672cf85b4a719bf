#include "kernels/hermite/launcher.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/method/operators.hpp"
#include "kernels/device/sectors.hpp"
#include "kernels/hermite/floor_flops.hpp"
#include "kernels/hermite/kernel_cost.hpp"
#include "kernels/hermite/row_gap.hpp"

namespace hermite {

Eigen::MatrixXd matrix_of(Operator op, int order, double lam) {
  switch (op) {
    case Operator::half_step:
      return half_step(order, lam);
    case Operator::full_step:
      return full_step(order, lam);
    case Operator::two_steps:
      return two_steps(order, lam);
    case Operator::interpolate:
      break;
  }
  return interpolation(order);
}

void Common::set_operator(int axis, const Eigen::MatrixXd& op) {
  std::vector<double>& values = operators[axis];
  for (Eigen::Index r = 0; r < op.rows(); ++r)
    for (Eigen::Index c = 0; c < op.cols(); ++c) values.push_back(op(r, c));
  arguments.operators[axis] = values.data();
  arguments.operator_values = static_cast<int>(values.size());
}

void Common::set_parity(std::vector<ParityBlock> matrices, const std::vector<int>& parities,
                        const ParityFormat& format) {
  blocks = std::move(matrices);
  flips = parities;
  parity = std::make_unique<ParityStorage>(blocks, flips, format, *device);
  arguments.parity = parity->on_device();
}

std::shared_ptr<Common> begin_common(const std::string& coupling, const Grid& grid,
                                     const HermiteMethod& method, const Device& device) {
  auto common = std::make_shared<Common>();
  common->device = &device;
  common->key = {KernelId::evolve,
                 coupling,
                 grid.dimension,
                 method.order,
                 method.precision,
                 method.kernel.layout == "node-major" ? Layout::node_major : Layout::x1_innermost,
                 device.cuda() ? Backend::cuda : Backend::host,
                 method.kernel.min_blocks};
  if (method.kernel.min_blocks > 0 && !device.cuda())
    throw MachineError(
        "kernel.min_blocks: found " + std::to_string(method.kernel.min_blocks) +
        ", which is for the registers of a GPU: leave it out, or take --device cuda");
  common->arguments.order = method.order;
  common->arguments.stages = method.stages;
  common->arguments.truncate = method.kernel.truncate;
  return common;
}

Access access_of(const Grid& grid, int array, const Reach& reach) {
  Access read{array};
  for (int axis = 0; axis < grid.dimension; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    read.below[a] = grid.periodic(axis) ? reach.below : reach.walled_below;
    read.above[a] = grid.walled_above(axis) ? reach.walled_above : reach.above;
  }
  return read;
}

namespace {

bool same_box(const CellBox& a, const CellBox& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (a.lower[axis] != b.lower[axis] || a.upper[axis] != b.upper[axis]) return false;
  return true;
}

}  // namespace

Launcher::Launcher(std::shared_ptr<Common> shared, KernelId id, int first, const CellBox& box,
                   BlockSize wanted)
    : common(std::move(shared)), arguments(common->arguments) {
  const KernelKey key = with_id(common->key, id);
  entry = &kernel_table().choose(key);
  arguments.first = first;
  arguments.box = box;
  if (key.backend == Backend::cuda && key.layout == Layout::x1_innermost)
    arguments.row_end = whole_sectors(box.upper[0], bytes_of(key.precision));
  const BlockSize size = choose_block_size(*entry, arguments, wanted, *common->device);
  arguments.lanes = size.lanes;
  arguments.rows = size.rows;
  arguments.planes = size.planes;
}

bool Launcher::write_images(const Access& read) {
  const CellBox& box = arguments.box;
  // A cell has at most one image along an axis, also when these come by whole sectors along x1.
  if (!entry->needs(arguments).writes_images ||
      box.upper[0] < 2 * sector_values(bytes_of(entry->key.precision)))
    return false;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (read.below[axis] + read.above[axis] > box.upper[axis]) return false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    arguments.images[axis][0] = read.below[axis];
    arguments.images[axis][1] = read.above[axis];
  }
  return true;
}

void Launcher::operator()(const BoundArray& in, const BoundArray& out, const CellBox& box,
                          const LaunchTarget& target) const {
  StepArguments a = arguments;
  a.in = in.data;
  a.in_layout = in.layout;
  a.out = out.data;
  a.out_layout = out.layout;
  a.box = box;
  if (box.upper[0] < arguments.box.upper[0]) a.row_end = 0;
  if (!same_box(box, arguments.box)) {
    for (auto& layers : a.images) layers[0] = layers[1] = 0;
  } else if (a.images[0][0] + a.images[0][1] > 0) {
    const RowGap gap(box.upper[0], out.layout.entry, a.images[0][0], a.images[0][1],
                     sector_values(bytes_of(entry->key.precision)));
    a.row_end = gap.row_end;
    a.images[0][0] = gap.below;
    a.images[0][1] = gap.above;
  }
  entry->launch(a, target);
}

Counts Launcher::cost() const {
  if (common->parity == nullptr) return cost_per_cell(entry->key, arguments);
  // It is counted on the host, in double precision.
  static const Device host("host");
  const ParityStorage storage(common->blocks, common->flips,
                              {ParityForm::tiles, Precision::double_}, host);
  StepArguments a = arguments;
  a.parity = storage.on_host();
  return cost_per_cell(entry->key, a);
}

KernelUse Launcher::use() const {
  const KernelNeeds needs = entry->needs(arguments);
  KernelUse use{kernel_name(entry->key.id), {needs.tile[0], needs.tile[1], needs.tile[2]}, {}, {}};
  const Launcher run = *this;
  use.floor_flops = [run] { return floor_flops(run.entry->key, run.arguments); };
  use.matrix_units = has(entry->key.id, Trait::matrix_units);
  if (entry->facts) use.facts = [run] { return run.entry->facts(run.arguments); };
  return use;
}

std::string Launcher::text() const {
  const KernelNeeds needs = entry->needs(arguments);
  std::string block = std::to_string(needs.tile[0]);
  if (shares_rows(entry->key.id, entry->key.dimension) || has(entry->key.id, Trait::fixed_box))
    block += "x" + std::to_string(needs.tile[1]);
  if (has(entry->key.id, Trait::marches))
    block += "x" + std::to_string(needs.tile[entry->key.dimension - 1]);
  return kernel_name(entry->key.id) + " " + block + " cells per block" +
         (entry->key.order == any_order ? ", order at run time" : "") +
         (entry->key.min_blocks > 0 ? ", min_blocks " + std::to_string(entry->key.min_blocks)
                                    : "") +
         (entry->at_run_time ? ", compiled at run time" : "");
}

void Launcher::describe(Solver& solver) const {
  const std::string kernel = text();
  if (solver.description.find(kernel) == std::string::npos)
    solver.description += (solver.description.empty() ? "" : "; ") + kernel;
  std::vector<std::string>& notices = solver.notices;
  if (!entry->notice.empty() &&
      std::find(notices.begin(), notices.end(), entry->notice) == notices.end())
    notices.push_back(entry->notice);
}

CellBox whole(const Grid& grid, Stagger written) {
  CellBox box;
  for (std::size_t axis = 0; axis < 3; ++axis) box.upper[axis] = grid.extents(written)[axis];
  return box;
}

BlockSize wanted_size(const Case::Kernel& kernel) {
  return {kernel.cells_per_block, kernel.rows_per_block, kernel.planes_per_block};
}

bool wants_march(const Case::Kernel& kernel, int dimension) {
  if (kernel.variant == "march" && dimension == 1)
    throw Error(Exit::bad_case,
                "kernel.variant: march shares planes along the last axis, so it needs 2 or 3 "
                "dimensions; in 1-D take literal or auto");
  return kernel.variant == "march" || (kernel.variant != "literal" && dimension > 1);
}

}  // namespace hermite
