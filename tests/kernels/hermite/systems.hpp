// Problems of every system: generic materials, cells that are no cubes, walls of every kind, and
// their exact nodal data.
#pragma once

#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/waves.hpp"
#include "tests/kernels/hermite/problem.hpp"

namespace hermite {

struct NamedSystem {
  std::shared_ptr<const System> system;
  std::vector<int> dimensions;
  bool has_mirror = true;
};

// All but advection, which the other tests are about.
inline std::vector<NamedSystem> every_system() {
  return {{std::make_shared<Acoustics>(1.3, 0.8), {1, 2, 3}}};
}

// Walls by number: 0 periodic; then equal ones, opposite ones, and a mixture with a periodic axis.
inline std::array<std::array<int, 2>, 3> walls_of(int number, int dimension) {
  static const std::array<std::array<int, 2>, 3> all[] = {{{{0, 0}, {0, 0}, {0, 0}}},
                                                          {{{1, 1}, {1, 1}, {1, 1}}},
                                                          {{{-1, 1}, {1, -1}, {-1, -1}}},
                                                          {{{1, 1}, {0, 0}, {-1, 1}}}};
  std::array<std::array<int, 2>, 3> wall = all[number % 4];
  for (std::size_t d = std::size_t(dimension); d < 3; ++d) wall[d] = {0, 0};
  return wall;
}

inline Problem system_problem(const NamedSystem& named, int dimension, int order, int walls) {
  Problem p;
  p.other = named.system;
  p.dimension = dimension;
  p.order = order;
  p.sides = {1, dimension > 1 ? 0.7 : 1, dimension > 2 ? 1.2 : 1};
  p.wall = walls_of(named.has_mirror ? walls : 0, dimension);
  p.steps = 2;
  if (dimension == 1) p.cells = {19, 1, 1};
  if (dimension == 2) p.cells = {9, 5, 1};
  if (dimension == 3) p.cells = {5, 3, 4};
  return p;
}

inline Domain domain_of(const Problem& p) {
  Domain domain;
  domain.dimension = p.dimension;
  domain.upper = p.sides;
  domain.wall = p.wall;
  return domain;
}

// A wave off every diagonal, in its first mode.
inline Initial wave_of(const Problem& p) {
  Initial wave;
  wave.kind = "plane-wave";
  wave.waves = {1, p.dimension > 1 ? 2 : 0, p.dimension > 2 ? -1 : 0};
  wave.phase = 0.1;
  if (p.wall[2][0] != 0) wave.waves[2] = 1;
  return wave;
}

// Nodal data of the exact solution at time t, in the order of Run.
inline std::vector<double> exact_data(const Problem& p, const Initial& initial, double t) {
  const Grid grid = p.grid();
  const Domain domain = domain_of(p);
  const int n = p.order + 1, fields = p.fields();
  const std::array<long, 3> nodes = grid.extents(Stagger::primal);
  std::vector<std::vector<double>> data(static_cast<std::size_t>(fields));
  const auto system = p.system();
  for (long m3 = 0; m3 < nodes[2]; ++m3)
    for (long m2 = 0; m2 < nodes[1]; ++m2)
      for (long m1 = 0; m1 < nodes[0]; ++m1) {
        const long m[3] = {m1, m2, m3};
        Series x[3];
        std::vector<Series> u(static_cast<std::size_t>(fields));
        for (int d = 0; d < p.dimension; ++d)
          x[d] = Series::variable(d, n, grid.node(d, m[d], Stagger::primal), grid.h(d));
        system->exact(domain, initial, x, t, u.data());
        for (int f = 0; f < fields; ++f)
          for (int i3 = 0; i3 < (p.dimension > 2 ? n : 1); ++i3)
            for (int i2 = 0; i2 < (p.dimension > 1 ? n : 1); ++i2)
              for (int i1 = 0; i1 < n; ++i1)
                data[std::size_t(f)].push_back(u[std::size_t(f)].coefficient(i1, i2, i3));
      }
  std::vector<double> all;
  for (const auto& field : data) all.insert(all.end(), field.begin(), field.end());
  return all;
}

}  // namespace hermite
