#pragma once
// The factors of all points, of the averages that they meet (node_averages.hpp): where v_a lies dt/rho; at
// nodes dt lambda and 2 dt mu; where sigma_ab lies dt mu.
//
// Models of few media have few values: each component has a table and one byte per point. Of others the nodes
// have values that the kernels average (node_values.hpp).

#include "kernels/fdtd/elastic/node_averages.hpp"
#include "kernels/fdtd/elastic/tables.hpp"

namespace hermite {

// Sets kind and factor of both arguments, whose layout and nodes are set, and what they say of the energy.
void set_factors(ElasticTables& tables, const NodeMedia& media, int dimension, double dt,
                 Precision precision, int threads);

}  // namespace hermite
