#include <algorithm>
#include <array>
#include <vector>

#include "hermite/systems/elastic_index.hpp"
#include "kernels/fdtd/elastic/factors.hpp"
#include "kernels/fdtd/elastic/node_values.hpp"

namespace hermite {

namespace {

// Of each node, f(its medium), with the nodes beyond upper ends that kernels average with the last ones: a periodic
// grid's first nodes, the next rank's; at a wall, where nobody needs what comes of it, the last again.
template <class T, class F>
const void* node_values(const ElasticArguments& a, const NodeMedia& media, int threads,
                        Constants& constants, F&& f) {
  const Grid& grid = media.grid();
  const std::array<long, 3> nodes = grid.extents(Stagger::primal);
  std::array<long, 3> begin{}, end = nodes, known;  // those before `known` are some node's
  const auto last = static_cast<std::size_t>(grid.last());
  const Planes own = grid.planes(Stagger::primal);
  begin[last] = own.begin;
  end[last] = own.end;
  for (std::size_t d = 0; d < 3; ++d) {
    const int axis = static_cast<int>(d);
    known[d] = axis < grid.dimension && !grid.walled_above(axis) ? end[d] + 1 : end[d];
    if (axis < grid.dimension) ++end[d];
  }
  const auto at = [&](long i, long j, long k) {
    return static_cast<T>(f(media.medium(media.number(
        {std::min(i, known[0] - 1), std::min(j, known[1] - 1), std::min(k, known[2] - 1)}))));
  };
  // What pads rows is averaged too, and must not divide by 0.
  std::vector<T> values(static_cast<std::size_t>(a.layout.size), at(begin[0], begin[1], begin[2]));
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
  for (long k = begin[2]; k < end[2]; ++k)
    for (long j = begin[1]; j < end[1]; ++j) {
      T* const row = values.data() + a.layout.at(0, k, j, 0, 0);
      for (long i = 0; i < end[0]; ++i) row[i] = at(i, j, k);
    }
  return constants.keep("media", values);
}

// What the energy of fields is known by whose factors are averages over `along`, none, one or two axes.
EnergyFactors energy_of_nodes(const NodeLayout& layout, double dt, const void* lambda,
                              const void* values, bool inverse, double scale,
                              const std::vector<int>& along) {
  const long stride[3] = {1, layout.m2, layout.m3};
  EnergyFactors energy{EnergyMedia::node_values, nullptr, nullptr, {lambda, values}, dt};
  energy.inverse = inverse;
  energy.scale = scale;
  for (std::size_t n = 0; n < along.size(); ++n) energy.beside[n] = stride[along[n]];
  return energy;
}

template <class T>
void set_inertia(ElasticTables& tables, const NodeMedia& media, double dt, int threads) {
  ElasticArguments& a = tables.velocity;
  a.kind = FactorKind::averaged;
  a.inertia = node_values<T>(a, media, threads, tables.constants,
                             [dt](const ElasticMedium& m) { return inertia_value(dt, m.density); });
  for (int axis = 0; axis < media.grid().dimension; ++axis)
    tables.energy.push_back(
        {{axis}, energy_of_nodes(a.layout, dt, nullptr, a.inertia, true, 1, {axis})});
}
template <class T>
void set_moduli(ElasticTables& tables, const NodeMedia& media, double dt, int threads) {
  ElasticArguments& a = tables.stress;
  const int dimension = media.grid().dimension;
  a.kind = FactorKind::averaged;
  a.harmonic = !media.scene().arithmetic;
  a.lambda = node_values<T>(a, media, threads, tables.constants,
                            [dt](const ElasticMedium& m) { return dt * m.lambda; });
  a.rigidity = node_values<T>(
      a, media, threads, tables.constants,
      [dt, &a](const ElasticMedium& m) { return rigidity_value(a.harmonic, dt, m.mu); });
  std::vector<int> normal;
  for (int axis = 0; axis < dimension; ++axis)
    normal.push_back(stress_field(dimension, axis, axis));
  tables.energy.push_back({normal, energy_of_nodes(a.layout, dt, a.lambda, a.rigidity, a.harmonic,
                                                   two_dt_mu_scale(a.harmonic), {})});
  for (int c = 1; c < dimension; ++c)
    for (int b = 0; b < c; ++b)
      tables.energy.push_back(
          {{stress_field(dimension, b, c)},
           energy_of_nodes(a.layout, dt, nullptr, a.rigidity, a.harmonic, 1, {b, c})});
}

}  // namespace

void average_densities(ElasticTables& tables, const NodeMedia& media, double dt,
                       Precision precision, int threads) {
  with_precision(precision,
                 [&](auto zero) { set_inertia<decltype(zero)>(tables, media, dt, threads); });
}

void average_moduli(ElasticTables& tables, const NodeMedia& media, double dt, Precision precision,
                    int threads) {
  with_precision(precision,
                 [&](auto zero) { set_moduli<decltype(zero)>(tables, media, dt, threads); });
}

}  // namespace hermite
