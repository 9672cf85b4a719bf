// A linear hyperbolic system u_t = sum_d A_d d_d u: what the solvers ask of it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hermite/core/problem.hpp"
#include "hermite/method/taylor.hpp"

namespace hermite {

class Keys;

class System {
 public:
  virtual ~System() = default;

  virtual std::string name() const = 0;
  /// Names of the fields in the order of storage.
  virtual std::vector<std::string> fields(int dimension) const = 0;

  /// Declares the keys of the case's section `material`; they are read into this object.
  virtual void declare_material(Keys& keys) = 0;

  /// The terms with their coefficients, in the order of the system's coupling (coupling.hpp).
  virtual std::vector<CoupledTerm> terms(int dimension) const = 0;

  /// c_d, the fastest speed along each axis, in m/s (0 for axes beyond the dimension).
  virtual std::array<double, 3> speeds(int dimension) const = 0;

  /// The media over which stability is sampled, as terms whose fastest speed is 1; a table entry
  /// holds for the worst of them.
  virtual std::vector<std::vector<CoupledTerm>> sampled_media(int dimension) const = 0;

  /// The solution at point x and time t that starts from the initial data at t = 0, one value per
  /// field. With Series in x it yields the nodal data of any order.
  virtual void exact(const Domain& domain, const Initial& initial, const Series* x, double t,
                     Series* u) const = 0;
  virtual void exact(const Domain& domain, const Initial& initial, const double* x, double t,
                     double* u) const = 0;
};

}  // namespace hermite
