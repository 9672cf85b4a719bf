#include "kernels/fdtd/maxwell/incident_faces.hpp"

#include <algorithm>
#include <array>

#include "hermite/core/error.hpp"
#include "hermite/grid/yee.hpp"
#include "kernels/fdtd/maxwell/incident_line.hpp"

namespace hermite {

namespace {

// Components, E's and H's, that the wave has: what it is given, and what differences make of it.
std::array<bool, 6> components_of(const IncidentWave& wave, const Grid& grid) {
  std::array<bool, 6> has{};
  const std::array<double, 3> h = wave.magnetic(grid);
  for (std::size_t a = 0; a < 3; ++a) {
    has[a] = wave.electric[a] != 0;
    has[3 + a] = h[a] != 0;
  }
  for (int round = 0; round < 4; ++round)
    for (std::size_t field = 0; field < 6; ++field) {
      const std::size_t other = field < 3 ? 3 : 0, b = (field + 1) % 3, c = (field + 2) % 3;
      has[field] = has[field] || (wave.step[b] != 0 && has[other + c]) ||
                   (wave.step[c] != 0 && has[other + b]);
    }
  return has;
}

// What values beside a face lack: a component of the other field at the node `beyond` across the face, times
// `factor` and their gain.
struct Lack {
  int component, axis;
  long beyond;
  double factor;
};
// Nodes of an axis, and what they lack for lying beside a face across it.
struct Nodes {
  long first, last;
  std::vector<Lack> lacks;

  long count() const { return last - first + 1; }
};
struct Patch {
  int field;
  std::array<Nodes, 3> along;

  std::array<long, 3> corner() const { return {along[0].first, along[1].first, along[2].first}; }
  bool is_empty() const {
    return std::any_of(along.begin(), along.end(), [](const Nodes& n) { return n.count() <= 0; });
  }
  std::vector<Lack> lacks() const {
    std::vector<Lack> all;
    for (const int turn : {1, 2}) {
      const auto& own = along[static_cast<std::size_t>((field + turn) % 3)].lacks;
      all.insert(all.end(), own.begin(), own.end());
    }
    return all;
  }
  template <class F>
  void each_node(F&& f) const {
    const auto& [x, y, z] = along;
    for (long k = z.first; k <= z.last; ++k)
      for (long j = y.first; j <= y.last; ++j)
        for (long i = x.first; i <= x.last; ++i) f(std::array<long, 3>{i, j, k});
  }
};

// The nodes of a field in the box. Node N of a periodic axis is node 0.
Nodes within(const IncidentWave& wave, int field, int axis) {
  const auto d = static_cast<std::size_t>(axis);
  const bool dual = yee_staggering(field)[axis] == Stagger::dual;
  return {wave.lower[d], wave.upper[d] - (dual || wave.spans[d] ? 1 : 0), {}};
}

// Of an axis along which a field takes differences of a component: beside the lower face, between, and beside the
// upper face.
std::array<Nodes, 3> across(const IncidentWave& wave, const Grid& grid, int field, int axis,
                            int component, double sign) {
  const auto d = static_cast<std::size_t>(axis);
  const bool electric = field < 3;
  const long lower = wave.lower[d], upper = wave.upper[d];
  const auto beside = [&](long node, long beyond, double side) {
    const double h = grid.spacing(axis, node, electric ? Stagger::primal : Stagger::dual);
    return Nodes{node, node, {{component, axis, beyond, side * sign / h}}};
  };
  if (electric)
    return {beside(lower, lower - 1, -1), {lower + 1, upper - 1, {}}, beside(upper, upper, 1)};
  return {beside(lower - 1, lower, -1), {lower, upper - 1, {}}, beside(upper, upper, 1)};
}

std::vector<Patch> patches_of(const IncidentWave& wave, const Grid& grid, bool electric) {
  const std::array<bool, 6> has = components_of(wave, grid);
  const auto nodes = [&](int field, int axis, int component, double sign) {
    const bool lit = has[static_cast<std::size_t>((electric ? 3 : 0) + component)];
    if (!lit || wave.spans[static_cast<std::size_t>(axis)])
      return std::vector<Nodes>{within(wave, field, axis)};
    const std::array<Nodes, 3> all = across(wave, grid, field, axis, component, sign);
    return std::vector<Nodes>(all.begin(), all.end());
  };
  std::vector<Patch> patches;
  for (int a = 0; a < 3; ++a) {
    const int field = electric ? a : 3 + a, b = (a + 1) % 3, c = (a + 2) % 3;
    // The curl's component a has + d_b of c, - d_c of b.
    for (const Nodes& along_b : nodes(field, b, c, 1))
      for (const Nodes& along_c : nodes(field, c, b, -1)) {
        Patch patch{field, {}};
        patch.along[static_cast<std::size_t>(a)] = within(wave, field, a);
        patch.along[static_cast<std::size_t>(b)] = along_b;
        patch.along[static_cast<std::size_t>(c)] = along_c;
        const std::size_t lacks = patch.lacks().size();
        // H lies outside of the box, and beside one face at most.
        if (lacks > 0 && (electric || lacks == 1) && !patch.is_empty()) patches.push_back(patch);
      }
  }
  return patches;
}

Patch within_planes(Patch patch, const Planes& own) {
  Nodes& planes = patch.along[2];
  planes.first = std::max(planes.first, own.begin);
  planes.last = std::min(planes.last, own.end - 1);
  return patch;
}

bool has_one_gain(const Patch& patch, const NodeGain& gain) {
  const double first = gain(patch.field, patch.corner());
  bool same = true;
  patch.each_node([&](const auto& node) { same = same && gain(patch.field, node) == first; });
  return same;
}

class FaceBuilder {
 public:
  FaceBuilder(const IncidentWave& wave, const NodeGain& gain, const NodeLayout& layout)
      : wave_(wave), gain_(gain), layout_(layout) {}

