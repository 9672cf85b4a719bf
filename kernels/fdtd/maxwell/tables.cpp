#include "kernels/fdtd/maxwell/tables.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "hermite/core/error.hpp"
#include "kernels/fdtd/maxwell/incident_line.hpp"
#include "kernels/fdtd/maxwell/yee.hpp"

namespace hermite {

namespace {

// A pack that starts at the last value of a table reads beyond it.
constexpr std::size_t spare = 64;
// What fits into an index of one byte, and of two.
constexpr std::size_t few_media = 1 << 8, most_media = 1 << 16;

class Builder {
 public:
  Builder(const Grid& grid, const FdtdMethod& method, const Device& device,
          const NodeLayout& layout)
      : grid_(grid), method_(method), device_(device), layout_(layout) {}
  YeeTables build();

 private:
  const Grid& grid_;
  const FdtdMethod& method_;
  const Device& device_;
  const NodeLayout& layout_;
  YeeTables tables_;

  void set_axes(bool electric);
  void set_media(bool electric);
  template <class Index>
  void set_indices(bool electric);
  void set_incident(bool electric);
  void set_sources();
  YeeArguments& arguments(bool electric) { return electric ? tables_.electric : tables_.magnetic; }
  MediumFactors factors(int medium, bool electric) const;
  int medium_at(int field, const std::array<long, 3>& node) const;
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
  if (method_.scene.media.size() > most_media)
    throw Error(Exit::bad_case, "objects.lower: found " +
                                    std::to_string(method_.scene.media.size()) +
                                    " media in all, allowed " + std::to_string(most_media));
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
    const double h = grid_.h(axis), half = electric ? 0 : 0.5;
    const long cells = grid_.cells[d];
    const long nodes = electric && !grid_.periodic(axis) ? cells + 1 : cells;
    // What lies on an electric wall is 0 and stays so: at the upper end it is left out, and a grid of 512
    // cells needs no ninth block for its 513th node.
    a.box.upper[axis] = ends_on_wall(grid_, method_, axis) ? cells : cells + 1;
    for (int c = 0; c < 3; ++c)
      a.nodes[c][axis] =
          std::min(grid_.extents(yee_staggering(electric ? c : 3 + c))[d], a.box.upper[axis]);
    const auto at = [&](long node) {
      return cpml_at(method_.cpml, axis, static_cast<double>(node) + half, cells, h, method_.dt,
                     method_.scene.media.front());
    };
    CpmlAxis& layer = a.cpml[axis];
    layer.lower = method_.cpml.layers[d][0];
    if (method_.cpml.layers[d][1] > 0) layer.upper_begin = nodes - method_.cpml.layers[d][1];
    std::vector<double> ratio, b, c;
    for (long node = 0; node < nodes; ++node) {
      const CpmlValues v = at(node);
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

MediumFactors Builder::factors(int medium, bool electric) const {
  const Medium& m = method_.scene.media[static_cast<std::size_t>(medium)];
  if (electric && m.pec) return {0, 0};
  return electric ? medium_factors(m.permittivity, m.conductivity, method_.dt, 1)
                  : medium_factors(m.permeability, m.magnetic_conductivity, method_.dt, -1);
}

int Builder::medium_at(int field, const std::array<long, 3>& node) const {
  const Staggering stagger = yee_staggering(field);
  std::array<double, 3> x{}, h{};
  for (int d = 0; d < 3; ++d) {
    const auto axis = static_cast<std::size_t>(d);
    x[axis] = grid_.node(d, node[axis], stagger[d]);
    h[axis] = grid_.h(d);
  }
  return method_.scene.at(x, h);
}

void Builder::set_media(bool electric) {
  YeeArguments& a = arguments(electric);
  std::vector<double> keeps, gains;
  bool uniform = true;
  for (int m = 0; m < static_cast<int>(method_.scene.media.size()); ++m) {
    const MediumFactors f = factors(m, electric), first = factors(0, electric);
    keeps.push_back(f.keep);
    gains.push_back(f.gain);
    uniform = uniform && f.keep == first.keep && f.gain == first.gain;
  }
  a.keep = keep_in_precision("tables", keeps);
  a.gain = keep_in_precision("tables", gains);
  if (uniform) return;
  if (method_.scene.media.size() <= few_media)
    set_indices<std::uint8_t>(electric);
  else
    set_indices<std::uint16_t>(electric);
}

template <class Index>
void Builder::set_indices(bool electric) {
  YeeArguments& a = arguments(electric);
  a.medium_bytes = sizeof(Index);
  for (int c = 0; c < 3; ++c) {
    std::vector<Index> index(static_cast<std::size_t>(layout_.size), 0);
    const int field = electric ? c : 3 + c;
#pragma omp parallel for schedule(static) num_threads(device_.threads())
    for (long k = 0; k < a.nodes[c][2]; ++k)
      for (long j = 0; j < a.nodes[c][1]; ++j)
        for (long i = 0; i < a.nodes[c][0]; ++i)
          index[static_cast<std::size_t>(layout_.at(0, k, j, i, 0))] =
              static_cast<Index>(medium_at(field, {i, j, k}));
    a.medium[c] = keep("media", index);
  }
}

void Builder::set_incident(bool electric) {
  const IncidentWave& wave = method_.incident;
  IncidentArguments& a = electric ? tables_.incident_electric : tables_.incident_magnetic;
  a.electric = electric;
  const IncidentCorrections corrections = incident_corrections(
      wave, grid_, electric,
      [&](int field, const std::array<long, 3>& n) {
        return factors(medium_at(field, n), electric).gain;
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
    a.over_h[d] = 1 / grid_.h(d);
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
  using Shape = std::tuple<std::string, double, double, double>;
  std::map<Shape, long> known;
  std::vector<double> waveforms;
  std::map<std::pair<int, long>, std::vector<EdgeTerm>> driven;
  for (const EdgeSource& source : method_.sources) {
    const Waveform& w = source.waveform;
    const auto [shape, is_new] = known.try_emplace(Shape{w.kind, w.delay, w.width, w.frequency},
                                                   static_cast<long>(known.size()));
    for (long step = 0; is_new && step < method_.steps; ++step)
      waveforms.push_back(w.at((static_cast<double>(step) + 0.5) * method_.dt));
    const int b = (source.component + 1) % 3, c = (source.component + 2) % 3;
    const double gain =
        on_electric_wall(source) ? 0 : factors(medium_at(source.component, source.edge), true).gain;
    if (gain == 0)
      tables_.notices.push_back(
          "a source of E" + std::string(1, "xyz"[source.component]) +
          " lies in a perfect conductor, or on an electric wall, and does nothing");
    const auto& e = source.edge;
    driven[{source.component, layout_.at(0, e[2], e[1], e[0], 0)}].push_back(
        {shape->second, -gain * source.amplitude / (grid_.h(b) * grid_.h(c))});
  }
  std::vector<DrivenEdge> edges;
  std::vector<EdgeTerm> terms;
  for (const auto& [place, list] : driven) {
    const long first = static_cast<long>(terms.size());
    terms.insert(terms.end(), list.begin(), list.end());
    edges.push_back({place.second, place.first, first, static_cast<long>(terms.size())});
  }
  if (edges.empty()) return;
  tables_.sources.edges = keep("sources", edges);
  tables_.sources.terms = keep("sources", terms);
  tables_.sources.waveforms = keep("sources", waveforms);
  tables_.sources.steps = method_.steps;
  tables_.sources.count = static_cast<int>(edges.size());
}

}  // namespace

bool ends_on_wall(const Grid& grid, const FdtdMethod& method, int axis) {
  const auto d = static_cast<std::size_t>(axis);
  return grid.periodic(axis) || (grid.wall[d][1] == 1 && !method.mur[d][1]);
}

YeeTables make_yee_tables(const Grid& grid, const FdtdMethod& method, const Device& device,
                          const NodeLayout& layout) {
  return Builder(grid, method, device, layout).build();
}

}  // namespace hermite
