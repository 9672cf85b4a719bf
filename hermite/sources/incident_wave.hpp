// A plane wave by total and scattered field (Taflove and Hagness, 5.8): in a box of nodes the fields hold
// the wave and what scatters it, outside the box what is scattered alone.
//
//        scattered |      total      | scattered
//   . . . . . . . .|E.H.E.H.E.H.E.H.E|. . . . . .     E on the faces belongs to the box
//               lower             upper
//
// Its direction is k ~ (p_1/h_1, p_2/h_2, p_3/h_3) with whole numbers p: then a wave of the scheme is one
// function of r = p_1 i + p_2 j + p_3 k for each component, and can be stepped on a line of such r by
// the scheme itself (Tan and Potter 2010), with its dispersion in that direction and no other: nothing
// leaks out of the box but round-off, -290 dB in double and -120 dB in single precision. Off the axes
// what the line is given, a wave without dispersion, is not quite the scheme's: with some p above 1 a
// pulse leaves a static field in the box, up to 5e-5 of a differentiated Gaussian 8 cells wide, more of a
// pulse that has a mean.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hermite/sources/waveform.hpp"

namespace hermite {

struct Case;
struct CpmlProfile;
struct Grid;
struct Source;

struct IncidentWave {
  std::array<int, 3> step{};             // p; all 0: there is no wave
  std::array<double, 3> electric{};      // direction of E, across k
  std::array<long, 3> lower{}, upper{};  // of the box, nodes
  std::array<bool, 3> spans{};  // whether it fills an axis, a periodic one: no faces across it
  double amplitude = 1;         // V/m
  Waveform waveform;            // of E where the line begins

  /// The axis that it goes along, -1 if none: then E lies along an axis too, and the grid may be graded.
  int axis() const;
  bool on() const { return step[0] != 0 || step[1] != 0 || step[2] != 0; }
  /// Distance between wave fronts of successive r.
  double spacing(const Grid& grid) const;
  /// k, a unit vector.
  std::array<double, 3> direction(const Grid& grid) const;
  /// k x E of unit vectors, the direction of H.
  std::array<double, 3> magnetic(const Grid& grid) const;
  /// The largest |p_d|: as many nodes of the line are given, not stepped.
  long widest() const;
  /// r of the line's first node: a few nodes before the box, two where the wave goes along an axis.
  long begin() const;
  long at(const std::array<long, 3>& node) const {
    return step[0] * node[0] + step[1] * node[1] + step[2] * node[2];
  }
};

/// Along sign times an axis, with E along another one.
IncidentWave wave_along(int axis, int sign, int polarization);

/// The wave of the section incident; `notices` gets what its angles have become. Throws CaseError for a
/// box that is not within the domain, but where it fills a periodic axis across the wave's way, or touches a layer.
IncidentWave make_incident(const Case& input, const Grid& grid, const CpmlProfile& cpml,
                           const Source& source, std::vector<std::string>& notices);

}  // namespace hermite
