#pragma once
// The staggered elastic scheme with CPML and free surfaces as data, in 3-D and, for P-SV, in 2-D.
//
//   arrays   v at time n, stresses at n - 1/2; psi_FIELD_AXIS in the layers; the clock
//   step     stresses from v, moment tensors into them; v from stresses, forces into it
//
// so that seismograms, which are velocities, hold at the times that they name. Walls and periodic axes
// are halos, filled as everywhere, or at the ends of rows mirrored (kernels/fdtd/README.md); a free surface
// needs none (surface_kernel.hpp).

#include <array>
#include <string>
#include <vector>

#include "hermite/core/case.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/cpml.hpp"
#include "hermite/media/elastic_medium.hpp"
#include "hermite/sources/elastic_sources.hpp"
#include "hermite/systems/system.hpp"
#include "kernels/device/device.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

struct ElasticMethod {
  double dt;
  Precision precision;
  Case::Kernel kernel;  // variant; points, rows and planes per block
  ElasticScene scene;
  CpmlProfile cpml;
  std::vector<PointSource> sources = {};
  std::array<bool, 2> free{};           // the faces of the last axis that are free surfaces
  std::string free_operators = "afda";  // or imaging
  long steps = 0;                       // that waveforms are known for
};

// dt times fdtd_rate() of the fastest vp is at most this: 1/(9/8 + 1/24).
constexpr double elastic_courant_limit = 6.0 / 7;
// Cells of an axis that differences reach over; more where surfaces are free.
constexpr long least_elastic_cells = 4, least_cells_below_surface = 8;

// Throws Error (bad case) "KEY: ..." where the case asks for what the kernels cannot do.
Solver fdtd_elastic_solver(const System& system, const Grid& grid, const ElasticMethod& method,
                           const Device& device);

}  // namespace hermite
