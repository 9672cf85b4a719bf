// Exact solutions and initial data that every system has, from its plane waves and parities alone.
//
// A plane wave and its mirror images. Where an axis ends at walls, the wave r sin(k . z - w t),
// z = x - lower, is joined by its image about the lower wall, P_d r sin(k' . z - w t): k'_d = -k_d,
// and P_d the parities of the fields at that wall. The sum over the images of all walled axes, divided
// by their number, satisfies the equations, and the walls: the lower ones by construction, the upper
// ones because a shift by 2L must then reproduce it,
//   k_d = pi m_d / L_d           between equal walls      (m_d half waves)
//   k_d = pi (m_d - 1/2) / L_d   between opposite walls
//   k_d = 2 pi m_d / L_d         on a periodic axis       (m_d whole waves)
// Without walls it is a travelling wave, with walls on every axis a standing one.
//
// Templated on the scalar: double gives values, Series gives nodal data of any order.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "hermite/core/pi.hpp"
#include "hermite/method/taylor.hpp"
#include "hermite/systems/system.hpp"

namespace hermite {

/// The wave vector that `initial.waves` asks for.
Vector3 wave_vector(const Domain& domain, const Initial& initial);

/// The plane wave that `initial` names. Throws Error (bad case) where there is none.
PlaneWave named_wave(const System& system, const Domain& domain, const Initial& initial);

/// The named wave and its images: what does not depend on point and time, worked out once for many.
class WaveWithImages {
 public:
  WaveWithImages(const System& system, const Domain& domain, const Initial& initial);

  template <class Scalar>
  void operator()(const Scalar* x, double t, Scalar* u) const {
    // Whole periods are taken out before they meet x, so that long times cost no digits.
    const double turned = two_pi * phase_ - std::fmod(frequency_ * t, two_pi);
    Scalar z[3];
    for (int d = 0; d < dimension_; ++d) z[d] = x[d] - lower_[d];
    for (int f = 0; f < fields_; ++f) u[f] = 0;
    for (const Image& image : images_) {
      const Scalar wave = sin_of_sum(turned, image.k.data(), z, dimension_);
      for (int f = 0; f < fields_; ++f)
        if (image.amplitude[f] != 0) add_scaled(u[f], image.amplitude[f], wave);
    }
  }

 private:
  struct Image {
    Vector3 k;
    std::vector<double> amplitude;  // per field, a part of the whole
  };
  int dimension_, fields_;
  double frequency_, phase_;
  std::array<double, 3> lower_;
  std::vector<Image> images_;
};

/// System::exact as a function of x and t, for many points. System, domain and initial must outlive it.
template <class Scalar>
std::function<void(const Scalar* x, double t, Scalar* u)> exact_function(const System& system,
                                                                         const Domain& domain,
                                                                         const Initial& initial) {
  if (initial.kind == "plane-wave") return WaveWithImages(system, domain, initial);
  return [&](const Scalar* x, double t, Scalar* u) { system.exact(domain, initial, x, t, u); };
}

/// A unit vector normal to k, as close to `wanted` as can be; where `wanted` is empty, one that
/// depends on k alone. Throws Error (bad case) where `wanted` is parallel to k.
Vector3 normal_to(const Vector3& k, const std::vector<double>& wanted);

/// v scaled so that its largest entry in magnitude is 1 (or -1).
Vector3 scaled_to_one(Vector3 v);
double length(const Vector3& v);
Vector3 cross(const Vector3& a, const Vector3& b);

}  // namespace hermite
