#include "kernels/fdtd/elastic/energy.hpp"

#include <memory>

#include "hermite/systems/elastic_compliance.hpp"
#include "kernels/fdtd/elastic/node_averages.hpp"

namespace hermite {

namespace {

using Media = std::shared_ptr<const NodeMedia>;
using Values = NodeAverages::Values;

// density[i] = at(i, make(averages)), made anew only where the averages change along the row.
template <class Make, class At>
void for_row(const NodeAverages& averages, int field, const std::array<long, 3>& first, long nodes,
             Make&& make, At&& at) {
  NodeAverages::Nodes last = averages.around(field, first);
  auto constants = make(averages.of(field, last));
  for (long i = 0; i < nodes; ++i) {
    if (!averages.repeats(0, i)) {
      const NodeAverages::Nodes around = averages.around(field, {i, first[1], first[2]});
      if (around != last) constants = make(averages.of(field, around));
      last = around;
    }
    at(i, constants);
  }
}

// A velocity or a shear stress.
RowEnergy row_of(const Media& media, int field) {
  const bool velocity = field < media->grid().dimension;
  return [media, field, velocity](const std::array<long, 3>& first, long nodes,
                                  const double* const* u, double* density) {
    for_row(
        NodeAverages(*media), field, first, nodes,
        [&](const Values& v) { return velocity ? v[0] : 2 * ElasticCompliance::of_shear(v[0]); },
        [&](long i, double constant) { density[i] = constant * u[0][i] * u[0][i]; });
  };
}

RowEnergy row_of_normal(const Media& media) {
  const int dimension = media->grid().dimension;
  return [media, dimension](const std::array<long, 3>& first, long nodes, const double* const* u,
                            double* density) {
    for_row(
        NodeAverages(*media), dimension, first, nodes,
        [&](const Values& v) { return ElasticCompliance(dimension, v[0], v[1]); },
        [&](long i, const ElasticCompliance& c) {
          double trace = 0, deviator = 0;
          for (int a = 0; a < dimension; ++a) trace += u[a][i];
          for (int a = 0; a < dimension; ++a) {
            const double part = u[a][i] - trace / dimension;
            deviator += part * part;
          }
          density[i] = c.shear * deviator + c.bulk * trace * trace;
        });
  };
}

}  // namespace

std::vector<EnergyPart> elastic_energy(const ElasticScene& scene, const Grid& grid, int threads) {
  const auto media = std::make_shared<const NodeMedia>(scene, grid, threads);
  const int d = grid.dimension, fields = d * (d + 3) / 2;
  std::vector<EnergyPart> parts;
  EnergyPart normal{{}, row_of_normal(media)};
  for (int field = 0; field < fields; ++field)
    if (field >= d && field < 2 * d)
      normal.fields.push_back(field);
    else
      parts.push_back({{field}, row_of(media, field)});
  parts.push_back(normal);
  return parts;
}

}  // namespace hermite
