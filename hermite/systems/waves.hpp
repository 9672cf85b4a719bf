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

#include <cmath>

#include "hermite/systems/system.hpp"

namespace hermite {

/// The wave vector that `initial.waves` asks for.
Vector3 wave_vector(const Domain& domain, const Initial& initial);

/// The plane wave that `initial` names. Throws Error (bad case) where there is none.
PlaneWave named_wave(const System& system, const Domain& domain, const Initial& initial);

template <class Scalar>
void wave_with_images(const System& system, const Domain& domain, const Initial& initial,
                      const Scalar* x, double t, Scalar* u) {
  using std::sin;
  const double two_pi = 6.283185307179586476925286766559;
  const PlaneWave wave = named_wave(system, domain, initial);
  const Vector3 k = wave_vector(domain, initial);
  const int dimension = domain.dimension, fields = int(wave.amplitude.size());
  // Whole periods are taken out before they meet x, so that long times cost no digits.
  const double turned = two_pi * initial.phase - std::fmod(wave.frequency * t, two_pi);
  int images = 1;
  for (int d = 0; d < dimension; ++d) images *= domain.periodic(d) ? 1 : 2;
  for (int f = 0; f < fields; ++f) u[f] = 0;
  for (int image = 0; image < 1 << dimension;
       ++image) {  // bit d: mirrored about the wall of axis d
    bool exists = true;
    Scalar phase = turned;
    for (int d = 0; d < dimension; ++d) {
      const bool mirrored = (image >> d & 1) != 0;
      if (mirrored && domain.periodic(d)) exists = false;
      phase = phase + (x[d] - domain.lower[d]) * (mirrored ? -k[d] : k[d]);
    }
    if (!exists) continue;
    const Scalar value = sin(phase) * (initial.amplitude / images);
    for (int f = 0; f < fields; ++f) {
      double amplitude = wave.amplitude[f];
      for (int d = 0; d < dimension; ++d)
        if ((image >> d & 1) != 0) amplitude *= domain.wall[d][0] * system.parity(f, d, dimension);
      if (amplitude != 0) u[f] = u[f] + value * amplitude;
    }
  }
}

/// A unit vector normal to k, as close to `wanted` as can be; where `wanted` is empty, one that
/// depends on k alone. Throws Error (bad case) where `wanted` is parallel to k.
Vector3 normal_to(const Vector3& k, const std::vector<double>& wanted);

/// v scaled so that its largest entry in magnitude is 1 (or -1).
Vector3 scaled_to_one(Vector3 v);
double length(const Vector3& v);
Vector3 cross(const Vector3& a, const Vector3& b);

}  // namespace hermite
