// The staggered elastic scheme written down once more, as a reference: loops over all nodes in double
// precision, every boundary, layer, average and source as a question at each node, psi everywhere, what
// lies beyond a free surface as a value. Slow, and of no use but this.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "hermite/grid/elastic_stagger.hpp"
#include "kernels/fdtd/elastic/stages.hpp"
#include "kernels/fdtd/elastic/surface_weights.hpp"

namespace hermite {

class ElasticReference {
 public:
  using Node = std::array<long, 3>;
  std::vector<std::vector<double>> u;  // [field][k][j][i]

  ElasticReference(const System& system, const Grid& grid, const ElasticMethod& method)
      : system_(system),
        grid_(grid),
        method_(method),
        dimension_(grid.dimension),
        fields_(dimension_ * (dimension_ + 3) / 2) {
    u.resize(std::size_t(fields_));
    for (int f = 0; f < fields_; ++f) u[std::size_t(f)].assign(count(f), 0.0);
    for (auto& of_half : psi_)
      for (auto& of_c : of_half)
        for (auto& psi : of_c) psi.assign(count(-1), 0.0);
    for_nodes(-1, [&](const Node& n) {
      media_.push_back(method.scene.at_node(
          grid, {grid.node(0, n[0], Stagger::primal), grid.node(1, n[1], Stagger::primal),
                 grid.node(2, n[2], Stagger::primal)}));
    });
  }

  int fields() const { return fields_; }
  Node nodes(int f) const { return grid_.extents(stagger(f)); }
  std::size_t index(int f, const Node& n) const {
    const Node e = nodes(f);
    return std::size_t((n[2] * e[1] + n[1]) * e[0] + n[0]);
  }
  template <class F>
  void for_nodes(int f, F&& visit) const {
    const Node e = nodes(f);
    Node n;
    for (n[2] = 0; n[2] < e[2]; ++n[2])
      for (n[1] = 0; n[1] < e[1]; ++n[1])
        for (n[0] = 0; n[0] < e[0]; ++n[0]) visit(n);
  }
  // What a wall holds at zero, the field being odd about it.
  bool held_at_zero(int f, const Node& n) const {
    for (int d = 0; d < dimension_; ++d) {
      const auto a = std::size_t(d);
      if (grid_.periodic(d) || stagger(f)[d] == Stagger::dual) continue;
      for (const std::size_t side : {0, 1}) {
        if (n[a] != (side == 0 ? 0 : grid_.cells[a])) continue;
        if (is_free(d, side) ? f == stress_field(dimension_, d, d)
                             : grid_.wall[a][side] * system_.parity(f, d, dimension_) < 0)
          return true;
      }
    }
    return false;
  }

  // 1/rho, lambda, mu where a component lies.
  double buoyancy(int a, const Node& n) const {
    return 2 / (at_node(n).density + at_node(beside(n, a)).density);
  }
  const ElasticMedium& at_node(Node n) const {
    for (int d = 0; d < 3; ++d)
      if (grid_.periodic(d)) n[std::size_t(d)] %= grid_.cells[std::size_t(d)];
    return media_[index(-1, n)];
  }
  double shear_modulus(int a, int b, const Node& n) const {
    const double mu[4] = {at_node(n).mu, at_node(beside(n, a)).mu, at_node(beside(n, b)).mu,
                          at_node(beside(beside(n, a), b)).mu};
    return method_.scene.mean(mu, 4);
  }

  void step() {
    const std::vector<std::vector<double>> before = u;
    const double dt = method_.dt, t = double(steps_) * dt;
    for (int a = 0; a < dimension_; ++a)
      for (int b = a; b < dimension_; ++b) update_stress(a, b);
    for (const PointSource& s : method_.sources)
      for (int c = 0; c < 6; ++c) {
        const int a = c < 3 ? c : c < 5 ? 0 : 1, b = c < 3 ? c : c < 4 ? 1 : 2;
        if (b < dimension_)
          add(stress_field(dimension_, a, b), s.point,
              [&](const Node&) { return -dt * s.moment[std::size_t(c)] * s.waveform.rate(t); });
      }
    for (int a = 0; a < dimension_; ++a) update_velocity(a);
    for (const PointSource& s : method_.sources)
      for (int a = 0; a < dimension_; ++a)
        add(a, s.point, [&](const Node& n) {
          return dt * buoyancy(a, n) * s.force[std::size_t(a)] * s.waveform.at(t + dt / 2);
        });
    ++steps_;
  }

 private:
  const System& system_;
  const Grid& grid_;
  const ElasticMethod& method_;
  int dimension_, fields_;
  std::vector<ElasticMedium> media_;  // of the nodes
  std::vector<double> psi_[2][3][3];  // [velocity][c][axis], by nodes of the finest array
  long steps_ = 0;

