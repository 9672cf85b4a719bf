#include "kernels/fdtd/maxwell/tables.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "hermite/core/error.hpp"
#include "hermite/media/component_media.hpp"
#include "kernels/fdtd/maxwell/incident_line.hpp"
#include "kernels/fdtd/maxwell/yee.hpp"

namespace hermite {

namespace {

// A pack that starts at the last value of a table reads beyond it.
constexpr std::size_t spare = 64;
// What fits into an index of one byte, and of two.
constexpr std::size_t few_factors = 1 << 8, most_factors = 1 << 16;

// Of a thread of a GPU (kernels/device/cuda_pack_block.hpp).
constexpr long most_pack_lanes = 4;

// Of the differences of E's update, or of H's, along an axis.
long layered_nodes(const Grid& grid, int axis, bool electric) {
  const long cells = grid.cells[static_cast<std::size_t>(axis)];
  return electric && !grid.periodic(axis) ? cells + 1 : cells;
}

class Builder {
 public:
  Builder(const Grid& grid, const FdtdMethod& method, const Device& device,
          const NodeLayout& layout)
      : grid_(grid), method_(method), device_(device), layout_(layout) {
    for (int field = 0; field < 6; ++field)
      media_.emplace_back(method.scene, grid, yee_staggering(field));
  }
  YeeTables build();

 private:
  const Grid& grid_;
  const FdtdMethod& method_;
  const Device& device_;
  const NodeLayout& layout_;
  std::vector<ComponentMedia> media_;  // [field]
  YeeTables tables_;

  void set_axes(bool electric);
  void set_media(bool electric);
  template <class Value, class At>
  void set_nodes(bool electric, long parts, At&& at);
  template <class T>
  void set_factors(bool electric);
  void set_incident(bool electric);
  void set_sources();
  YeeArguments& arguments(bool electric) { return electric ? tables_.electric : tables_.magnetic; }
  MediumFactors factors(int medium, int field) const;
  int medium_at(int field, const std::array<long, 3>& node) const {
    return media_[static_cast<std::size_t>(field)].at(node);
  }
  template <class T>
  const T* keep(const std::string& name, const std::vector<T>& values);
  const void* keep_in_precision(const std::string& name, const std::vector<double>& values);
  bool on_electric_wall(const EdgeSource& source) const;
};

template <class T>
const T* Builder::keep(const std::string& name, const std::vector<T>& values) {
  const auto bytes = static_cast<long>(values.size() * sizeof(T));
  tables_.buffers.emplace_back(device_, static_cast<std::size_t>(bytes));
  device_.upload(tables_.buffers.back().data(), values.data(), tables_.buffers.back().bytes());
  const auto same = std::find_if(tables_.memory.begin(), tables_.memory.end(),
                                 [&](const ArrayMemory& m) { return m.name == name; });
  if (same == tables_.memory.end())
    tables_.memory.push_back({name, bytes});
  else
    same->bytes += bytes;
  return static_cast<const T*>(tables_.buffers.back().data());
}

const void* Builder::keep_in_precision(const std::string& name, const std::vector<double>& values) {
  std::vector<double> padded = values;
  padded.resize(values.size() + spare, 0.0);
  if (method_.precision == Precision::double_) return keep(name, padded);
  return keep(name, std::vector<float>(padded.begin(), padded.end()));
}

YeeTables Builder::build() {
  for (const bool electric : {false, true}) {
    set_axes(electric);
    set_media(electric);
  }
  if (method_.incident.on())
    for (const bool electric : {false, true}) set_incident(electric);
  set_sources();
  return std::move(tables_);
}

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
    a.ratio[axis] = keep_in_precision("tables", ratio);
    layer.b = keep_in_precision("tables", b);
    layer.c = keep_in_precision("tables", c);
  }
}

MediumFactors Builder::factors(int medium, int field) const {
  const Medium& m = method_.scene.media[static_cast<std::size_t>(medium)];
  const bool electric = field < 3;
  const int c = field % 3;
  if (electric && m.pec) return {0, 0};
  return electric ? medium_factors(m.permittivity[c], m.conductivity[c], method_.dt, 1)
                  : medium_factors(m.permeability[c], m.magnetic_conductivity[c], method_.dt, -1);
}

// A table of all the pairs of factors that there are, by media and components: those of an isotropic medium
// are one pair.
void Builder::set_media(bool electric) {
  YeeArguments& a = arguments(electric);
  const std::string& wanted = method_.kernel.coefficients;
  const int first = electric ? 0 : 3;
  std::map<std::pair<double, double>, int> known;
  std::vector<double> keeps, gains;
  std::array<std::vector<int>, 3> number;  // [component][medium]
  for (int m = 0; m < static_cast<int>(method_.scene.media.size()); ++m)
    for (int c = 0; c < 3; ++c) {
      const MediumFactors f = factors(m, first + c);
      const auto [pair, is_new] =
          known.try_emplace({f.keep, f.gain}, static_cast<int>(known.size()));
      number[static_cast<std::size_t>(c)].push_back(pair->second);
      if (!is_new) continue;
      keeps.push_back(f.keep);
      gains.push_back(f.gain);
    }
  const std::size_t count = keeps.size();
  if (count > most_factors && wanted == "indices")
    throw Error(Exit::bad_case, "kernel.coefficients: found \"indices\" with " +
                                    std::to_string(count) + " media, allowed \"auto\" or " +
                                    "\"arrays\" where they are more than " +
                                    std::to_string(most_factors));
  if (wanted == "arrays" || count > most_factors)
    return method_.precision == Precision::single ? set_factors<float>(electric)
                                                  : set_factors<double>(electric);
  a.keep = keep_in_precision("tables", keeps);
  a.gain = keep_in_precision("tables", gains);
  if (count == 1) return;
  const auto index = [&](int field, const std::array<long, 3>& node, long) {
    const auto m = static_cast<std::size_t>(medium_at(field, node));
    return number[static_cast<std::size_t>(field % 3)][m];
  };
  if (count <= few_factors)
    set_nodes<std::uint8_t>(electric, 1, index);
  else
    set_nodes<std::uint16_t>(electric, 1, index);
}

