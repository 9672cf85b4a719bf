// Where point sources act: on the nodes around them, with weights linear along each axis, every component
// on its own nodes. The density of a force over a cell is force / (h_x h_y h_z), so
//
//   v_a       += (dt/rho) force_a w(t) weight / volume         t the middle of the velocities' step
//   sigma_ab  -= dt moment_ab w'(t) weight / volume            t the middle of the stresses' step
//
// Below a free surface a node stands for more or less than a cell, and for another depth than its own
// (surface_weights.hpp); where no node lies above the source, as of a force across the surface at it, linear weights
// go on beyond them.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "kernels/fdtd/elastic/node_averages.hpp"
#include "kernels/fdtd/elastic/surface_weights.hpp"
#include "kernels/fdtd/elastic/tables.hpp"

namespace hermite {

namespace {

struct Weight {
  long node;
  double value;
};

class Sources {
 public:
  Sources(ElasticTables& tables, const Grid& grid, const ElasticMethod& method,
          const NodeMedia& media, const NodeLayout& layout)
      : tables_(tables), grid_(grid), method_(method), averages_(media), layout_(layout) {
    for (int axis = 0; axis < grid.dimension; ++axis) volume_ *= grid.h(axis);
    for (const bool dual : {false, true})
      surface_[dual] = surface_nodes(surface_differences(method.free_operators), dual);
  }

  void fill() {
    for (const PointSource& s : method_.sources) {
      for (int a = 0; a < grid_.dimension; ++a) add_force(s, a);
      for (int c = 0; c < 6; ++c) add_moment(s, c);
    }
    if (waveforms_.empty()) return;
    const double* const waveforms = tables_.constants.keep("sources", waveforms_);
    tables_.forces = arguments(forces_, 0, waveforms);
    tables_.moments = arguments(moments_, grid_.dimension, waveforms);
    tables_.has_forces = forces_are_driven_;
    tables_.has_moments = moments_are_driven_;
  }

 private:
  using Node = std::pair<int, long>;  // field, offset
  using Driven = std::map<Node, std::vector<SourceTerm>>;

  ElasticTables& tables_;
  const Grid& grid_;
  const ElasticMethod& method_;
  const NodeAverages averages_;
  const NodeLayout& layout_;
  double volume_ = 1;
  SurfaceNodes surface_[2];  // [dual]
  Driven forces_, moments_;
  bool forces_are_driven_ = false, moments_are_driven_ = false;  // on any rank
  using Known = std::tuple<std::string, double, double, double, const void*, bool>;
  std::map<Known, long> known_;
  std::vector<double> waveforms_;  // [waveform][step]

  int last() const { return grid_.dimension - 1; }

  // The waveform's table: its values at the middles of the steps, or its rates at their beginnings, which
  // are the middles of the stresses' steps.
  long waveform(const Waveform& w, bool rate) {
    const auto [found, is_new] = known_.try_emplace(
        {w.kind, w.delay, w.width, w.frequency, w.table.get(), rate}, long(known_.size()));
    for (long step = 0; is_new && step < method_.steps; ++step) {
      const double n = static_cast<double>(step);
      waveforms_.push_back(rate ? w.rate(n * method_.dt) : w.at((n + 0.5) * method_.dt));
    }
    return found->second;
  }

  // What a node stands for along an axis: a part of a cell, a place in units of h from node 0.
  struct Share {
    double part, place;
  };
  Share share(bool dual, int axis, long node, long nodes) const {
    Share share{1, static_cast<double>(node)};
    for (const std::size_t face : {0, 1}) {
      const long depth = face == 0 ? node : nodes - 1 - node;
      const SurfaceNodes& near = surface_[dual];
      if (axis != last() || !method_.free[face] || depth < 0 || depth >= long(near.weight.size()))
        continue;
      share.part += near.weight[std::size_t(depth)] - 1;
      share.place += (face == 0 ? 1 : -1) * near.shift[std::size_t(depth)];
    }
    return share;
  }

