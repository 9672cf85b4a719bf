#include "kernels/fdtd/elastic/tables.hpp"

#include "kernels/fdtd/elastic/factors.hpp"

namespace hermite {

namespace {

void set_nodes(ElasticArguments& a, const Grid& grid, const NodeLayout& layout) {
  a.layout = layout;
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    a.box.upper[axis] = grid.extents(Stagger::primal)[d];
    for (int f = 0; f < grid.dimension * (grid.dimension + 3) / 2; ++f) {
      a.nodes[f][axis] = grid.extents(elastic_staggering(grid.dimension, f))[d];
      a.last[f][axis] = static_cast<int>(a.nodes[f][axis] - 1);
    }
  }
}

// Derivatives lie on nodes, or half a cell after them; velocities and stresses have the same tables.
void set_axis(ElasticTables& tables, const Grid& grid, const ElasticMethod& method, int axis) {
  const auto d = static_cast<std::size_t>(axis);
  const long cells = grid.cells[d];
  const double h = grid.h(axis), fastest = method.scene.fastest();
  const Medium background{1, 1 / (fastest * fastest), 0, 0, false};  // sigma is then in 1/s
  for (const int dual : {0, 1}) {
    CpmlAxis layer = elastic_layers(method.cpml, grid, axis);
    std::vector<double> ratio, b, c;
    const Stagger stagger = dual == 1 ? Stagger::dual : Stagger::primal;
    for (long node = 0; node < grid.extents(stagger)[d]; ++node) {
      const CpmlValues v = cpml_at(method.cpml, axis, static_cast<double>(node) + 0.5 * dual, cells,
                                   h, method.dt, background);
      if (!layer.holds(node)) continue;
      ratio.push_back(1 / (v.kappa * h));
      b.push_back(v.b);
      c.push_back(v.c / h);
    }
    layer.b = tables.constants.keep_in_precision("tables", b);
    layer.c = tables.constants.keep_in_precision("tables", c);
    const void* const ratios = tables.constants.keep_in_precision("tables", ratio);
    for (ElasticArguments* a : {&tables.velocity, &tables.stress}) {
      a->cpml[axis][dual] = layer;
      a->ratio[axis][dual] = ratios;
      a->per_h[axis] = 1 / h;
    }
  }
}

}  // namespace

CpmlAxis elastic_layers(const CpmlProfile& cpml, const Grid& grid, int axis) {
  const auto d = static_cast<std::size_t>(axis);
  CpmlAxis layer;
  layer.lower = cpml.layers[d][0];
  if (cpml.layers[d][1] > 0) layer.upper_begin = grid.cells[d] - cpml.layers[d][1];
  return axis == 0 ? layer.in_packs(layer_pack) : layer;
}

void fill_tables(ElasticTables& tables, const Grid& grid, const ElasticMethod& method,
                 const Device& device, const NodeLayout& layout) {
  for (ElasticArguments* a : {&tables.velocity, &tables.stress}) set_nodes(*a, grid, layout);
  for (int axis = 0; axis < grid.dimension; ++axis) set_axis(tables, grid, method, axis);
  const NodeMedia media(method.scene, grid, device.threads());
  set_factors(tables, media, method.dt, method.precision, device.threads());
  fill_sources(tables, grid, method, media, layout);
}

}  // namespace hermite
