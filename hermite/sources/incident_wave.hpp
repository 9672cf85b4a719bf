// A plane wave along an axis, by total and scattered field (Taflove and Hagness, 5.8): in a box of nodes the
// fields hold the wave and what scatters it, outside the box what is scattered alone.
//
//        scattered |      total      | scattered
//   . . . . . . . .|E.H.E.H.E.H.E.H.E|. . . . . .     E on the faces belongs to the box
//               lower             upper
#pragma once

#include <array>

#include "hermite/sources/waveform.hpp"

namespace hermite {

struct Case;
struct CpmlProfile;
struct Grid;
struct Source;

/// Nodes of the wave's line before the box.
constexpr long incident_lead = 2;

struct IncidentWave {
  int axis = 0, sign = 0;                // it travels along sign times the axis; 0: there is none
  int polarization = 2;                  // the component of E
  std::array<long, 3> lower{}, upper{};  // of the box, nodes
  double amplitude = 1;                  // V/m
  Waveform waveform;                     // of E two cells before the face that it meets first

  bool on() const { return sign != 0; }
  /// The component of H, and its sign: k x E.
  int magnetic() const { return 3 - axis - polarization; }
  int magnetic_sign() const { return (axis + 1) % 3 == polarization ? sign : -sign; }
};

/// The wave of the section incident. Throws CaseError for a box that is not within the domain, or
/// touches a layer.
IncidentWave make_incident(const Case& input, const Grid& grid, const CpmlProfile& cpml,
                           const Source& source);

}  // namespace hermite
