// Convolutional perfectly matched layers (Roden and Gedney 2000): with the depth r in [0, 1],
//   sigma = sigma_max r^m,  kappa = 1 + (kappa_max - 1) r^m,  alpha = alpha_max (1 - r)^ma,
//   b = exp(-(sigma/kappa + alpha) dt/eps0),  c = sigma (b - 1) / ((sigma + kappa alpha) kappa)
// (0 where its denominator is), and along the layer's axis d/dx becomes (1/kappa) d/dx + psi, with
//   psi <- b psi + c d/dx.
// Lengths are stretched by kappa + sigma/(alpha + i w eps0) whatever the medium, and sigma_max is a multiple of
// 0.8 (m+1)/(eta0 h sqrt(eps_r mu_r)) = 0.8 (m+1) eps0 c/h, c the background's speed (of an anisotropic one by the
// middle of its constants: any will do, for the layers leave media as they are). eps0 counts beside alpha alone, as
// sigma goes with it; where a profile has none it is that of SI where the background's permittivity is of its size,
// below 1e-6, else 1.
#pragma once

#include <array>
#include <optional>

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
  std::optional<double> vacuum_permittivity = {};

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
