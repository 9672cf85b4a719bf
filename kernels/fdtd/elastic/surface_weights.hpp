#pragma once
// What a node stands for that lies k or k + 1/2 cells below a free surface, to waves too long to see single nodes.
// The differences D of stresses across it, at depths k, and E, at k + 1/2, keep the momentum and the moment of
// momentum (the last is what a uniform strain without stress on the surface asks for)
//
//   sum w rho h^3 v_x,   sum w p rho h^3 v_x - sum e x rho h^3 v_z      where  w D = 0,  w p D = -e
//   sum e rho h^3 v_z                                                          e E = 0,  e q E = -w
//
// in each column, whatever the medium. So a force F/(w h^3) per volume on a node at depth k, or F/(e h^3) at
// k + 1/2, is the force F at depth p or q; and the right sides say that normal stresses at k and shear stresses
// at k + 1/2 are moments by the same weights, at the same depths. By imaging w is 1/2, 1, 1, ..., e is 1, and p
// and q are the nodes' depths but for the first; by one-sided differences w is .35 1.23 .90 1.02 ..., e 1.13 .75
// 1.16 .96 ..., p .14 .90 2.11 2.97 ..., q .40 1.96 2.19 3.62 ...
#include <string>
#include <vector>

#include "kernels/fdtd/elastic/free_surface.hpp"

namespace hermite {

// By the name of free_surface.operators.
SurfaceDifferences surface_differences(const std::string& name);

// Of the first nodes; further down they are 1 and 0.
struct SurfaceNodes {
  std::vector<double> weight, shift;  // of a cell; of p from the node's depth, in h
};
// `dual`: at depths k + 1/2.
SurfaceNodes surface_nodes(const SurfaceDifferences& differences, bool dual);

}  // namespace hermite