  void add_edges(const Patch& patch) {
    patch.each_node([&](const auto& node) { faces.edges.push_back(correction(patch, node)); });
  }
  void add_patch(const Patch& patch) {
    const auto& along = patch.along;
    // Beside a face it has one node across it; along the other axes are its lanes and rows.
    const std::size_t lane = along[0].lacks.empty() ? 0 : 1;
    const std::size_t row = lane == 0 && along[1].lacks.empty() ? 1 : 2;
    const long stride[3] = {1, layout_.m2, layout_.m3};
    faces.patches.push_back({correction(patch, patch.corner()), along[lane].count(),
                             along[row].count(), stride[lane], stride[row], wave_.step[lane],
                             wave_.step[row]});
  }

  IncidentFaces faces;

 private:
  IncidentCorrection correction(const Patch& patch, const std::array<long, 3>& node) {
    const long first = static_cast<long>(faces.terms.size());
    for (const Lack& lack : patch.lacks()) {
      std::array<long, 3> there = node;
      there[static_cast<std::size_t>(lack.axis)] = lack.beyond;
      const long r = wave_.at(there) - wave_.begin();
      faces.terms.push_back(
          {lack.component * incident_nodes(wave_) + r, lack.factor * gain_(patch.field, node)});
    }
    return {layout_.at(0, node[2], node[1], node[0], 0), patch.field % 3, first,
            static_cast<long>(faces.terms.size())};
  }

  const IncidentWave& wave_;
  const NodeGain& gain_;
  const NodeLayout& layout_;
};

}  // namespace

IncidentFaces incident_faces(const IncidentWave& wave, const Grid& grid, bool electric,
                             const std::string& kernels, const NodeGain& gain,
                             const NodeLayout& layout) {
  FaceBuilder builder(wave, gain, layout);
  for (const Patch& patch : patches_of(wave, grid, electric)) {
    // Of the whole domain, so that all ranks go by it.
    const bool surface = kernels != "edges" && has_one_gain(patch, gain);
    if (kernels == "surface" && !surface)
      throw Error(Exit::bad_case,
                  "incident.kernels: found \"surface\" with several media on a face of the box, "
                  "allowed \"edges\" or \"auto\" there, or a box with one medium on each face");
    const Patch own = within_planes(patch, grid.planes(yee_staggering(patch.field)));
    if (!own.is_empty()) surface ? builder.add_patch(own) : builder.add_edges(own);
  }
  return builder.faces;
}

}  // namespace hermite
