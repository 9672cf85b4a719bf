#pragma once
// What the stages of Yee's scheme hold on the device beside their arrays: coefficients, layer profiles,
// material indices, sources.

#include <array>
#include <string>
#include <vector>

#include "hermite/grid/yee.hpp"
#include "kernels/fdtd/constants.hpp"
#include "kernels/fdtd/maxwell/arguments.hpp"
#include "kernels/fdtd/maxwell/incident_kernel.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"
#include "kernels/fdtd/source_kernel.hpp"

namespace hermite {

struct YeeTables {
  // All but the arrays and the block, of H and of E.
  YeeArguments magnetic, electric;
  IncidentArguments incident_magnetic, incident_electric;
  SourceArguments sources;              // its count is 0 where there are none
  std::array<EnergyFactors, 6> energy;  // of the components
  Constants constants;
  std::vector<std::string> notices;

  YeeTables(const Device& device, Precision precision) : constants(device, precision) {}
};

// Whether the updates along an axis end with its cells: what lies beyond is the first node again, or is 0.
bool ends_on_wall(const Grid& grid, const FdtdMethod& method, int axis);
// Along an axis, from its first on. What lies on an electric wall is 0 and stays so: at the upper end it is left out,
// and a grid of 512 cells needs no ninth block for its 513th node.
long updated_nodes(const Grid& grid, const FdtdMethod& method, int axis);

// The nodes of an axis that are in its layers, for E or for H; without their tables. Across x in packs of a
// GPU's threads, whichever schedule runs.
CpmlAxis yee_layers(const Grid& grid, const FdtdMethod& method, int axis, bool electric);

// `layout` is that of all six components.
void fill_tables(YeeTables& tables, const Grid& grid, const FdtdMethod& method,
                 const Device& device, const NodeLayout& layout);

}  // namespace hermite
