// Elastic waves in an isotropic medium, in velocity v and stress sigma; density rho, Lame's lambda and
// mu, e the symmetric part of grad v:
//   rho v_t = div sigma,   sigma_t = lambda tr(e) I + 2 mu e.
// Fields vx vy vz sxx syy szz sxy sxz syz in 3-D. In 2-D, where nothing depends on z, they fall into
// two systems: P-SV, vx vy sxx syy sxy (plane strain: szz follows from sxx + syy), and SH, vz sxz syz.
// In 1-D, along x, it is the longitudinal wave: vx sxx.
//
// Walls. The equations have two mirrors. Symmetry plane: v_n = 0 and no shear traction. Antisymmetry
// plane: v_t = 0 and sigma_nn = 0. A free surface (sigma_nn = sigma_nt = 0) and a clamped wall (v = 0)
// are no mirrors in P-SV and 3-D: sigma_nn and sigma_nt, and v_n and v_t, have opposite parities, so
// that no image makes both vanish. SH has one of each only, and there these walls are the mirrors.
#pragma once

#include "hermite/systems/coupling.hpp"
#include "hermite/systems/elastic_index.hpp"

namespace hermite {

/// For each v_a: d_b sigma_ab for each b. For each sigma_aa: d_b v_b for each b. For each shear
/// sigma_ab, a < b: d_a v_b, d_b v_a.
template <int Dimension>
struct ElasticCoupling {
  static constexpr int dimension = Dimension;
  static constexpr int fields = Dimension + Dimension * (Dimension + 1) / 2;
  static constexpr int terms = 2 * Dimension * Dimension + Dimension * (Dimension - 1);
  static constexpr Term term(int t) {
    const int square = Dimension * Dimension;
    const int a = t % square / Dimension, b = t % Dimension;
    if (t < square) return {a, stress_field(Dimension, a, b), b};
    if (t < 2 * square) return {Dimension + a, b, b};
    const int shear = 2 * Dimension + (t - 2 * square) / 2;
    const StressIndex of = stress_index(Dimension, shear);
    return t % 2 == 0 ? Term{shear, of.b, of.a} : Term{shear, of.a, of.b};
  }
};

/// P-SV motion, and the longitudinal wave of 1-D: the same lists with fewer axes.
template <int Dimension>
using ElasticPsvCoupling = ElasticCoupling<Dimension>;

/// vz sxz syz: d_a sigma_az for each axis, then d_a vz for each axis.
template <int Dimension>
struct ElasticShCoupling {
  static_assert(Dimension == 2, "SH motion is a system in 2-D");
  static constexpr int dimension = 2;
  static constexpr int fields = 3;
  static constexpr int terms = 4;
  static constexpr Term term(int t) {
    return t < 2 ? Term{0, 1 + t, t} : Term{1 + t - 2, 0, t - 2};
  }
};

}  // namespace hermite

// From here on for the host: kernels need the coupling only.
#ifndef HERMITE_FREESTANDING

#include <cmath>
#include <sstream>

#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/systems/components.hpp"
#include "hermite/systems/elastic_compliance.hpp"
#include "hermite/systems/system.hpp"
#include "hermite/systems/waves.hpp"

namespace hermite {

/// The bound on vs. In d dimensions the energy of strains is positive where d lambda + 2 mu is: where
/// vs^2 < d/(2 (d - 1)) vp^2. In 1-D it is whatever vs.
inline double most_s_speed(double p_speed, int dimension) {
  if (dimension == 1) return HUGE_VAL;
  return std::sqrt(dimension / (2.0 * (dimension - 1))) * p_speed;
}

class Elastic : public System {
 public:
  explicit Elastic(double density = 1, double p_speed = 0, double s_speed = 1,
                   std::string motion = "p-sv")
      : density_(density),
        p_speed_(p_speed),
        s_speed_(s_speed),
        plane_("motion", {"p-sv", "sh"}, std::move(motion),
               {{0, 3}, {0, 1, 3, 4, 6}, {2, 7, 8}, 9}) {}

  std::string name() const override { return "elastic"; }
  std::string coupling(int dimension) const override { return plane_.coupling(name(), dimension); }
  std::vector<std::string> fields(int dimension) const override {
    return picked<std::string>({"vx", "vy", "vz", "sxx", "syy", "szz", "sxy", "sxz", "syz"},
                               components(dimension));
  }

  void declare_material(Keys& keys) override {
    keys.add("density", density_).unit("kg/m^3").positive().required().help("rho");
    keys.add("p_speed", p_speed_)
        .unit("m/s")
        .range(0, 1e100)  // a resolved case of SH motion holds the 0
        .allowed("a number, greater than 0")
        .default_text("none")
        .help("vp, speed of P waves; required, but not read where motion is \"sh\"");
    keys.add("s_speed", s_speed_)
        .unit("m/s")
        .positive()
        .required()
        .help("vs, speed of S waves; vp^2 > 4/3 vs^2, in 2-D vp > vs; not read in 1-D");
    plane_.declare(keys).help(
        "2-D only: p-sv, in the plane, has the fields vx vy sxx syy sxy, sh has vz sxz syz");
  }
  void check_material(int dimension) const override {
    plane_.check(dimension);
    if (sh(dimension)) return;
    if (p_speed_ == 0)
      throw Error(Exit::bad_case, "material.p_speed: missing, or 0; allowed a number above 0");
    const double most = most_s_speed(p_speed_, dimension);
    if (s_speed_ < most) return;
    std::ostringstream text;
    text << "material.s_speed: found " << s_speed_ << " with material.p_speed " << p_speed_
         << ", allowed less than " << most
         << (dimension == 3 ? " (p_speed^2 > 4/3 s_speed^2: the bulk modulus is positive)"
                            : ", the p_speed (what plane strain needs for a positive energy)");
    throw Error(Exit::bad_case, text.str());
  }

