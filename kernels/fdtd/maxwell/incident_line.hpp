#pragma once
// What the incident wave needs before the first step: its line, and which values are corrected.

#include <functional>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/sources/incident_wave.hpp"
#include "kernels/fdtd/maxwell/incident_kernel.hpp"

namespace hermite {

// Nodes beyond the box where the wave is absorbed.
constexpr long incident_tail = 200;

long incident_nodes(const IncidentWave& wave);

// The line's factors, of E or of H.
struct LineFactors {
  std::vector<double> keep, gain;  // [node]
};
LineFactors line_factors(const IncidentWave& wave, const Grid& grid, const Medium& background,
                         double dt, bool electric);

// The corrections of E, or of H. `gain` of a field at a node, `offset` of a node in the arrays.
using NodeGain = std::function<double(int field, const std::array<long, 3>& node)>;
using NodeOffset = std::function<long(const std::array<long, 3>& node)>;
std::vector<IncidentCorrection> incident_corrections(const IncidentWave& wave, const Grid& grid,
                                                     bool electric, const NodeGain& gain,
                                                     const NodeOffset& offset);

}  // namespace hermite
