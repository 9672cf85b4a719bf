// A linear hyperbolic system u_t = sum_d A_d d_d u: what the solvers ask of it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hermite/core/problem.hpp"
#include "hermite/method/taylor.hpp"

namespace hermite {

class Keys;

using Vector3 = std::array<double, 3>;

/// A plane wave  u = amplitude sin(k . x - frequency t)  of one of a system's modes.
struct PlaneWave {
  double frequency;               // rad/s
  std::vector<double> amplitude;  // per field; the largest entry of p, E, v or u is 1
};

/// A wall by name, and the mirror it is: the system's own (+1) or that with all parities reversed.
struct WallKind {
  std::string name;
  int sign;
};

class System {
 public:
  virtual ~System() = default;

  virtual std::string name() const = 0;
  /// Names of the fields in the order of storage.
  virtual std::vector<std::string> fields(int dimension) const = 0;
  /// Name of the coupling (systems.cmake) whose kernels it runs.
  virtual std::string coupling(int) const { return name(); }

  /// Declares the keys of the case's section `material`; they are read into this object.
  virtual void declare_material(Keys& keys) = 0;
  /// Throws Error (bad case) "material.KEY: ..." where the values do not make a medium.
  virtual void check_material(int /*dimension*/) const {}

  /// The terms with their coefficients, in the order of the system's coupling (coupling.hpp).
  virtual std::vector<CoupledTerm> terms(int dimension) const = 0;
  /// c_d, the fastest speed along each axis, in m/s (0 for axes beyond the dimension).
  virtual Vector3 speeds(int dimension) const = 0;
  /// The media over which stability is sampled, as terms whose fastest speed is 1; a table entry
  /// holds for the worst of them.
  virtual std::vector<std::vector<CoupledTerm>> sampled_media(int dimension) const = 0;

  /// Whether mirrors and exchanges of the axes leave the equations as they are, so that stability
  /// needs fewer samples.
  virtual bool isotropic() const { return false; }

  /// +1 where a field is even, -1 where it is odd under the mirror image about a plane normal to the
  /// axis that leaves the equations as they are; 0: there is no such mirror.
  virtual int parity(int field, int axis, int dimension) const = 0;
  /// The walls it has, by name.
  virtual std::vector<WallKind> walls(int /*dimension*/) const { return {}; }

  /// Energy density  1/2 sum_fg energy[f * fields + g] u_f u_g,  which the system conserves.
  virtual std::vector<double> energy(int dimension) const = 0;

  /// The kinds of plane wave, the first being the one that is taken where none is named.
  virtual std::vector<std::string> modes(int dimension) const = 0;
  /// Whether waves of a mode with one k differ in a direction, which initial.polarization then chooses.
  virtual bool has_polarization(int /*dimension*/, const std::string& /*mode*/) const {
    return false;
  }
  /// The wave of a mode with wave vector k, which is not zero. `polarization` chooses among waves of
  /// one mode (an empty one: any); throws Error (bad case) where it cannot.
  virtual PlaneWave plane_wave(int dimension, const std::string& mode, const Vector3& k,
                               const std::vector<double>& polarization) const = 0;

  /// The kinds of initial data it takes, and of these the ones whose solution is known at all times.
  virtual std::vector<std::string> initial_kinds() const {
    return {"plane-wave", "gaussian", "zero", "file"};
  }
  virtual bool has_exact(const std::string& initial_kind) const {
    return initial_kind == "plane-wave";
  }

  /// The solution at point x and time t that starts from the initial data at t = 0, one value per
  /// field. With Series in x it yields the nodal data of any order. Where the solution is not
  /// known, t must be 0.
  virtual void exact(const Domain& domain, const Initial& initial, const Series* x, double t,
                     Series* u) const;
  virtual void exact(const Domain& domain, const Initial& initial, const double* x, double t,
                     double* u) const;
};

/// The largest value that a field reaches with the energy of another field of value 1: fields have
/// units of their own, so that in acoustics it is the impedance or its inverse.
double largest_exchange(const System& system, int dimension);

}  // namespace hermite
