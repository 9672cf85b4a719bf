// Acoustics in a medium at rest, density rho and speed of sound c, bulk modulus K = rho c^2:
//   p_t = -K div v,   v_t = -(1/rho) grad p.
// Fields p, v_1 .. v_d. Terms: -K dv_a/dx_a for each axis, then -(1/rho) dp/dx_a for each axis.
#pragma once

#include "hermite/systems/coupling.hpp"

namespace hermite {

template <int Dimension>
struct AcousticsCoupling {
  static constexpr int dimension = Dimension;
  static constexpr int fields = 1 + Dimension;
  static constexpr int terms = 2 * Dimension;
  static constexpr Term term(int t) {
    return t < Dimension ? Term{0, 1 + t, t} : Term{1 + t - Dimension, 0, t - Dimension};
  }
};

}  // namespace hermite

// From here on for the host: kernels need the coupling only.
#ifndef HERMITE_FREESTANDING

#include "hermite/core/keys.hpp"
#include "hermite/systems/system.hpp"
#include "hermite/systems/waves.hpp"

namespace hermite {

class Acoustics : public System {
 public:
  explicit Acoustics(double density = 1, double speed = 1) : density_(density), speed_(speed) {}

  std::string name() const override { return "acoustics"; }
  std::vector<std::string> fields(int dimension) const override {
    const std::vector<std::string> all = {"p", "vx", "vy", "vz"};
    return {all.begin(), all.begin() + 1 + dimension};
  }

  void declare_material(Keys& keys) override {
    keys.add("density", density_).unit("kg/m^3").positive().required().help("density at rest");
    keys.add("speed", speed_).unit("m/s").positive().required().help("speed of sound");
  }

  std::vector<CoupledTerm> terms(int dimension) const override {
    std::vector<CoupledTerm> terms;
    for (int d = 0; d < dimension; ++d) terms.push_back({0, 1 + d, d, -modulus()});
    for (int d = 0; d < dimension; ++d) terms.push_back({1 + d, 0, d, -1 / density_});
    return terms;
  }
  Vector3 speeds(int dimension) const override {
    Vector3 speeds{0, 0, 0};
    for (int d = 0; d < dimension; ++d) speeds[d] = speed_;
    return speeds;
  }
  std::vector<std::vector<CoupledTerm>> sampled_media(int dimension) const override {
    return {Acoustics(1, 1).terms(dimension)};  // density is but a unit of p
  }
  bool isotropic() const override { return true; }

  int parity(int field, int axis, int) const override { return field == 1 + axis ? -1 : 1; }
  std::vector<WallKind> walls(int) const override {
    return {{"rigid", 1}, {"pressure-release", -1}};
  }

  /// 1/2 (p^2 / K + rho v^2)
  std::vector<double> energy(int dimension) const override {
    const int n = 1 + dimension;
    std::vector<double> e(std::size_t(n * n), 0.0);
    for (int f = 0; f < n; ++f) e[std::size_t(f * n + f)] = f == 0 ? 1 / modulus() : density_;
    return e;
  }

  std::vector<std::string> modes(int) const override { return {"sound"}; }
  PlaneWave plane_wave(int dimension, const std::string&, const Vector3& k,
                       const std::vector<double>&) const override {
    PlaneWave wave{speed_ * length(k), {1}};
    for (int d = 0; d < dimension; ++d)
      wave.amplitude.push_back(k[d] / length(k) / (density_ * speed_));
    return wave;
  }

 private:
  double density_, speed_;
  double modulus() const { return density_ * speed_ * speed_; }
};

}  // namespace hermite

#endif