  std::vector<Weight> weights(int field, int axis, double x) const {
    const auto d = static_cast<std::size_t>(axis);
    const bool dual = elastic_staggering(grid_.dimension, field)[axis] == Stagger::dual;
    const long nodes = grid_.extents(elastic_staggering(grid_.dimension, field))[d];
    const double place = (x - grid_.lower[d]) / grid_.h(axis) - (dual ? 0.5 : 0);
    const auto at = [&](long node) { return share(dual, axis, node, nodes).place; };
    long first = static_cast<long>(std::floor(place)) + 1;
    while (at(first) > place) --first;
    // sigma_nn is 0 on the surface, whatever is added.
    const long above = field == stress_field(grid_.dimension, axis, axis) ? 1 : 0;
    if (axis == last() && method_.free[0]) first = std::max(first, above);
    if (axis == last() && method_.free[1]) first = std::min(first, nodes - 2 - above);
    const double part = (place - at(first)) / (at(first + 1) - at(first));
    std::vector<Weight> list;
    for (Weight w : {Weight{first, 1 - part}, Weight{first + 1, part}}) {
      if (w.value == 0) continue;
      if (grid_.periodic(axis)) w.node = (w.node % nodes + nodes) % nodes;
      w.node = std::min(std::max(w.node, 0L), nodes - 1);
      w.value /= share(dual, axis, w.node, nodes).part;
      list.push_back(w);
    }
    return list;
  }

  // factor(node) times the weight, over all nodes of the field that are driven.
  template <class F>
  void spread(Driven& driven, const std::vector<Weight> (&weight)[3], int field, long waveform,
              F&& factor) {
    const Planes own = grid_.planes(elastic_staggering(grid_.dimension, field));
    for (const Weight& z : weight[2])
      for (const Weight& y : weight[1])
        for (const Weight& x : weight[0]) {
          (&driven == &forces_ ? forces_are_driven_ : moments_are_driven_) = true;
          if (!own.has(grid_.dimension == 3 ? z.node : y.node)) continue;
          driven[{field, layout_.at(0, z.node, y.node, x.node, 0)}].push_back(
              {waveform,
               x.value * y.value * z.value * factor(std::array<long, 3>{x.node, y.node, z.node})});
        }
  }
  void set_weights(std::vector<Weight> (&weight)[3], int field, const PointSource& s) const {
    for (int axis = 0; axis < 3; ++axis)
      weight[axis] = axis < grid_.dimension
                         ? weights(field, axis, s.point[static_cast<std::size_t>(axis)])
                         : std::vector<Weight>{{0, 1}};
  }

  void add_force(const PointSource& s, int a) {
    const double force = s.force[static_cast<std::size_t>(a)];
    if (force == 0) return;
    std::vector<Weight> weight[3];
    set_weights(weight, a, s);
    spread(forces_, weight, a, waveform(s.waveform, false), [&](const std::array<long, 3>& node) {
      return method_.dt / averages_.of(a, averages_.around(a, node))[0] * force / volume_;
    });
  }
  void add_moment(const PointSource& s, int c) {
    const double moment = s.moment[static_cast<std::size_t>(c)];
    const int a = c < 3 ? c : c < 5 ? 0 : 1, b = c < 3 ? c : c < 4 ? 1 : 2;
    if (moment == 0 || b >= grid_.dimension) return;
    const int field = stress_field(grid_.dimension, a, b);
    std::vector<Weight> weight[3];
    set_weights(weight, field, s);
    spread(moments_, weight, field, waveform(s.waveform, true),
           [&](const auto&) { return -method_.dt * moment / volume_; });
  }

  // `first_field`: the field that is their component 0.
  SourceArguments arguments(const Driven& driven, int first_field, const double* waveforms) {
    SourceArguments a;
    std::vector<DrivenNode> nodes;
    std::vector<SourceTerm> terms;
    for (const auto& [place, list] : driven) {
      const long first = static_cast<long>(terms.size());
      terms.insert(terms.end(), list.begin(), list.end());
      nodes.push_back(
          {place.second, place.first - first_field, first, static_cast<long>(terms.size())});
    }
    if (nodes.empty()) return a;
    a.nodes = tables_.constants.keep("sources", nodes);
    a.terms = tables_.constants.keep("sources", terms);
    a.waveforms = waveforms;
    a.steps = method_.steps;
    a.count = static_cast<int>(nodes.size());
    return a;
  }
};

}  // namespace

void fill_sources(ElasticTables& tables, const Grid& grid, const ElasticMethod& method,
                  const NodeMedia& media, const NodeLayout& layout) {
  Sources(tables, grid, method, media, layout).fill();
}

}  // namespace hermite
