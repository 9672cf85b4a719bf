#pragma once
// The line of the incident wave before the first step (incident_kernel.hpp).

#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/sources/incident_wave.hpp"

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

}  // namespace hermite
