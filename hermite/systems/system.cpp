#include "hermite/systems/system.hpp"

#include "hermite/method/eigen.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/systems/profiles.hpp"
#include "hermite/systems/waves.hpp"

namespace hermite {

namespace {

/// The index of the field that `initial.field` names.
int named_field(const System& system, int dimension, const Initial& initial,
                const std::vector<std::string>& names) {
  if (initial.field.empty()) return 0;
  const auto found = std::find(names.begin(), names.end(), initial.field);
  if (found != names.end()) return int(found - names.begin());
  throw Error(Exit::bad_case, "initial.field: found \"" + initial.field + "\"; " +
                                  did_you_mean(initial.field, names) + system.name() + " in " +
                                  std::to_string(dimension) + "-D has " + join(names));
}

template <class Scalar>
void solution(const System& system, const Domain& domain, const Initial& initial, const Scalar* x,
              double t, Scalar* u) {
  if (initial.kind == "plane-wave") return WaveWithImages(system, domain, initial)(x, t, u);
  if (initial.kind == "zero") {
    std::fill_n(u, system.fields(domain.dimension).size(), Scalar(0));
    return;
  }
  if (initial.kind != "gaussian" || t != 0)
    throw Error(Exit::bad_case, "initial.kind: \"" + initial.kind + "\" has no exact solution in " +
                                    system.name() + " (set exact.kind to \"none\")");
  const std::vector<std::string> names = system.fields(domain.dimension);
  const int field = named_field(system, domain.dimension, initial, names);
  std::fill_n(u, names.size(), Scalar(0));
  std::array<int, 3> parity{0, 0, 0};
  for (int d = 0; d < domain.dimension; ++d) parity[d] = system.parity(field, d, domain.dimension);
  u[field] = gaussian_profile(domain, initial, parity, x);
}

}  // namespace

void System::exact(const Domain& domain, const Initial& initial, const Series* x, double t,
                   Series* u) const {
  solution(*this, domain, initial, x, t, u);
}
void System::exact(const Domain& domain, const Initial& initial, const double* x, double t,
                   double* u) const {
  solution(*this, domain, initial, x, t, u);
}

// Of all u with the energy E_ff / 2, u_g is at most the root of E_ff (E^-1)_gg.
double largest_exchange(const System& system, int dimension) {
  const auto fields = static_cast<Eigen::Index>(system.fields(dimension).size());
  const std::vector<double> entries = system.energy(dimension);
  const Eigen::Map<const Eigen::MatrixXd> energy(entries.data(), fields, fields);
  // With ones on the diagonal: entries of SI units are too far apart for an inverse.
  const Eigen::ArrayXd scale = energy.diagonal().array().sqrt();
  const Eigen::MatrixXd scaled =
      (energy.array() / (scale.matrix() * scale.matrix().transpose()).array());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(scaled);
  const Eigen::ArrayXd inverse =
      (modes.eigenvectors().cwiseAbs2() * modes.eigenvalues().cwiseInverse()).array();
  return scale.maxCoeff() * (inverse.sqrt() / scale).maxCoeff();
}

}  // namespace hermite
