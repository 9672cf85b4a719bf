// The energy of elastic stresses. With e the strain that sigma = lambda tr(e) I + 2 mu e belongs to, d
// normal stresses (in plane strain, where e_zz = 0, two) and dev their deviator, sigma - tr(sigma)/d I,
//   sigma : e = dev : dev / (2 mu) + tr(sigma)^2 / (d (2 mu + d lambda)) + sum_(a<b) sigma_ab^2 / mu.
#pragma once

namespace hermite {

struct ElasticCompliance {
  double bulk, shear;  // of tr(sigma)^2, of dev : dev; 2 shear: of sigma_ab^2

  /// A fluid's deviator and shear stresses are 0, and so is their part.
  constexpr ElasticCompliance(int dimension, double lambda, double mu)
      : bulk(1 / (dimension * (2 * mu + dimension * lambda))), shear(of_shear(mu)) {}
  static constexpr double of_shear(double mu) { return mu > 0 ? 1 / (2 * mu) : 0; }
};

}  // namespace hermite
