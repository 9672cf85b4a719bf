// The energy of elastic stresses. With e the strain that sigma = lambda tr(e) I + 2 mu e belongs to, d
// normal stresses (in plane strain, where e_zz = 0, two) and dev their deviator, sigma - tr(sigma)/d I,
//   sigma : e = dev : dev / (2 mu) + tr(sigma)^2 / (d (2 mu + d lambda)) + sum_(a<b) sigma_ab^2 / mu.
#pragma once

namespace hermite {

template <class V>
struct ElasticCompliance {
  V bulk, shear;  // of tr(sigma)^2, of dev : dev; 2 shear: of sigma_ab^2
};

/// A fluid's deviator and shear stresses are 0, and so is their part. V: a number, or several at once.
template <class V>
constexpr ElasticCompliance<V> elastic_compliance(int dimension, const V& lambda, const V& two_mu) {
  const double d = dimension;
  const V zero{};
  return {1.0 / (d * (two_mu + d * lambda)), two_mu > zero ? 1.0 / two_mu : zero};
}

}  // namespace hermite
