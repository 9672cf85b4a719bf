// Two helpers for systems with many fields: terms made from the coupling itself, so that their order
// cannot differ, and a system in fewer dimensions as some of the components it has in three.
#pragma once

#include <string>
#include <vector>

#include "hermite/core/problem.hpp"
#include "hermite/systems/coupling.hpp"

namespace hermite {

/// The terms of a coupling, each with coefficient(term).
template <class Coupling, class Coefficient>
std::vector<CoupledTerm> coupled_terms(const Coefficient& coefficient) {
  std::vector<CoupledTerm> terms;
  for (int t = 0; t < Coupling::terms; ++t) {
    const Term term = Coupling::term(t);
    terms.push_back({term.out, term.in, term.axis, coefficient(term)});
  }
  return terms;
}

/// The same for a coupling that there is in every dimension.
template <template <int> class Coupling, class Coefficient>
std::vector<CoupledTerm> coupled_terms(int dimension, const Coefficient& coefficient) {
  if (dimension == 1) return coupled_terms<Coupling<1>>(coefficient);
  if (dimension == 2) return coupled_terms<Coupling<2>>(coefficient);
  return coupled_terms<Coupling<3>>(coefficient);
}

/// The entries of `all` that `components` names.
template <class T>
std::vector<T> picked(const std::vector<T>& all, const std::vector<int>& components) {
  std::vector<T> some;
  for (const int component : components) some.push_back(all[std::size_t(component)]);
  return some;
}

/// A diagonal matrix, as System::energy writes matrices.
inline std::vector<double> diagonal(const std::vector<double>& entries) {
  const std::size_t n = entries.size();
  std::vector<double> matrix(n * n, 0.0);
  for (std::size_t f = 0; f < n; ++f) matrix[f * n + f] = entries[f];
  return matrix;
}

}  // namespace hermite
