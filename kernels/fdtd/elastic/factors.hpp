#pragma once
// The factors of all points: where v_a lies dt/rho of the two nodes beside it; at nodes dt lambda and 2 dt mu; where
// sigma_ab lies dt mu of the four nodes around it.
//
// Models of few media have few values: each component has a table and one byte per point (numbered_factors.cpp). Of
// others the nodes have values that the kernels average (node_values.hpp, averaged_factors.cpp).

#include "kernels/fdtd/elastic/tables.hpp"

namespace hermite {

// Sets kind and factor of both arguments, whose layout and nodes are set, and what they say of the energy.
void set_factors(ElasticTables& tables, const NodeMedia& media, double dt, Precision precision,
                 int threads);

// One half of it each. False, and nothing is set, where the values are too many.
bool number_velocity_factors(ElasticTables& tables, const NodeMedia& media, double dt,
                             Precision precision, int threads);
bool number_stress_factors(ElasticTables& tables, const NodeMedia& media, double dt,
                           Precision precision, int threads);

void average_densities(ElasticTables& tables, const NodeMedia& media, double dt,
                       Precision precision, int threads);
void average_moduli(ElasticTables& tables, const NodeMedia& media, double dt, Precision precision,
                    int threads);

}  // namespace hermite
