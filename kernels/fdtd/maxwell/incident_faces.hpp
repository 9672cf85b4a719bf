#pragma once
// Which values of the grid lack what, where their update takes a difference across a face of the incident
// wave's box: patches of values that lack the same, or each value by itself.
//
//        beyond   face                  E on a face, from H half a cell outside of it;
//   . H . E . H . |E|. H . E . H .      H half a cell outside of a face, from E on it
//
// A patch is a rectangle of a component's values on one face, or of E a row of them where two faces meet.

#include <functional>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/grid/layout.hpp"
#include "hermite/sources/incident_wave.hpp"
#include "kernels/fdtd/maxwell/incident_kernel.hpp"

namespace hermite {

struct IncidentFaces {
  std::vector<IncidentPatch> patches;
  std::vector<IncidentCorrection> edges;  // the other values
  std::vector<IncidentTerm> terms;
};

/// The gain of a field at a node.
using NodeGain = std::function<double(int field, const std::array<long, 3>& node)>;

/// Of E, or of H, in this rank's planes. `kernels`: "surface", patches; "edges", value by value; or "auto", patches
/// where all values of one have one gain. Throws Error where they have not and "surface" is asked for.
IncidentFaces incident_faces(const IncidentWave& wave, const Grid& grid, bool electric,
                             const std::string& kernels, const NodeGain& gain,
                             const NodeLayout& layout);

}  // namespace hermite
