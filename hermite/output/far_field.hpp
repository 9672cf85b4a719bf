// Far fields and scattering cross-sections from the spectra of E and H on a closed box, by equivalent
// currents J = n x H, M = -n x E on its faces (Taflove and Hagness, chapter 8). With exp(+i w t):
//   F(r) = lim r exp(ikr) E,   F_theta = -ik/(4 pi) (L_phi + eta N_theta),
//                              F_phi   = +ik/(4 pi) (L_theta - eta N_phi),
//   N = sum J exp(ik r.x) dA,  L = sum M exp(ik r.x) dA,
// x from the centre of the box. On a face both tangential pairs E_b, H_c lie at one place, but H half
// a cell before and half a cell behind: its value is the geometric mean of both, which for a wave in
// any direction is exact (the arithmetic mean is too small by the cosine of half the phase between
// them; Robinson and Schneider 2007).
//
// Scattering: sigma(r) = 4 pi |F|^2/|E0|^2, E0 the incident wave's spectrum; scattered power over
// incident intensity; extinction by the optical theorem, -4 pi/k Im(F(k).p)/E0 of the forward direction.
#pragma once

#include <complex>
#include <vector>

#include "hermite/output/spectrum.hpp"

namespace hermite {

struct CpmlProfile;
struct IncidentWave;
struct Medium;
struct Scene;

struct FarField {
  Spectrum spectrum;                     // of the box's faces
  std::array<long, 3> lower{}, upper{};  // nodes
  std::vector<double> theta, phi;        // degrees

  bool on() const { return spectrum.on(); }
};

/// The box of the section far_field and its faces. Throws CaseError where it is not in the domain,
/// touches layers, bodies or the box of an incident wave, or where the background has losses.
FarField make_far_field(const Case& input, const Grid& grid, const CpmlProfile& cpml,
                        const Scene& scene, const IncidentWave& incident, const TimeSteps& time,
                        const Source& source);

/// What the spectra on the faces are: [region][node], of one frequency, x fastest.
using FaceSpectra = std::vector<std::vector<std::complex<double>>>;
/// Regions of the faces of a box of nodes, in the order in which FarFieldTransform takes them.
std::vector<SpectrumRegion> far_field_regions(const std::array<long, 3>& lower,
                                              const std::array<long, 3>& upper);

/// The equivalent currents of one frequency.
class FarFieldTransform {
 public:
  FarFieldTransform(const Grid& grid, const FarField& box, const Medium& background,
                    double frequency, const FaceSpectra& faces);

  struct Field {
    std::complex<double> theta, phi;
  };
  Field at(double theta, double phi) const;
  /// F along a direction, component by component.
  std::array<std::complex<double>, 3> along(const std::array<double, 3>& direction) const;
  /// Through the box, outwards: 1/2 Re sum (E x H*).n dA.
  double power() const { return power_; }
  double wave_number() const { return k_; }
  double impedance() const { return eta_; }

 private:
  using Vector = std::array<std::complex<double>, 3>;
  struct Currents {
    std::array<double, 3> x;  // from the centre
    Vector j, m;              // times area
  };
  std::vector<Currents> currents_;
  double k_, eta_, power_ = 0;
};

/// The incident wave's spectrum E0 at the centre of the box, sampled as the fields are; its phase is
/// that of the grid's own wave.
std::complex<double> incident_spectrum(const IncidentWave& wave, const Grid& grid,
                                       const FarField& box, const Medium& background,
                                       double frequency);

}  // namespace hermite
