// Yee's scheme written down once more, as a reference: loops over all nodes in double precision, every
// boundary and every layer as a question at each node, psi everywhere. Slow, and of no use but this.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "hermite/grid/yee.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"

namespace hermite {

class YeeReference {
 public:
  // Nodes along each axis, then values [k][j][i].
  std::array<std::vector<double>, 6> u;

  YeeReference(const System& system, const Grid& grid, const FdtdMethod& method)
      : system_(system), grid_(grid), method_(method) {
    for (int f = 0; f < 6; ++f) {
      nodes_[f] = grid.extents(yee_staggering(f));
      const auto count = static_cast<std::size_t>(nodes_[f][0] * nodes_[f][1] * nodes_[f][2]);
      u[f].assign(count, 0.0);
      for (auto& psi : psi_[f]) psi.assign(count, 0.0);
    }
  }

  const std::array<long, 3>& nodes(int f) const { return nodes_[f]; }
  std::size_t index(int f, const std::array<long, 3>& n) const {
    return static_cast<std::size_t>((n[2] * nodes_[f][1] + n[1]) * nodes_[f][0] + n[0]);
  }

  // A component that an electric wall holds at 0: E along it, H across it.
  bool held_at_zero(int f, const std::array<long, 3>& n) const {
    bool held = false;
    for (int d = 0; d < 3; ++d) {
      const auto& wall = grid_.wall[std::size_t(d)];
      const bool lower = n[std::size_t(d)] == 0,
                 upper = n[std::size_t(d)] == grid_.cells[std::size_t(d)];
      if (yee_staggering(f)[d] == Stagger::primal)
        held = held || (lower && wall[0] == 1 && !method_.mur[std::size_t(d)][0]) ||
               (upper && wall[1] == 1 && !method_.mur[std::size_t(d)][1]);
    }
    return held;
  }

  void step() {
    update(3);
    const std::array<std::vector<double>, 3> before = {u[0], u[1], u[2]};
    update(0);
    for (const EdgeSource& s : method_.sources) {
      if (s.hard) {
        u[s.component][index(s.component, s.edge)] =
            s.amplitude * s.waveform.at((double(steps_) + 1) * method_.dt);
        continue;
      }
      const int b = (s.component + 1) % 3, c = (s.component + 2) % 3;
      const Medium& m = medium(s.component, s.edge);
      const double eps = m.permittivity[s.component];
      const double loss = m.conductivity[s.component] * method_.dt / (2 * eps);
      const double current = s.amplitude * s.waveform.at((double(steps_) + 0.5) * method_.dt);
      if (!m.pec)
        u[s.component][index(s.component, s.edge)] -=
            method_.dt / eps / (1 + loss) * current /
            (length(b, s.edge[std::size_t(b)], true) * length(c, s.edge[std::size_t(c)], true));
    }
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {0, 1})
        if (method_.mur[std::size_t(axis)][std::size_t(side)]) mur(axis, side, before);
    ++steps_;
  }

 private:
  const System& system_;
  const Grid& grid_;
  const FdtdMethod& method_;
  std::array<std::array<long, 3>, 6> nodes_;
  std::array<std::array<std::vector<double>, 3>, 6> psi_;
  long steps_ = 0;

  const Medium& medium(int f, const std::array<long, 3>& n) const {
    std::array<double, 3> x, h;
    for (int d = 0; d < 3; ++d) {
      x[std::size_t(d)] = grid_.node(d, n[std::size_t(d)], yee_staggering(f)[d]);
      h[std::size_t(d)] = length(d, n[std::size_t(d)], yee_staggering(f)[d] == Stagger::primal);
    }
    return method_.scene.media[std::size_t(method_.scene.at(x, h))];
  }

  // A cell's length, or where `dual` that from one cell's middle to the next about node m.
  double length(int axis, long m, bool dual) const {
    const long cells = grid_.cells[std::size_t(axis)];
    const auto side = [&](long cell) {
      if (cell < 0 || cell >= cells)  // the other end's, or an image
        cell = grid_.periodic(axis) ? (cell + cells) % cells : cell < 0 ? 0 : cells - 1;
      return grid_.node(axis, cell + 1, Stagger::primal) - grid_.node(axis, cell, Stagger::primal);
    };
    if (!grid_.graded(axis)) return grid_.h(axis);
    return dual ? (side(m - 1) + side(m)) / 2 : side(m);
  }

