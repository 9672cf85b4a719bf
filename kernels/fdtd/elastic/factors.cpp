#include "kernels/fdtd/elastic/factors.hpp"

namespace hermite {

void set_factors(ElasticTables& tables, const NodeMedia& media, double dt, Precision precision,
                 int threads) {
  if (!number_velocity_factors(tables, media, dt, precision, threads))
    average_densities(tables, media, dt, precision, threads);
  if (!number_stress_factors(tables, media, dt, precision, threads))
    average_moduli(tables, media, dt, precision, threads);
}

}  // namespace hermite
