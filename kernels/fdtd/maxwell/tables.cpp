#include "kernels/fdtd/maxwell/tables.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "kernels/fdtd/maxwell/factors.hpp"
#include "kernels/fdtd/maxwell/incident_line.hpp"

namespace hermite {

namespace {

// Of a thread of a GPU (kernels/device/cuda_pack_block.hpp).
constexpr long most_pack_lanes = 4;

// Of the differences of E's update, or of H's, along an axis.
long layered_nodes(const Grid& grid, int axis, bool electric) {
  const long cells = grid.cells[static_cast<std::size_t>(axis)];
  return electric && !grid.periodic(axis) ? cells + 1 : cells;
}

class Builder {
 public:
  Builder(YeeTables& tables, const Grid& grid, const FdtdMethod& method, const Device& device,
          const NodeLayout& layout)
      : tables_(tables),
        grid_(grid),
        method_(method),
        layout_(layout),
        factors_(grid, method, device.threads()) {}

  void build() {
    for (const bool electric : {false, true}) {
      set_axes(electric);
      factors_.set(arguments(electric), electric, tables_.constants);
    }
    if (method_.incident.on())
      for (const bool electric : {false, true}) set_incident(electric);
    set_sources();
  }

 private:
  YeeTables& tables_;
  const Grid& grid_;
  const FdtdMethod& method_;
  const NodeLayout& layout_;
  const YeeFactors factors_;

  void set_axes(bool electric);
  void set_incident(bool electric);
  void set_sources();
  YeeArguments& arguments(bool electric) { return electric ? tables_.electric : tables_.magnetic; }
  bool on_electric_wall(const EdgeSource& source) const;
};

// Differences of E's update lie at integer places, those of H's at half-integer ones.
void Builder::set_axes(bool electric) {
  YeeArguments& a = arguments(electric);
  a.layout = layout_;
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const Stagger stagger = electric ? Stagger::primal : Stagger::dual;
    const long cells = grid_.cells[d];
    const long nodes = layered_nodes(grid_, axis, electric);
    // What lies on an electric wall is 0 and stays so: at the upper end it is left out, and a grid of 512
    // cells needs no ninth block for its 513th node.
    a.box.upper[axis] = ends_on_wall(grid_, method_, axis) ? cells : cells + 1;
    for (int c = 0; c < 3; ++c)
      a.nodes[c][axis] =
          std::min(grid_.extents(yee_staggering(electric ? c : 3 + c))[d], a.box.upper[axis]);
    CpmlAxis& layer = a.cpml[axis];
    layer = yee_layers(grid_, method_, axis, electric);
    std::vector<double> ratio, b, c;
    for (long node = 0; node < nodes; ++node) {
      const CpmlValues v = cpml_at(method_.cpml, grid_, axis, node, stagger, method_.dt,
                                   method_.scene.media.front());
      const double h = grid_.spacing(axis, node, stagger);
      ratio.push_back(1 / (v.kappa * h));
      if (!layer.holds(node)) continue;
      b.push_back(v.b);
      c.push_back(v.c / h);
    }
    Constants& constants = tables_.constants;
    a.ratio[axis] = constants.keep_in_precision("tables", ratio);
    layer.b = constants.keep_in_precision("tables", b);
    layer.c = constants.keep_in_precision("tables", c);
  }
}

void Builder::set_incident(bool electric) {
  const IncidentWave& wave = method_.incident;
  IncidentArguments& a = electric ? tables_.incident_electric : tables_.incident_magnetic;
  a.electric = electric;
  const IncidentCorrections corrections = incident_corrections(
      wave, grid_, electric,
      [&](int field, const std::array<long, 3>& n) { return factors_.at(field, n).gain; },
      [&](const std::array<long, 3>& n) { return layout_.at(0, n[2], n[1], n[0], 0); });
  Constants& constants = tables_.constants;
  a.corrections = constants.keep("incident", corrections.values);
  a.terms = constants.keep("incident", corrections.terms);
  a.count = static_cast<long>(corrections.values.size());
  const Medium& background = method_.scene.media.front();
  const LineFactors line = line_factors(wave, grid_, background, method_.dt, electric);
  a.keep = constants.keep_in_precision("incident", line.keep);
  a.gain = constants.keep_in_precision("incident", line.gain);
  a.nodes = incident_nodes(wave);
  for (int d = 0; d < 3; ++d) {
    a.step[d] = wave.step[static_cast<std::size_t>(d)];
    a.over_h[d] = line.over_h[static_cast<std::size_t>(d)];
  }
  a.given = wave.widest();
  a.values = constants.keep(
      "incident", given_values(wave, grid_, background, method_.dt, method_.steps, electric));
  a.steps = method_.steps;
}

bool Builder::on_electric_wall(const EdgeSource& source) const {
  bool on_wall = false;
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    if (axis == source.component) continue;
    on_wall = on_wall || (source.edge[d] == 0 && grid_.wall[d][0] == 1) ||
              (source.edge[d] == grid_.cells[d] && grid_.wall[d][1] == 1);
  }
  return on_wall;
}

