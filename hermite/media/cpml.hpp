// Convolutional perfectly matched layers (Roden and Gedney 2000): with the depth r in [0, 1],
//   sigma = sigma_max r^m,  kappa = 1 + (kappa_max - 1) r^m,  alpha = alpha_max (1 - r)^ma,
//   b = exp(-(sigma/kappa + alpha) dt/eps),  c = sigma (b - 1) / ((sigma + kappa alpha) kappa)
// (0 where its denominator is), and along the layer's axis d/dx becomes (1/kappa) d/dx + psi, with
//   psi <- b psi + c d/dx.
// eps is the background's (of an anisotropic one the middle: any will do, for the layers stretch lengths
// and leave media as they are), and sigma_max a multiple of 0.8 (m+1) sqrt(eps/mu)/h, so that no constant of
// vacuum enters and any units will do.
#pragma once

#include <array>
#include <string>

#include "hermite/grid/grid.hpp"

namespace hermite {

struct Case;
struct Medium;
struct Source;

struct CpmlProfile {
  double order = 3, alpha_order = 1;            // m, ma
  double sigma_max = 1;                         // of the optimal one
  double kappa_max = 1, alpha_max = 0;          // S/m
  std::array<std::array<long, 2>, 3> layers{};  // [axis][lower, upper]: cells
  // Head on, the part of a wave that comes back from a layer's wall in the continuous equations; where it
  // is not 0, each layer has a sigma_max of its own.
  double reflection = 0;

  bool on(int axis) const {
    return layers[std::size_t(axis)][0] + layers[std::size_t(axis)][1] > 0;
  }
};

/// What the layers do to a derivative along an axis at one place.
struct CpmlValues {
  double kappa = 1, b = 0, c = 0;
};

/// At `position` cells from the lower end of an axis of `cells` cells of side h.
CpmlValues cpml_at(const CpmlProfile& profile, int axis, double position, long cells, double h,
                   double dt, const Medium& background);

/// At a node of the grid. On a graded axis r goes by lengths, and sigma_max by the mean side of the layer's
/// cells.
CpmlValues cpml_at(const CpmlProfile& profile, const Grid& grid, int axis, long node,
                   Stagger stagger, double dt, const Medium& background);

/// The profile of a case. Throws CaseError where layers overlap or are thicker than the domain, and
/// for a layer on a periodic axis.
CpmlProfile make_cpml(const Case& input, const Grid& grid, const Source& source);

}  // namespace hermite
