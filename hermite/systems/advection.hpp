// Advection with a constant velocity:
//   u_t + velocity . grad u = 0,   u(x, t) = u0(x - velocity t).
// One field u. Term t is -velocity_t du/dx_t, the speed along axis d is |velocity_d|.
#pragma once

#include "hermite/systems/coupling.hpp"

namespace hermite {

template <int Dimension>
struct AdvectionCoupling {
  static constexpr int dimension = Dimension;
  static constexpr int fields = 1;
  static constexpr int terms = Dimension;
  static constexpr Term term(int t) { return {0, 0, t}; }
};

}  // namespace hermite

// From here on for the host: kernels need the coupling only.
#ifndef HERMITE_FREESTANDING

#include <cmath>

#include "hermite/core/keys.hpp"
#include "hermite/systems/profiles.hpp"
#include "hermite/systems/system.hpp"

namespace hermite {

class Advection : public System {
 public:
  explicit Advection(std::vector<double> velocity = {}) : velocity_(std::move(velocity)) {}

  std::string name() const override { return "advection"; }
  std::vector<std::string> fields(int) const override { return {"u"}; }

  void declare_material(Keys& keys) override {
    keys.add("velocity", velocity_)
        .unit("m/s")
        .per_axis()
        .required()
        .help("velocity a of u_t + a . grad u = 0; -1 in each direction is u_t = u_x + u_y + u_z");
  }

  std::vector<CoupledTerm> terms(int dimension) const override {
    std::vector<CoupledTerm> terms;
    for (int d = 0; d < dimension; ++d) terms.push_back({0, 0, d, -velocity_[d]});
    return terms;
  }

  Vector3 speeds(int dimension) const override {
    Vector3 speeds{0, 0, 0};
    for (int d = 0; d < dimension; ++d) speeds[d] = std::abs(velocity_[d]);
    return speeds;
  }

  /// Velocities along, between and across the diagonal. Their signs do not matter: a mirror image
  /// of the grid is the same grid.
  std::vector<std::vector<CoupledTerm>> sampled_media(int dimension) const override {
    std::vector<std::vector<CoupledTerm>> samples;
    for (const std::array<double, 3>& direction :
         {std::array<double, 3>{1, 1, 1}, {1, 1, 0}, {1, 0, 0}, {1, 0.5, 0.25}}) {
      if (dimension == 1 && !samples.empty()) break;  // all the same there
      if (dimension == 2 && direction == std::array<double, 3>{1, 1, 0}) continue;
      samples.push_back(Advection({direction.begin(), direction.end()}).terms(dimension));
    }
    return samples;
  }

  int parity(int, int, int) const override { return 0; }  // a mirror would turn the velocity round
  std::vector<double> energy(int) const override { return {1}; }

  std::vector<std::string> modes(int) const override { return {"wave"}; }
  PlaneWave plane_wave(int dimension, const std::string&, const Vector3& k,
                       const std::vector<double>&) const override {
    double frequency = 0;
    for (int d = 0; d < dimension; ++d) frequency += velocity_[d] * k[d];
    return {frequency, {1}};
  }

  std::vector<std::string> initial_kinds() const override {
    return {"sines", "plane-wave", "gaussian", "file"};
  }
  bool has_exact(const std::string& kind) const override { return kind != "file"; }
  void exact(const Domain& domain, const Initial& initial, const Series* x, double t,
             Series* u) const override {
    if (!carried(initial)) return System::exact(domain, initial, x, t, u);
    u[0] = advected(domain, initial, x, t);
  }
  void exact(const Domain& domain, const Initial& initial, const double* x, double t,
             double* u) const override {
    if (!carried(initial)) return System::exact(domain, initial, x, t, u);
    u[0] = advected(domain, initial, x, t);
  }

 private:
  std::vector<double> velocity_;

  static bool carried(const Initial& initial) {
    return initial.kind == "sines" || initial.kind == "gaussian";
  }

  /// u0(x - velocity t), with the shift reduced to the box before it meets x, so that long times
  /// cost no digits.
  template <class Scalar>
  Scalar advected(const Domain& domain, const Initial& initial, const Scalar* x, double t) const {
    Scalar origin[3] = {0, 0, 0};
    for (int d = 0; d < domain.dimension; ++d) {
      const double length = domain.length(d);
      origin[d] = wrap(x[d] - std::fmod(velocity_[d] * t, length), domain.lower[d], length);
    }
    return initial.kind == "sines" ? sines_profile(domain, initial, origin)
                                   : gaussian_profile(domain, initial, {0, 0, 0}, origin);
  }
};

}  // namespace hermite

#endif