void Builder::set_sources() {
  using Shape = std::tuple<std::string, double, double, double, const void*>;
  std::map<Shape, long> known;
  std::vector<double> waveforms;
  std::map<std::pair<int, long>, std::vector<SourceTerm>> driven;
  for (const EdgeSource& source : method_.sources) {
    const Waveform& w = source.waveform;
    const auto [shape, is_new] =
        known.try_emplace(Shape{w.kind, w.delay, w.width, w.frequency, w.table.get()},
                          static_cast<long>(known.size()));
    for (long step = 0; is_new && step < method_.steps; ++step)
      waveforms.push_back(w.at((static_cast<double>(step) + 0.5) * method_.dt));
    const int b = (source.component + 1) % 3, c = (source.component + 2) % 3;
    const double gain =
        on_electric_wall(source) ? 0 : factors_.at(source.component, source.edge).gain;
    if (gain == 0)
      tables_.notices.push_back(
          "a source of E" + std::string(1, "xyz"[source.component]) +
          " lies in a perfect conductor, or on an electric wall, and does nothing");
    const auto& e = source.edge;
    if (!grid_.planes(yee_staggering(source.component)).has(e[2])) continue;
    const auto width = [&](int axis) {
      return grid_.spacing(axis, e[static_cast<std::size_t>(axis)], Stagger::primal);
    };
    driven[{source.component, layout_.at(0, e[2], e[1], e[0], 0)}].push_back(
        {shape->second, -gain * source.amplitude / (width(b) * width(c))});
  }
  std::vector<DrivenNode> edges;
  std::vector<SourceTerm> terms;
  for (const auto& [place, list] : driven) {
    const long first = static_cast<long>(terms.size());
    terms.insert(terms.end(), list.begin(), list.end());
    edges.push_back({place.second, place.first, first, static_cast<long>(terms.size())});
  }
  if (edges.empty()) return;
  SourceArguments& a = tables_.sources;
  a.nodes = tables_.constants.keep("sources", edges);
  a.terms = tables_.constants.keep("sources", terms);
  a.waveforms = tables_.constants.keep("sources", waveforms);
  a.steps = method_.steps;
  a.count = static_cast<int>(edges.size());
}

}  // namespace

CpmlAxis yee_layers(const Grid& grid, const FdtdMethod& method, int axis, bool electric) {
  const std::array<long, 2>& layers = method.cpml.layers[static_cast<std::size_t>(axis)];
  CpmlAxis layer;
  layer.lower = layers[0];
  if (layers[1] > 0) layer.upper_begin = layered_nodes(grid, axis, electric) - layers[1];
  return axis == 0 ? layer.in_packs(most_pack_lanes) : layer;
}

bool ends_on_wall(const Grid& grid, const FdtdMethod& method, int axis) {
  const auto d = static_cast<std::size_t>(axis);
  return grid.periodic(axis) || (grid.wall[d][1] == 1 && !method.mur[d][1]);
}

void fill_tables(YeeTables& tables, const Grid& grid, const FdtdMethod& method,
                 const Device& device, const NodeLayout& layout) {
  Builder(tables, grid, method, device, layout).build();
}

}  // namespace hermite
