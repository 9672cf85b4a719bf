// The Euler equations of a gas, linearised about a uniform flow U with density rho0 and speed of sound
// c: acoustics that the flow carries along, with the entropy and the vorticity that it carries.
//   rho_t + U . grad rho + rho0 div v = 0
//   v_t   + U . grad v   + grad p / rho0 = 0
//   p_t   + U . grad p   + rho0 c^2 div v = 0
// Fields rho, v_1 .. v_d, p. The flow may be of any speed, also above c.
#pragma once

#include "hermite/systems/coupling.hpp"

namespace hermite {

/// -U_a d/dx_a for each field and axis; then for each axis dv_a/dx_a in rho, dp/dx_a in v_a, and
/// dv_a/dx_a in p.
template <int Dimension>
struct EulerCoupling {
  static constexpr int dimension = Dimension;
  static constexpr int fields = Dimension + 2;
  static constexpr int carried = fields * Dimension;
  static constexpr int terms = carried + 3 * Dimension;
  static constexpr Term term(int t) {
    const int a = t % Dimension, v = 1 + a, p = Dimension + 1;
    if (t < carried) return {t / Dimension, t / Dimension, a};
    const int kind = (t - carried) / Dimension;
    return kind == 0 ? Term{0, v, a} : kind == 1 ? Term{v, p, a} : Term{p, v, a};
  }
};

}  // namespace hermite

// From here on for the host: kernels need the coupling only.
#ifndef HERMITE_FREESTANDING

#include <cmath>

#include "hermite/core/keys.hpp"
#include "hermite/systems/components.hpp"
#include "hermite/systems/system.hpp"
#include "hermite/systems/waves.hpp"

namespace hermite {

class Euler : public System {
 public:
  explicit Euler(double density = 1, double speed = 1, std::vector<double> flow = {0})
      : density_(density), speed_(speed), flow_(std::move(flow)) {}

  std::string name() const override { return "euler"; }
  std::vector<std::string> fields(int dimension) const override {
    const std::vector<std::string> all = {"rho", "vx", "vy", "vz"};
    std::vector<std::string> names(all.begin(), all.begin() + 1 + dimension);
    names.push_back("p");
    return names;
  }

  void declare_material(Keys& keys) override {
    keys.add("density", density_).unit("kg/m^3").positive().required().help("rho0");
    keys.add("speed", speed_).unit("m/s").positive().required().help("speed of sound c");
    keys.add("flow", flow_)
        .unit("m/s")
        .per_axis()
        .help("velocity U of the flow; no walls stand in the directions where it is not 0");
  }

  std::vector<CoupledTerm> terms(int dimension) const override {
    return coupled_terms<EulerCoupling>(dimension, [&](const Term& term) {
      if (term.out == term.in) return -flow(term.axis);
      if (term.out == 0) return -density_;
      return term.out == dimension + 1 ? -density_ * speed_ * speed_ : -1 / density_;
    });
  }
  Vector3 speeds(int dimension) const override {
    Vector3 speeds{0, 0, 0};
    for (int d = 0; d < dimension; ++d) speeds[d] = std::abs(flow(d)) + speed_;
    return speeds;
  }
  /// At rest, at Mach 1/2 along an axis and along the diagonal, and at Mach 1000 along the
  /// diagonal, where it comes near to advection, which needs the largest q.
  std::vector<std::vector<CoupledTerm>> sampled_media(int dimension) const override {
    const double diagonal = 1 / std::sqrt(double(dimension));
    std::vector<std::vector<CoupledTerm>> samples;
    for (const Vector3& mach :
         {Vector3{0, 0, 0}, Vector3{0.5, 0, 0},
          Vector3{0.5 * diagonal, 0.5 * diagonal, 0.5 * diagonal}, Vector3{1000, 1000, 1000}}) {
      if (dimension == 1 && samples.size() == 2) continue;  // the axis is the diagonal
      const double c = 1 / (1 + mach[0]);
      samples.push_back(Euler(1, c, {c * mach[0], c * mach[1], c * mach[2]}).terms(dimension));
    }
    return samples;
  }

  /// As in acoustics, but a flow through the wall has no mirror image. One along it has.
  int parity(int field, int axis, int) const override {
    if (flow(axis) != 0) return 0;
    return field == 1 + axis ? -1 : 1;
  }
  std::vector<WallKind> walls(int) const override {
    return {{"rigid", 1}, {"pressure-release", -1}};
  }

  /// 1/2 (p^2 + (p - c^2 rho)^2) / (rho0 c^2) + 1/2 rho0 v^2: p - c^2 rho, the entropy, is carried
  /// along unchanged, so that its square may be added.
  std::vector<double> energy(int dimension) const override {
    const std::size_t n = std::size_t(dimension) + 2, p = n - 1;
    const double c2 = speed_ * speed_, a = 1 / (density_ * c2);
    std::vector<double> e = diagonal(std::vector<double>(n, density_));
    e[0] = c2 * c2 * a;
    e[p] = e[p * n] = -c2 * a;  // rho p, p rho
    e[p * n + p] = 2 * a;
    return e;
  }

  std::vector<std::string> modes(int dimension) const override {
    if (dimension == 1) return {"sound", "entropy"};
    return {"sound", "entropy", "vorticity"};
  }
  bool has_polarization(int dimension, const std::string& mode) const override {
    return dimension == 3 && mode == "vorticity";
  }
  /// Sound has p = 1, entropy rho = 1; the largest entry of a vorticity wave's v is 1, in 3-D as near
  /// to `polarization` as can be.
  PlaneWave plane_wave(int dimension, const std::string& mode, const Vector3& k,
                       const std::vector<double>& polarization) const override {
    double frequency = 0;
    for (int d = 0; d < dimension; ++d) frequency += flow(d) * k[std::size_t(d)];
    double rho = 0, p = 0;
    Vector3 v{0, 0, 0};
    if (mode == "sound") {
      frequency += speed_ * length(k);
      rho = 1 / (speed_ * speed_);
      p = 1;
      for (std::size_t d = 0; d < 3; ++d) v[d] = k[d] / length(k) / (density_ * speed_);
    } else if (mode == "entropy") {
      rho = 1;
    } else {
      v = scaled_to_one(dimension == 3 ? normal_to(k, polarization) : cross({0, 0, 1}, k));
    }
    PlaneWave wave{frequency, {rho}};
    for (int d = 0; d < dimension; ++d) wave.amplitude.push_back(v[std::size_t(d)]);
    wave.amplitude.push_back(p);
    return wave;
  }

 private:
  double density_, speed_;
  std::vector<double> flow_;

  double flow(int axis) const {
    return std::size_t(axis) < flow_.size() ? flow_[std::size_t(axis)] : 0;
  }
};

}  // namespace hermite

#endif
