#include "kernels/fdtd/maxwell/yee_cost.hpp"

#include <algorithm>
#include <vector>

#include "kernels/fdtd/half_step_box.hpp"
#include "kernels/fdtd/maxwell/shell.hpp"

namespace hermite {

namespace {

// More lanes share nothing more, but for the halo of a tile.
constexpr int most_lanes = 128;

double volume(const CellBox& box) { return static_cast<double>(cells_of(box)); }

// One block with memory of its own, filled with numbers that are no special case.
class Sample {
 public:
  Sample(const YeeChoice& choice, const YeeArguments& whole) : choice_(choice), a_(whole) {
    const bool tiles = choice.schedule == FdtdSchedule::tile;
    a_.lanes = std::min(a_.lanes, most_lanes);
    const int size[3] = {a_.lanes - (tiles ? 1 : 0), a_.rows - (tiles ? 1 : 0), a_.planes};
    NodeExtents x;
    a_.box = {};
    for (int axis = 0; axis < 3; ++axis) {
      a_.box.upper[axis] = x.nodes[axis] = size[axis];
      x.below[axis] = x.above[axis] = 1;
      for (long(&nodes)[3] : a_.nodes) nodes[axis] = size[axis];
    }
    a_.layout = make_layout(Layout::x1_innermost, x, sizeof(double));
    const auto values = static_cast<std::size_t>(a_.layout.size);
    values_.resize(12 * values, 0.5);
    media_.resize(2 * values, 0);
    table_.resize(static_cast<std::size_t>(std::max({512, a_.lanes, a_.rows, a_.planes}) + 1), 0.5);
    for (std::size_t c = 0; c < 3; ++c) {
      a_.written[c] = values_.data() + c * values;
      a_.read[c] = values_.data() + (3 + c) * values;
      for (std::size_t which = 0; which < 2; ++which) {
        a_.psi[c][which] = values_.data() + (6 + 2 * c + which) * values;
        a_.psi_layout[c][which] = a_.layout;
      }
      a_.ratio[c] = a_.factors = table_.data();
      if (a_.medium[c] != nullptr) a_.medium[c] = media_.data();
    }
  }

  const YeeArguments& arguments() const { return a_; }
  // Per cell of the field kernel, in a layer across the axis or, for 3, in none.
  Counts field(int axis) const {
    YeeArguments a = a_;
    for (CpmlAxis& layer : a.cpml) layer = {};
    if (axis < 3) a.cpml[axis] = {table_.data(), table_.data(), a.box.upper[axis]};
    Counts block;
    with_yee_kernel_of<double>(choice_, a,
                               [&](const auto& kernel) { block = count_block(kernel); });
    return block * (1 / volume(a_.box));
  }
  // Per cell of a kernel of layers, whose face, or the one region, is the block.
  Counts layers(CpmlLaunch launch, int region) const {
    YeeArguments a = a_;
    for (int axis = 0; axis < 3; ++axis)
      a.cpml[axis] = {table_.data(), table_.data(), a.box.upper[axis]};
    for (int axis = 0; axis < 3; ++axis)
      for (int part = 0; part < 4; ++part)
        launch.regions.begin[axis][part] =
            part <= CpmlRegions::part(region, axis) ? a.box.lower[axis] : a.box.upper[axis];
    launch.face.box = a.box;
    launch.face.walk = 1;
    Counts block;
    with_cpml_kernel_of<double>(choice_, a, launch,
                                [&](const auto& kernel) { block = count_block(kernel); });
    return block * (1 / volume(a_.box));
  }

 private:
  YeeChoice choice_;
  YeeArguments a_;
  std::vector<double> values_, table_;  // six components, six psi
  std::vector<double> media_;           // indices of either width, or factors
};

// Per cell of the box, all regions or a face.
Counts count_layers(const Sample& sample, const CpmlLaunch& launch, const CellBox& box) {
  if (!launch.over_regions)
    return sample.layers(launch, 0) * (volume(launch.face.box) / volume(box));
  Counts cost;
  for (int n = 0; n < CpmlRegions::count; ++n)
    if (CpmlRegions::in_layers(n) && !is_empty(launch.regions.box(n)))
      cost = cost + sample.layers(launch, n) * (volume(launch.regions.box(n)) / volume(box));
  return cost;
}

}  // namespace

Counts count_yee(const YeeChoice& choice, const YeeArguments& a,
                 const std::vector<CpmlLaunch>& launches) {
  const Sample sample(choice, a);
  const Counts plain = sample.field(3);
  Counts cost = plain;
  if (!launches.empty()) {
    for (const CpmlLaunch& launch : launches) {
      YeeArguments own = a;
      own.take(launch.block);
      const Sample block({choice.precision, choice.electric}, own);
      cost = cost + count_layers(block, launch, a.box);
    }
    return cost;
  }
  for (int axis = 0; axis < 3; ++axis) {
    long layers = 0;
    for (long node = a.box.lower[axis]; node < a.box.upper[axis]; ++node)
      if (a.cpml[axis].holds(node)) ++layers;
    if (layers == 0) continue;
    const double share =
        static_cast<double>(layers) / static_cast<double>(a.box.upper[axis] - a.box.lower[axis]);
    cost = cost + (sample.field(axis) + plain * -1) * share;
  }
  return cost;
}

Counts count_pairs(const YeePairArguments& whole) {
  YeeArguments e = whole.electric, h = whole.magnetic;
  e.take(whole);
  h.take(whole);
  const Sample electric({}, e), magnetic({}, h);
  YeePairArguments a = whole;
  a.electric = electric.arguments();
  a.magnetic = magnetic.arguments();
  a.sources = {};
  a.at_walls[0] = a.at_walls[1] = 0;
  a.lanes = a.electric.lanes;
  a.core = {{0, 0, 0}, {a.lanes - 2 * a.lead, a.rows - 2 * pair_margin, a.planes}};
  for (int axis = 0; axis < 3; ++axis) a.nodes[axis] = static_cast<int>(a.electric.box.upper[axis]);
  long blocks = 0;
  with_pair_kernel_of<double>(whole, [&](const auto& kernel) { blocks = kernel.blocks(); });
  Counts block;
  with_pair_kernel_of<double>(a, [&](const auto& kernel) { block = count_block(kernel); });
  // All lanes do the same, but for the stores of what is a block's own.
  const double share = static_cast<double>(whole.lanes) / a.lanes;
  Counts cost = block * (share * static_cast<double>(blocks) / volume(whole.core));
  cost.stores = block.stores / volume(a.core);
  return cost;
}

}  // namespace hermite