// What the media are at each node: arrays of the fields' layout, `parts` of them in one for each
// component. at(field, node, part)
template <class Value, class At>
void Builder::set_nodes(bool electric, long parts, At&& at) {
  YeeArguments& a = arguments(electric);
  a.medium_bytes = static_cast<int>(parts) * static_cast<int>(sizeof(Value));
  for (int c = 0; c < 3; ++c) {
    std::vector<Value> values(static_cast<std::size_t>(parts * layout_.size), 0);
    const int field = electric ? c : 3 + c;
    const Planes own = grid_.planes(yee_staggering(field));
    const long end = std::min(own.end, a.nodes[c][2]);
    for (long part = 0; part < parts; ++part)
#pragma omp parallel for schedule(static) num_threads(device_.threads())
      for (long k = own.begin; k < end; ++k)
        for (long j = 0; j < a.nodes[c][1]; ++j)
          for (long i = 0; i < a.nodes[c][0]; ++i)
            values[static_cast<std::size_t>(part * layout_.size + layout_.at(0, k, j, i, 0))] =
                static_cast<Value>(at(field, {i, j, k}, part));
    a.medium[c] = keep("media", values);
  }
}

template <class T>
void Builder::set_factors(bool electric) {
  set_nodes<T>(electric, 2, [&](int field, const std::array<long, 3>& node, long part) {
    const MediumFactors f = factors(medium_at(field, node), field);
    return part == 0 ? f.keep : f.gain;
  });
}

void Builder::set_incident(bool electric) {
  const IncidentWave& wave = method_.incident;
  IncidentArguments& a = electric ? tables_.incident_electric : tables_.incident_magnetic;
  a.electric = electric;
  const IncidentCorrections corrections = incident_corrections(
      wave, grid_, electric,
      [&](int field, const std::array<long, 3>& n) {
        return factors(medium_at(field, n), field).gain;
      },
      [&](const std::array<long, 3>& n) { return layout_.at(0, n[2], n[1], n[0], 0); });
  a.corrections = keep("incident", corrections.values);
  a.terms = keep("incident", corrections.terms);
  a.count = static_cast<long>(corrections.values.size());
  const Medium& background = method_.scene.media.front();
  const LineFactors line = line_factors(wave, grid_, background, method_.dt, electric);
  a.keep = keep_in_precision("incident", line.keep);
  a.gain = keep_in_precision("incident", line.gain);
  a.nodes = incident_nodes(wave);
  for (int d = 0; d < 3; ++d) {
    a.step[d] = wave.step[static_cast<std::size_t>(d)];
    a.over_h[d] = line.over_h[static_cast<std::size_t>(d)];
  }
  a.given = wave.widest();
  a.values =
      keep("incident", given_values(wave, grid_, background, method_.dt, method_.steps, electric));
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
        on_electric_wall(source)
            ? 0
            : factors(medium_at(source.component, source.edge), source.component).gain;
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
  tables_.sources.nodes = keep("sources", edges);
  tables_.sources.terms = keep("sources", terms);
  tables_.sources.waveforms = keep("sources", waveforms);
  tables_.sources.steps = method_.steps;
  tables_.sources.count = static_cast<int>(edges.size());
}

}  // namespace

CpmlAxis yee_layers(const Grid& grid, const FdtdMethod& method, int axis, bool electric) {
  const std::array<long, 2>& layers = method.cpml.layers[static_cast<std::size_t>(axis)];
  CpmlAxis layer;
  layer.lower = layers[0];
  if (layers[1] > 0) layer.upper_begin = layered_nodes(grid, axis, electric) - layers[1];
  if (axis > 0) return layer;
  layer.lower = divide_up(layer.lower, most_pack_lanes) * most_pack_lanes;
  layer.upper_begin = std::max(layer.lower, layer.upper_begin / most_pack_lanes * most_pack_lanes);
  return layer;
}

long yee_layer_nodes(const Grid& grid, const FdtdMethod& method, int axis, bool electric) {
  const CpmlAxis layer = yee_layers(grid, method, axis, electric);
  return layer.lower + std::max(0L, layered_nodes(grid, axis, electric) - layer.upper_begin);
}

bool ends_on_wall(const Grid& grid, const FdtdMethod& method, int axis) {
  const auto d = static_cast<std::size_t>(axis);
  return grid.periodic(axis) || (grid.wall[d][1] == 1 && !method.mur[d][1]);
}

YeeTables make_yee_tables(const Grid& grid, const FdtdMethod& method, const Device& device,
                          const NodeLayout& layout) {
  return Builder(grid, method, device, layout).build();
}

}  // namespace hermite