  Staggering stagger(int f) const {
    return f < 0 ? Staggering(Stagger::primal) : elastic_staggering(dimension_, f);
  }
  std::size_t count(int f) const {
    const Node e = nodes(f);
    return std::size_t(e[0] * e[1] * e[2]);
  }
  static Node beside(Node n, int d, long by = 1) {
    n[std::size_t(d)] += by;
    return n;
  }
  bool is_free(int d, std::size_t side) const { return d == dimension_ - 1 && method_.free[side]; }

  // The value at a node, or what stands for it beyond the end of one axis. Stresses are odd about their
  // value at a free surface.
  double value(int f, Node n, int axis) const {
    const auto d = std::size_t(axis);
    const long all = nodes(f)[d];
    if (n[d] >= 0 && n[d] < all) return u[std::size_t(f)][index(f, n)];
    if (grid_.periodic(axis)) {
      n[d] = (n[d] + all) % all;
      return u[std::size_t(f)][index(f, n)];
    }
    const std::size_t side = n[d] < 0 ? 0 : 1;
    const long on = stagger(f)[axis] == Stagger::primal ? 1 : 0;
    const long last = side == 0 ? 0 : all - 1;
    n[d] = 2 * last + (side == 0 ? -1 : 1) * (1 - on) - n[d];
    const double image = u[std::size_t(f)][index(f, n)];
    if (!is_free(axis, side))
      return grid_.wall[d][side] * system_.parity(f, axis, dimension_) * image;
    n[d] = last;
    return (on == 1 ? 2 * u[std::size_t(f)][index(f, n)] : 0) - image;
  }

  // In units of h, where component `target` lies.
  double difference(int f, int axis, const Node& n, int target) const {
    const bool dual = stagger(target)[axis] == Stagger::dual;
    const auto d = std::size_t(axis);
    for (const std::size_t side : {0, 1})
      if (is_free(axis, side)) {
        const long depth = side == 0 ? n[d] : nodes(target)[d] - 1 - n[d];
        if (depth < 2) return (side == 0 ? 1 : -1) * near_surface(f, axis, n, side, depth, dual);
      }
    const long first = dual ? -1 : -2;
    return 9.0 / 8 *
               (value(f, beside(n, axis, first + 2), axis) -
                value(f, beside(n, axis, first + 1), axis)) -
           1.0 / 24 *
               (value(f, beside(n, axis, first + 3), axis) -
                value(f, beside(n, axis, first), axis));
  }

  // d/ddepth at depth 0, 1 (or 1/2, 3/2 where `dual`).
  double near_surface(int f, int axis, Node n, std::size_t side, long depth, bool dual) const {
    const auto v = [&](long m) {  // the field m of its own nodes below its first
      Node at = n;
      at[std::size_t(axis)] = side == 0 ? m : nodes(f)[std::size_t(axis)] - 1 - m;
      return value(f, at, axis);
    };
    const bool velocity = f < dimension_, imaging = method_.free_operators == "imaging";
    if (dual && depth == 1) return 9.0 / 8 * (v(2) - v(1)) - 1.0 / 24 * (v(3) - v(0));
    if (imaging && velocity) return dual ? v(1) - v(0) : v(depth) - v(depth - 1);
    if (imaging && dual) return 9.0 / 8 * (v(1) - v(0)) - 1.0 / 24 * (v(2) - v(-1));
    if (imaging)
      return 9.0 / 8 * (v(depth) - v(depth - 1)) - 1.0 / 24 * (v(depth + 1) - v(depth - 2));
    if (dual)
      return -11.0 / 12 * v(0) + 17.0 / 24 * v(1) + 3.0 / 8 * v(2) - 5.0 / 24 * v(3) + v(4) / 24;
    if (velocity)  // what is left to add is in update_stress
      return -577.0 / 528 * v(0) + 201.0 / 176 * v(1) - 9.0 / 176 * v(2) + v(3) / 528;
    if (depth == 0) return 35.0 / 8 * v(0) - 35.0 / 24 * v(1) + 21.0 / 40 * v(2) - 5.0 / 56 * v(3);
    return -31.0 / 24 * v(0) + 29.0 / 24 * v(1) - 3.0 / 40 * v(2) + v(3) / 168;
  }

  // The derivative of f along an axis where `target` lies, stretched; psi changes if `advance`.
  double derivative(int f, int axis, const Node& n, int target, bool advance = true) {
    const auto d = std::size_t(axis);
    const double half = stagger(target)[axis] == Stagger::dual ? 0.5 : 0, h = grid_.h(axis);
    const double vp = method_.scene.fastest(), diff = difference(f, axis, n, target);
    const CpmlValues v = cpml_at(method_.cpml, axis, double(n[d]) + half, grid_.cells[d], h,
                                 method_.dt, {1, 1 / (vp * vp), 0, 0, false});
    const bool velocity = target < dimension_;
    double& psi = psi_[velocity][velocity ? target : f][axis][index(-1, n)];
    if (advance) psi = v.b * psi + v.c * diff / h;
    return diff / (v.kappa * h) + psi;
  }

