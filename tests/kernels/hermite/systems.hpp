// Problems of every system: generic materials, cells that are no cubes, walls of every kind, and
// their exact nodal data.
#pragma once

#include "hermite/systems/waves.hpp"
#include "kernels/hermite/kernel_table.hpp"
#include "tests/hermite/systems/samples.hpp"
#include "tests/kernels/hermite/equality.hpp"

namespace hermite {

// All but advection, which the other tests are about.
inline std::vector<Sample> other_systems() {
  std::vector<Sample> others;
  for (const Sample& s : samples())
    if (s.system->name() != "advection") others.push_back(s);
  return others;
}

inline bool has_mirror(const Sample& s, int axis) {
  for (int f = 0; f < s.fields; ++f)
    if (s.system->parity(f, axis, s.dimension) == 0) return false;
  return true;
}
inline bool has_mirror(const Sample& s) {
  bool any = false;
  for (int axis = 0; axis < s.dimension; ++axis) any = any || has_mirror(s, axis);
  return any;
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

// Axes about which the system has no mirror stay periodic.
inline Problem system_problem(const Sample& s, int order, int walls) {
  Problem p;
  const int dimension = s.dimension;
  p.other = s.system;
  p.dimension = dimension;
  p.order = order;
  p.sides = {1, dimension > 1 ? 0.7 : 1, dimension > 2 ? 1.2 : 1};
  p.wall = walls_of(walls, dimension);
  for (int axis = 0; axis < dimension; ++axis)
    if (!has_mirror(s, axis)) p.wall[std::size_t(axis)] = {0, 0};
  p.steps = dimension == 3 ? 1 : 2;
  if (dimension == 1) p.cells = {19, 1, 1};
  if (dimension == 2) p.cells = {9, 5, 1};
  if (dimension == 3) p.cells = {5, 3, 2};
  return p;
}

// A problem of the system whose coupling a kernel knows; advection for kernels that know none.
inline Problem problem_of(const KernelKey& key) {
  Problem p;
  p.dimension = key.dimension;
  for (const Sample& s : other_systems())
    if (s.dimension == key.dimension &&
        s.system->coupling(s.dimension) ==
            (key.id == KernelId::parity_literal ? "acoustics" : key.coupling))
      p.other = s.system;
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

// Every schedule of every system against the paper's algorithm, at these orders; in 3-D each order
// with walls of another kind, beyond N = 2 on a GPU only and on a small grid: the reference's work grows
// with N^4 there. From N = 4 on in double precision, and 5 in single, a
// GPU's shared memory does not hold one cell of some.
template <class T>
void check_systems(const Device& device, const std::vector<int>& orders) {
  Refused refused;
  for (const Sample& s : other_systems())
    for (const int order : orders)
      for (int walls = 0; walls < 4; ++walls) {
        if (walls > 0 && !has_mirror(s)) continue;
        if (s.dimension == 3 && order > 2 && !device.cuda()) continue;
        if (s.dimension == 3 && walls != (order + s.fields) % 4 && has_mirror(s)) continue;
        Problem p = system_problem(s, order, walls);
        if (s.dimension == 3 && order > 2) p.cells = {3, 2, 2};
        if (walls % 2 == 1) p = with_few_stages(p);
        const bool may_refuse = device.cuda() && order >= (sizeof(T) == 8 ? 4 : 5);
        check_all<T>(device, p, may_refuse ? &refused : nullptr);
      }
  std::string list;
  for (const std::string& what : refused) list += "\n  " + what;
  if (!refused.empty())
    MESSAGE(refused.size(), " schedules need more shared memory for one cell than there is:", list);
}

}  // namespace hermite
