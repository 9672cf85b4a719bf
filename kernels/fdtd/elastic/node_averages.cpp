#include "kernels/fdtd/elastic/node_averages.hpp"

#include "hermite/systems/elastic_index.hpp"

namespace hermite {

NodeAverages::Nodes NodeAverages::around(int field, const std::array<long, 3>& node) const {
  const int here = media_.number(node);
  if (field < dimension_) return {here, beside(node, field, -1), -1, -1};
  if (field < 2 * dimension_) return {here, -1, -1, -1};
  const StressIndex ab = stress_index(dimension_, field);
  return {here, beside(node, ab.a, -1), beside(node, ab.b, -1), beside(node, ab.a, ab.b)};
}

NodeAverages::Values NodeAverages::of(int field, const Nodes& around) const {
  const ElasticMedium& m = media_.medium(around[0]);
  if (field < dimension_) return {(m.density + media_.medium(around[1]).density) / 2, 0};
  if (field < 2 * dimension_) return {m.lambda, m.mu};
  double mu[4];
  for (int n = 0; n < 4; ++n) mu[n] = media_.medium(around[static_cast<std::size_t>(n)]).mu;
  const bool same = mu[1] == mu[0] && mu[2] == mu[0] && mu[3] == mu[0];
  return {same ? mu[0] : media_.scene().mean(mu, 4), 0};
}

int NodeAverages::beside(std::array<long, 3> node, int a, int b) const {
  ++node[static_cast<std::size_t>(a)];
  if (b >= 0) ++node[static_cast<std::size_t>(b)];
  return media_.number(node);
}

}  // namespace hermite