  void mur(int axis, int side, const std::array<std::vector<double>, 3>& before) {
    const auto d = std::size_t(axis);
    const Medium& m = method_.scene.media.front();
    const double h = length(axis, side == 0 ? 0 : grid_.cells[d] - 1, false);
    for (int f = 0; f < 3; ++f) {
      if (f == axis) continue;
      const double way = method_.dt / std::sqrt(m.permittivity[f] * m.permeability[3 - f - axis]);
      const auto& count = nodes_[f];
      for (long k = 0; k < count[2]; ++k)
        for (long j = 0; j < count[1]; ++j)
          for (long i = 0; i < count[0]; ++i) {
            std::array<long, 3> wall = {i, j, k}, inner = wall;
            if (wall[d] != (side == 0 ? 0 : grid_.cells[d])) continue;
            inner[d] += side == 0 ? 1 : -1;
            const auto e0 = index(f, wall), e1 = index(f, inner);
            u[f][e0] = before[std::size_t(f)][e1] +
                       (way - h) / (way + h) * (u[f][e1] - before[std::size_t(f)][e0]);
          }
    }
  }

  // The value at a node, or what stands for it beyond the end of one axis.
  double value(int f, std::array<long, 3> n, int axis) const {
    const auto d = std::size_t(axis);
    const long count = nodes_[f][d];
    if (n[d] >= 0 && n[d] < count) return u[f][index(f, n)];
    if (grid_.periodic(axis)) {
      n[d] = (n[d] + count) % count;
      return u[f][index(f, n)];
    }
    const int side = n[d] < 0 ? 0 : 1;
    n[d] = side == 0 ? 0 : count - 1;
    return grid_.wall[d][std::size_t(side)] * system_.parity(f, axis, 3) * u[f][index(f, n)];
  }

  double difference(int f, int axis, const std::array<long, 3>& n, bool backward) const {
    std::array<long, 3> there = n;
    there[std::size_t(axis)] += backward ? -1 : 1;
    const double here = value(f, n, axis), other = value(f, there, axis);
    return backward ? here - other : other - here;
  }

  double stretched(int f, int axis, const std::array<long, 3>& n, double d) {
    const long m = n[std::size_t(axis)];
    const CpmlValues v = cpml_at(method_.cpml, grid_, axis, m, yee_staggering(f)[axis], method_.dt,
                                 method_.scene.media.front());
    const double h = length(axis, m, f < 3);
    double& psi = psi_[f][std::size_t(axis)][index(f, n)];
    psi = v.b * psi + v.c * d / h;
    return d / (v.kappa * h) + psi;
  }

  void update(int first) {
    const bool electric = first == 0;
    for (int f = first; f < first + 3; ++f) {
      const int b = (f + 1) % 3, c = (f + 2) % 3, other = 3 - first;
      std::array<long, 3> n;
      for (n[2] = 0; n[2] < nodes_[f][2]; ++n[2])
        for (n[1] = 0; n[1] < nodes_[f][1]; ++n[1])
          for (n[0] = 0; n[0] < nodes_[f][0]; ++n[0]) {
            const Medium& m = medium(f, n);
            const double p = electric ? m.permittivity[f] : m.permeability[f - 3];
            const double s = electric ? m.conductivity[f] : m.magnetic_conductivity[f - 3];
            const double loss = s * method_.dt / (2 * p);
            const double curl = stretched(f, b, n, difference(other + c, b, n, electric)) -
                                stretched(f, c, n, difference(other + b, c, n, electric));
            double& value = u[f][index(f, n)];
            value = ((1 - loss) * value + (electric ? 1 : -1) * method_.dt / p * curl) / (1 + loss);
            if ((electric && m.pec) || held_at_zero(f, n)) value = 0;
          }
    }
  }
};

}  // namespace hermite