  void update_velocity(int a) {
    for_nodes(a, [&](const Node& n) {
      double sum = 0;
      for (int b = 0; b < dimension_; ++b)
        sum += derivative(stress_field(dimension_, a, b), b, n, a);
      u[std::size_t(a)][index(a, n)] += method_.dt * buoyancy(a, n) * sum;
    });
  }

  // lambda + 2 mu times the derivative across a free surface, at it, is -lambda times the others.
  double eliminated(const Node& n, double others) const {
    const ElasticMedium m = at_node(n);
    return -m.lambda / (m.lambda + 2 * m.mu) * others;
  }

  void update_stress(int a, int b) {
    const int f = stress_field(dimension_, a, b), last = dimension_ - 1;
    if (a != b) {
      for_nodes(f, [&](const Node& n) {
        const double sum = derivative(a, b, n, f) + derivative(b, a, n, f);
        u[std::size_t(f)][index(f, n)] += method_.dt * shear_modulus(a, b, n) * sum;
      });
      return;
    }
    if (a != 0) return;  // all normal stresses with the first
    // From the surfaces inwards, for the planes next to them ask for what is at them.
    const auto normal = [&](const Node& n) {
      double e[3] = {}, sum = 0;
      for (int c = 0; c < dimension_; ++c) {
        e[c] = derivative(c, c, n, f);
        if (c < last) sum += e[c];
      }
      bool on_surface = false;
      for (const std::size_t side : {0, 1}) {
        if (!method_.free[side]) continue;
        const long surface = side == 0 ? 0 : grid_.cells[std::size_t(last)];
        const long depth = std::abs(n[std::size_t(last)] - surface);
        if (depth > 1) continue;
        if (depth == 0) {
          e[last] = eliminated(n, sum);
          on_surface = true;
        } else if (method_.free_operators != "imaging") {
          Node at = n;
          at[std::size_t(last)] = surface;
          double others = 0;
          for (int c = 0; c < last; ++c) others += derivative(c, c, at, f, false);
          e[last] -= eliminated(at, others) / 22;
        }
      }
      const ElasticMedium m = at_node(n);
      for (int c = 0; c < dimension_; ++c) {
        double& sigma = u[std::size_t(dimension_ + c)][index(f, n)];
        sigma += method_.dt * (m.lambda * (sum + e[last]) + 2 * m.mu * e[c]);
        if (on_surface && c == last) sigma = 0;
      }
    };
    const long planes = nodes(f)[std::size_t(last)];
    for (long pass = 0; pass < 2; ++pass)
      for_nodes(f, [&](const Node& n) {
        const long z = n[std::size_t(last)];
        if ((z == 0 || z == planes - 1) == (pass == 0)) normal(n);
      });
  }

  // Of a cell, what a node of f stands for, and its place along an axis in cells.
  std::array<double, 2> share(int f, int axis, long node) const {
    const bool dual = stagger(f)[axis] == Stagger::dual;
    std::array<double, 2> share = {1, double(node) + (dual ? 0.5 : 0)};
    for (const std::size_t side : {0, 1}) {
      if (!is_free(axis, side)) continue;
      const long depth = side == 0 ? node : nodes(f)[std::size_t(axis)] - 1 - node;
      const SurfaceNodes near = surface_nodes(surface_differences(method_.free_operators), dual);
      if (depth < 0 || depth >= long(near.weight.size())) continue;
      share[0] += near.weight[std::size_t(depth)] - 1;
      share[1] += (side == 0 ? 1 : -1) * near.shift[std::size_t(depth)];
    }
    return share;
  }
  // The hat function of a point between the places of neighbours, over the volume of a cell, for points a cell
  // away from walls.
  double hat(int f, int axis, long node, double x) const {
    const auto d = std::size_t(axis);
    x = (x - grid_.lower[d]) / grid_.h(axis);
    const auto at = [&](long n) { return share(f, axis, n)[1]; };
    if (grid_.periodic(axis)) {
      const double all = double(grid_.cells[d]);
      x -= all * std::round((x - at(node)) / all);
    }
    const long beside = x < at(node) ? node - 1 : node + 1;
    const double value = (x - at(beside)) / (at(node) - at(beside));
    return std::max(0.0, value) / share(f, axis, node)[0] / grid_.h(axis);
  }
  template <class F>
  void add(int f, const std::array<double, 3>& x, F&& amount) {
    for_nodes(f, [&](const Node& n) {
      double weight = 1;
      for (int d = 0; d < dimension_ && weight > 0; ++d)
        weight *= hat(f, d, n[std::size_t(d)], x[std::size_t(d)]);
      if (weight > 0) u[std::size_t(f)][index(f, n)] += weight * amount(n);
    });
  }
};

}  // namespace hermite
