// Helpers for systems with many fields: terms made from the coupling itself, so that their order
// cannot differ, a system in fewer dimensions as some of the components it has in three, and the
// choice where in 2-D it falls into two systems.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
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

/// Which of the two systems a system of 3-D is in 2-D, where nothing depends on z: a key of the
/// material. 1-D has what is left of the first.
class PlaneChoice {
 public:
  /// As components in 3-D, of which there are `all`.
  struct Components {
    std::vector<int> line, first, second;
    int all;
  };

  PlaneChoice(std::string key, std::array<std::string, 2> names, std::string chosen,
              Components components)
      : key_(std::move(key)),
        names_(std::move(names)),
        chosen_(std::move(chosen)),
        components_(std::move(components)) {}

  Key& declare(Keys& keys) { return keys.add(key_, chosen_).choices({names_[0], names_[1]}); }
  /// Throws Error (bad case) where the second is chosen and there is no choice.
  void check(int dimension) const {
    if (chosen_ == names_[1] && dimension != 2)
      throw Error(Exit::bad_case, "material." + key_ + ": found \"" + chosen_ +
                                      "\", allowed in 2-D only; leave it out (1-D is " + names_[0] +
                                      ", 3-D has all fields)");
  }
  const std::string& chosen() const { return chosen_; }
  bool is_second(int dimension) const { return dimension == 2 && chosen_ == names_[1]; }

  /// SYSTEM in 3-D, else SYSTEM_NAME with the letters of the name alone.
  std::string coupling(const std::string& system, int dimension) const {
    if (dimension == 3) return system;
    std::string name = names_[is_second(dimension) ? 1 : 0];
    name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
    return system + "_" + name;
  }
  std::vector<int> components(int dimension) const {
    if (dimension == 1) return components_.line;
    if (dimension == 2) return is_second(dimension) ? components_.second : components_.first;
    std::vector<int> all;
    for (int c = 0; c < components_.all; ++c) all.push_back(c);
    return all;
  }

 private:
  std::string key_;
  std::array<std::string, 2> names_;
  std::string chosen_;
  Components components_;
};

}  // namespace hermite
