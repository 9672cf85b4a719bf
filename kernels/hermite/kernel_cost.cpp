#include "kernels/hermite/kernel_cost.hpp"

#include <vector>

#include "kernels/hermite/shape.hpp"

namespace hermite {

namespace {

// An array large enough for one block with its neighbours, filled with numbers that are no special
// case.
struct Sample {
  NodeLayout layout;
  std::vector<double> data;

  Sample(const KernelKey& key, int fields, int entries, const CellBox& box) {
    NodeExtents x;
    x.fields = fields;
    x.entries = entries;
    for (int axis = 0; axis < 3; ++axis) x.nodes[axis] = box.upper[axis];
    for (int axis = 0; axis < key.dimension; ++axis) x.below[axis] = x.above[axis] = 1;
    layout = make_layout(key.layout, x, sizeof(double));
    data.resize(static_cast<std::size_t>(layout.size));
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = 0.5 + static_cast<double>(i % 7);
  }
};

}  // namespace

Counts cost_per_cell(const KernelKey& key, StepArguments a) {
  KernelKey counting = with_id(key, portable_form(key.id));
  counting.order = any_order;
  counting.precision = Precision::double_;
  counting.backend = Backend::host;
  counting.min_blocks = 0;
  const KernelEntry& entry = kernel_table().choose(counting);
  a.lanes = 2;
  a.row_end = 0;
  for (long& upper : a.box.upper) upper = 1L << 20;
  const KernelNeeds needs = entry.needs(a);
  a.box = {};
  for (int axis = 0; axis < 3; ++axis) a.box.upper[axis] = needs.tile[axis];
  const int n = a.order + 1, fields = a.fields;
  const int nodal = power(n, key.dimension), full = power(2 * n, key.dimension);
  Sample in(key, fields, counting.id == KernelId::evolve ? full : nodal, a.box);
  const bool reconstructs = literal_form(key.id) == KernelId::reconstruct_literal;
  Sample out(key, fields, reconstructs ? full : nodal, a.box);
  a.in = in.data.data();
  a.in_layout = in.layout;
  a.out = out.data.data();
  a.out_layout = out.layout;
  const Counts counts = entry.count(a);
  const double cells = static_cast<double>(a.box.upper[0] * a.box.upper[1] * a.box.upper[2]);
  Counts per_cell = counts * (1 / cells);
  // What was counted fills tiles of 8 rows with rows of 0; it has the results alone, each a product with as
  // many columns.
  if (key.id == KernelId::parity_registers) {
    const int results = fields * nodal;
    per_cell.flops -= 2.0 * results * (parity_rows * a.parity.tiles - results);
  }
  return per_cell;
}

}  // namespace hermite
