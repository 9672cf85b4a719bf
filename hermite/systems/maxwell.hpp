// Maxwell's equations in a medium without losses, permittivity eps and permeability mu:
//   E_t = (1/eps) curl H,   H_t = -(1/mu) curl E,   speed 1/sqrt(eps mu).
// Fields Ex Ey Ez Hx Hy Hz in 3-D. In 2-D they fall into two systems: TM, Ez Hx Hy, and TE, Ex Ey Hz.
// In 1-D, along x, TM is what is left: Ez Hy.
#pragma once

#include "hermite/systems/coupling.hpp"

namespace hermite {

/// For each component a of E, then of H: d_b of component c, then d_c of component b of the other
/// field, (a, b, c) cyclic.
template <int Dimension>
struct MaxwellCoupling {
  static_assert(Dimension == 3, "2-D is TM or TE, 1-D is TM");
  static constexpr int dimension = 3;
  static constexpr int fields = 6;
  static constexpr int terms = 12;
  static constexpr Term term(int t) {
    const int a = t % 6 / 2, b = (a + 1) % 3, c = (a + 2) % 3;
    const int out = t < 6 ? 0 : 3, in = 3 - out;
    return t % 2 == 0 ? Term{out + a, in + c, b} : Term{out + a, in + b, c};
  }
};

/// Ez Hx Hy or Ez Hy: dH/dx_a for each axis in Ez, then dEz/dx_a for each axis; along x it is Hy,
/// along y Hx.
template <int Dimension>
struct MaxwellTmCoupling {
  static_assert(Dimension < 3, "3-D is MaxwellCoupling");
  static constexpr int dimension = Dimension;
  static constexpr int fields = 1 + Dimension;
  static constexpr int terms = 2 * Dimension;
  static constexpr Term term(int t) {
    const int axis = t % Dimension, h = Dimension - axis;
    return t < Dimension ? Term{0, h, axis} : Term{h, 0, axis};
  }
};

/// Ex Ey Hz: dHz/dx_a for each axis, then dE/dx_a for each axis in Hz; along x it is Ey, along y Ex.
template <int Dimension>
struct MaxwellTeCoupling {
  static_assert(Dimension == 2, "TE is a system in 2-D");
  static constexpr int dimension = 2;
  static constexpr int fields = 3;
  static constexpr int terms = 4;
  static constexpr Term term(int t) {
    const int axis = t % 2, e = 1 - axis;
    return t < 2 ? Term{e, 2, axis} : Term{2, e, axis};
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

class Maxwell : public System {
 public:
  explicit Maxwell(double permittivity = 1, double permeability = 1,
                   std::string polarization = "tm")
      : permittivity_(permittivity),
        permeability_(permeability),
        plane_("polarization", {"tm", "te"}, std::move(polarization),
               {{2, 4}, {2, 3, 4}, {0, 1, 5}, 6}) {}

  std::string name() const override { return "maxwell"; }
  std::string coupling(int dimension) const override { return plane_.coupling(name(), dimension); }
  std::vector<std::string> fields(int dimension) const override {
    return picked<std::string>({"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"}, components(dimension));
  }

  void declare_material(Keys& keys) override {
    keys.add("permittivity", permittivity_)
        .unit("F/m")
        .positive()
        .required()
        .help("eps of E_t = (1/eps) curl H");
    keys.add("permeability", permeability_)
        .unit("H/m")
        .positive()
        .required()
        .help("mu of H_t = -(1/mu) curl E");
    plane_.declare(keys).help("2-D only: tm has the fields Ez Hx Hy, te has Ex Ey Hz");
  }
  void check_material(int dimension) const override { plane_.check(dimension); }

  std::vector<CoupledTerm> terms(int dimension) const override {
    const std::vector<int> component = components(dimension);
    const auto coefficient = [&](const Term& term) {
      const int out = component[std::size_t(term.out)];
      const double curl = term.axis == (out + 1) % 3 ? 1 : -1;
      return out < 3 ? curl / permittivity_ : -curl / permeability_;
    };
    if (dimension == 3) return coupled_terms<MaxwellCoupling<3>>(coefficient);
    if (te(dimension)) return coupled_terms<MaxwellTeCoupling<2>>(coefficient);
    return dimension == 2 ? coupled_terms<MaxwellTmCoupling<2>>(coefficient)
                          : coupled_terms<MaxwellTmCoupling<1>>(coefficient);
  }
  Vector3 speeds(int dimension) const override {
    Vector3 speeds{0, 0, 0};
    for (int d = 0; d < dimension; ++d) speeds[d] = speed();
    return speeds;
  }
  /// One: eps and mu are but units of the fields. TE is TM with E and H exchanged.
  std::vector<std::vector<CoupledTerm>> sampled_media(int dimension) const override {
    return {Maxwell(1, 1, plane_.chosen()).terms(dimension)};
  }
  bool isotropic() const override { return true; }

  /// The mirror of an electric wall: E_t and H_n, which vanish there, are odd, E_n and H_t even. It
  /// is the plain mirror image with all signs reversed (E is a vector, H an axial one).
  int parity(int field, int axis, int dimension) const override {
    const int component = components(dimension)[std::size_t(field)];
    const bool electric = component < 3, normal = component % 3 == axis;
    return electric == normal ? 1 : -1;
  }
  std::vector<WallKind> walls(int) const override { return {{"pec", 1}, {"pmc", -1}}; }

  /// 1/2 (eps E^2 + mu H^2)
  std::vector<double> energy(int dimension) const override {
    const double e = permittivity_, m = permeability_;
    return diagonal(picked<double>({e, e, e, m, m, m}, components(dimension)));
  }

  std::vector<std::string> modes(int) const override { return {"light"}; }
  bool has_polarization(int dimension, const std::string&) const override { return dimension == 3; }
  /// E normal to k, in 3-D as near to `polarization` as can be, and H = k x E / (mu frequency).
  PlaneWave plane_wave(int dimension, const std::string&, const Vector3& k,
                       const std::vector<double>& polarization) const override {
    const Vector3 z{0, 0, 1};
    const Vector3 e = scaled_to_one(dimension == 3  ? normal_to(k, polarization)
                                    : te(dimension) ? cross(z, k)
                                                    : z);
    const double frequency = speed() * length(k);
    const Vector3 h = cross(k, e);
    std::vector<double> all(e.begin(), e.end());
    for (const double entry : h) all.push_back(entry / (permeability_ * frequency));
    return {frequency, picked(all, components(dimension))};
  }

 private:
  double permittivity_, permeability_;
  PlaneChoice plane_;

  bool te(int dimension) const { return plane_.is_second(dimension); }
  double speed() const { return 1 / std::sqrt(permittivity_ * permeability_); }

  /// The fields as components of (Ex, Ey, Ez, Hx, Hy, Hz).
  std::vector<int> components(int dimension) const { return plane_.components(dimension); }
};

}  // namespace hermite

#endif
