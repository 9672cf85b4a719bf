#pragma once
// What the incident wave needs before the first step: its line, and which values are corrected.

#include <functional>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/sources/incident_wave.hpp"
#include "kernels/fdtd/maxwell/incident_kernel.hpp"

namespace hermite {

long incident_nodes(const IncidentWave& wave);

// The line's factors, of E or of H.
struct LineFactors {
  std::vector<double> keep, gain;  // [component][node]
  std::array<double, 3>
      over_h{};  // of differences; along an axis `gain` has the line's own spacing
};
LineFactors line_factors(const IncidentWave& wave, const Grid& grid, const Medium& background,
                         double dt, bool electric);

// What the line begins with: the plane wave E = e w(t - x/c), H = k x E/eta. [step][component][node]
std::vector<double> given_values(const IncidentWave& wave, const Grid& grid,
                                 const Medium& background, double dt, long steps, bool electric);

// The corrections of E, or of H. `gain` of a field at a node, `offset` of a node in the arrays.
using NodeGain = std::function<double(int field, const std::array<long, 3>& node)>;
using NodeOffset = std::function<long(const std::array<long, 3>& node)>;
struct IncidentCorrections {
  std::vector<IncidentCorrection> values;
  std::vector<IncidentTerm> terms;
};
IncidentCorrections incident_corrections(const IncidentWave& wave, const Grid& grid, bool electric,
                                         const NodeGain& gain, const NodeOffset& offset);

}  // namespace hermite
