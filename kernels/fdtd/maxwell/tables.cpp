#include "kernels/fdtd/maxwell/tables.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "kernels/fdtd/maxwell/factors.hpp"
#include "kernels/fdtd/maxwell/incident_faces.hpp"
#include "kernels/fdtd/maxwell/incident_line.hpp"

namespace hermite {

namespace {

// The most cells of a GPU's thread (cells_of_thread in block_shape.hpp). Only march on CUDA asks for packs, but
// psi has one shape with all schedules, precisions and devices: a checkpoint goes on where "auto" or a tuned
// table is another schedule, and `hermite tune` compares psi with that of literal in double precision.
constexpr long most_pack_lanes = 4;

// Of the differences of E's update, or of H's, along an axis.
long layered_nodes(const Grid& grid, int axis, bool electric) {
  const long cells = grid.cells[static_cast<std::size_t>(axis)];
  return electric && !grid.periodic(axis) ? cells + 1 : cells;
}

// Differences of E's update lie at integer places, those of H's at half-integer ones.
void set_axes(YeeTables& tables, const Grid& grid, const FdtdMethod& method,
              const NodeLayout& layout, bool electric) {
  YeeArguments& a = electric ? tables.electric : tables.magnetic;
  a.layout = layout;
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const Stagger stagger = electric ? Stagger::primal : Stagger::dual;
    const long nodes = layered_nodes(grid, axis, electric);
    a.box.upper[axis] = updated_nodes(grid, method, axis);
    for (int c = 0; c < 3; ++c)
      a.nodes[c][axis] =
          std::min(grid.extents(yee_staggering(electric ? c : 3 + c))[d], a.box.upper[axis]);
    CpmlAxis& layer = a.cpml[axis];
    layer = yee_layers(grid, method, axis, electric);
    std::vector<double> ratio, b, c;
    for (long node = 0; node < nodes; ++node) {
      const CpmlValues v =
          cpml_at(method.cpml, grid, axis, node, stagger, method.dt, method.scene.media.front());
      // E along an electric wall is 0 and stays so: whatever lies beyond the wall is multiplied by 0.
      const bool on_wall = on_electric_wall(grid, axis, node, stagger);
      const double h = grid.spacing(axis, node, stagger);
      ratio.push_back(on_wall ? 0 : 1 / (v.kappa * h));
      if (!layer.holds(node)) continue;
      b.push_back(v.b);
      c.push_back(on_wall ? 0 : v.c / h);
    }
    Constants& constants = tables.constants;
    a.ratio[axis] = constants.keep_in_precision("tables", ratio);
    layer.b = constants.keep_in_precision("tables", b);
    layer.c = constants.keep_in_precision("tables", c);
  }
}

void set_incident(YeeTables& tables, const Grid& grid, const FdtdMethod& method,
                  const NodeLayout& layout, const NodeFactors& factors, bool electric) {
  const IncidentWave& wave = method.incident;
  IncidentArguments& a = electric ? tables.incident_electric : tables.incident_magnetic;
  a.electric = electric;
  const IncidentFaces faces = incident_faces(
      wave, grid, electric, method.kernel.incident,
      [&](int field, const std::array<long, 3>& n) { return factors.at(field, n).gain; }, layout);
  Constants& constants = tables.constants;
  a.patches = constants.keep("incident", faces.patches);
  a.edges = constants.keep("incident", faces.edges);
  a.terms = constants.keep("incident", faces.terms);
  for (const IncidentPatch& patch : faces.patches) a.patch_blocks += patch.blocks();
  a.edge_count = static_cast<long>(faces.edges.size());
  const Medium& background = method.scene.media.front();
  const LineFactors line = line_factors(wave, grid, background, method.dt, electric);
  a.keep = constants.keep_in_precision("incident", line.keep);
  a.gain = constants.keep_in_precision("incident", line.gain);
  a.nodes = incident_nodes(wave);
  for (int d = 0; d < 3; ++d) {
    a.step[d] = wave.step[static_cast<std::size_t>(d)];
    a.over_h[d] = line.over_h[static_cast<std::size_t>(d)];
  }
  a.given = wave.widest();
  a.values = constants.keep(
      "incident", given_values(wave, grid, background, method.dt, method.steps, electric));
  a.steps = method.steps;
}

bool lies_on_wall(const Grid& grid, const EdgeSource& source) {
  const Staggering stagger = yee_staggering(source.component);
  bool on_wall = false;
  for (int axis = 0; axis < 3; ++axis) {
    const long node = source.edge[static_cast<std::size_t>(axis)];
    on_wall = on_wall || on_electric_wall(grid, axis, node, stagger[axis]);
  }
  return on_wall;
}

// What a soft source at waveform 1 adds to E in a step, by the gain of its edge.
double added_at_one(const Grid& grid, const EdgeSource& source, double gain) {
  const auto width = [&](int axis) {
    return grid.spacing(axis, source.edge[static_cast<std::size_t>(axis)], Stagger::primal);
  };
  const int b = (source.component + 1) % 3, c = (source.component + 2) % 3;
  return -gain * source.amplitude / (width(b) * width(c));
}

void set_sources(YeeTables& tables, const Grid& grid, const FdtdMethod& method,
                 const NodeLayout& layout, const NodeFactors& factors) {
  using Shape = std::tuple<std::string, double, double, double, const void*, bool>;
  std::map<Shape, long> known;
  std::vector<double> waveforms;
  struct DrivenEdge {
    bool hard = false;
    std::vector<SourceTerm> terms;
  };
  std::map<std::tuple<long, int, long>, DrivenEdge> driven;  // [plane, component, offset]
  for (std::size_t i = 0; i < method.sources.size(); ++i) {
    const EdgeSource& source = method.sources[i];
    const Waveform& w = source.waveform;
    const auto [shape, is_new] =
        known.try_emplace(Shape{w.kind, w.delay, w.width, w.frequency, w.table.get(), source.hard},
                          static_cast<long>(known.size()));
    for (long step = 0; is_new && step < method.steps; ++step)
      // A current acts in the middle of a step, E holds at its end.
      waveforms.push_back(w.at((static_cast<double>(step) + (source.hard ? 1 : 0.5)) * method.dt));
    const bool on_wall = lies_on_wall(grid, source);
    const double gain = on_wall ? 0 : factors.at(source.component, source.edge).gain;
    if (gain == 0)  // a hard one there is the gap of an antenna, or was to be elsewhere
      tables.notices.push_back(
          (source.hard ? "the hard source " : "source ") + std::to_string(i + 1) + ", of E" +
          std::string(1, "xyz"[source.component]) + ", lies " +
          (on_wall ? "on an electric wall" : "in a perfect conductor") +
          (source.hard ? ", in which its edge is a gap" : " and does nothing"));
    const auto& e = source.edge;
    if (!grid.planes(yee_staggering(source.component)).has(e[2])) continue;
    DrivenEdge& edge = driven[{e[2], source.component, layout.at(0, e[2], e[1], e[0], 0)}];
    edge.hard = source.hard;
    edge.terms.push_back(
        {shape->second, source.hard ? source.amplitude : added_at_one(grid, source, gain)});
  }
  std::vector<DrivenNode> edges;
  std::vector<SourceTerm> terms;
  std::vector<int> of_plane(static_cast<std::size_t>(tables.electric.box.upper[2] + 2), 0);
  for (const auto& [place, edge] : driven) {
    const auto& [plane, component, offset] = place;
    const long first = static_cast<long>(terms.size());
    terms.insert(terms.end(), edge.terms.begin(), edge.terms.end());
    edges.push_back({offset, component, first, static_cast<long>(terms.size()), edge.hard});
    ++of_plane[static_cast<std::size_t>(plane) + 1];
  }
  std::partial_sum(of_plane.begin(), of_plane.end(), of_plane.begin());
  if (edges.empty()) return;
  SourceArguments& a = tables.sources;
  a.nodes = tables.constants.keep("sources", edges);
  a.of_plane = tables.constants.keep("sources", of_plane);
  a.terms = tables.constants.keep("sources", terms);
  a.waveforms = tables.constants.keep("sources", waveforms);
  a.steps = method.steps;
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

long updated_nodes(const Grid& grid, const FdtdMethod& method, int axis) {
  return grid.cells[static_cast<std::size_t>(axis)] + (ends_on_wall(grid, method, axis) ? 0 : 1);
}

void fill_tables(YeeTables& tables, const Grid& grid, const FdtdMethod& method,
                 const Device& device, const NodeLayout& layout) {
  const NodeFactors factors(grid, method, device.threads());
  for (const bool electric : {false, true}) {
    set_axes(tables, grid, method, layout, electric);
    factors.set(electric ? tables.electric : tables.magnetic, electric, tables.energy,
                tables.constants);
  }
  if (method.incident.on())
    for (const bool electric : {false, true})
      set_incident(tables, grid, method, layout, factors, electric);
  set_sources(tables, grid, method, layout, factors);
}

}  // namespace hermite