  std::vector<CoupledTerm> terms(int dimension) const override {
    if (sh(dimension))
      return coupled_terms<ElasticShCoupling<2>>(
          [&](const Term& term) { return term.out == 0 ? 1 / density_ : mu(); });
    return coupled_terms<ElasticCoupling>(dimension, [&](const Term& term) {
      if (term.out < dimension) return 1 / density_;
      if (term.out >= 2 * dimension) return mu();
      return term.out - dimension == term.in ? lambda() + 2 * mu() : lambda();
    });
  }
  Vector3 speeds(int dimension) const override {
    Vector3 speeds{0, 0, 0};
    for (int d = 0; d < dimension; ++d) speeds[d] = sh(dimension) ? s_speed_ : p_speed_;
    return speeds;
  }
  /// Poisson's ratio 1/4, and media near either end of what is allowed: soft soil, and one that becomes
  /// thicker when pulled. In 1-D, and for SH, there is one speed.
  std::vector<std::vector<CoupledTerm>> sampled_media(int dimension) const override {
    if (sh(dimension)) return {Elastic(1, 1, 1, "sh").terms(dimension)};
    std::vector<std::vector<CoupledTerm>> samples = {
        Elastic(1, 1, 1 / std::sqrt(3.0)).terms(dimension)};
    if (dimension > 1)
      for (const double s_speed : {0.2, dimension == 2 ? 0.95 : 0.8})
        samples.push_back(Elastic(1, 1, s_speed).terms(dimension));
    return samples;
  }
  bool isotropic() const override { return true; }

  /// Every index that is normal to the mirror changes the sign.
  int parity(int field, int axis, int dimension) const override {
    const auto [a, b] = indices(components(dimension)[std::size_t(field)]);
    return (a == axis) == (b == axis) ? 1 : -1;
  }
  std::vector<WallKind> walls(int dimension) const override {
    if (sh(dimension)) return {{"free", 1}, {"clamped", -1}};
    return {{"symmetry", 1}, {"antisymmetry", -1}};
  }

  /// 1/2 (rho v^2 + sigma : e)
  std::vector<double> energy(int dimension) const override {
    const ElasticCompliance<double> c = elastic_compliance(dimension, lambda(), 2 * mu());
    const double r = density_, s = c.shear;
    const std::vector<int> component = components(dimension);
    const std::size_t n = component.size();
    std::vector<double> e =
        diagonal(picked<double>({r, r, r, s, s, s, 2 * s, 2 * s, 2 * s}, component));
    const auto normal = [&](std::size_t f) { return component[f] >= 3 && component[f] < 6; };
    for (std::size_t f = 0; f < n; ++f)
      for (std::size_t g = 0; g < n; ++g)
        if (normal(f) && normal(g)) e[f * n + g] += c.bulk - s / dimension;
    return e;
  }

  std::vector<std::string> modes(int dimension) const override {
    if (sh(dimension)) return {"S"};
    return dimension == 1 ? std::vector<std::string>{"P"} : std::vector<std::string>{"P", "S"};
  }
  bool has_polarization(int dimension, const std::string& mode) const override {
    return dimension == 3 && mode == "S";
  }
  /// v along k (P) or normal to it (S; in 3-D as near to `polarization` as can be), and
  /// sigma = -(lambda (k . v) I + mu (k v + v k)) / frequency.
  PlaneWave plane_wave(int dimension, const std::string& mode, const Vector3& k,
                       const std::vector<double>& polarization) const override {
    const Vector3 z{0, 0, 1};
    const Vector3 v = scaled_to_one(mode == "P"      ? k
                                    : dimension == 3 ? normal_to(k, polarization)
                                    : sh(dimension)  ? z
                                                     : cross(z, k));
    const double frequency = (mode == "P" ? p_speed_ : s_speed_) * length(k);
    const double stretch = k[0] * v[0] + k[1] * v[1] + k[2] * v[2];
    std::vector<double> all(v.begin(), v.end());
    for (int component = 3; component < 9; ++component) {
      const auto [a, b] = indices(component);
      const double shear =
          mu() * (k[std::size_t(a)] * v[std::size_t(b)] + k[std::size_t(b)] * v[std::size_t(a)]);
      all.push_back(-((a == b ? lambda() * stretch : 0) + shear) / frequency);
    }
    return {frequency, picked(all, components(dimension))};
  }

 private:
  double density_, p_speed_, s_speed_;
  PlaneChoice plane_;

  bool sh(int dimension) const { return plane_.is_second(dimension); }
  double mu() const { return density_ * s_speed_ * s_speed_; }
  double lambda() const { return density_ * p_speed_ * p_speed_ - 2 * mu(); }

  /// The fields as components of (vx, vy, vz, sxx, syy, szz, sxy, sxz, syz).
  std::vector<int> components(int dimension) const { return plane_.components(dimension); }
  /// The indices of a component: (a, -1) of v_a, (a, b) of sigma_ab.
  static std::pair<int, int> indices(int component) {
    const std::pair<int, int> all[] = {{0, -1}, {1, -1}, {2, -1}, {0, 0}, {1, 1},
                                       {2, 2},  {0, 1},  {0, 2},  {1, 2}};
    return all[component];
  }
};

}  // namespace hermite

#endif
