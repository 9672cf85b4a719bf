#pragma once
// Yee's scheme with CPML for Maxwell's equations as data.
//
//   arrays   Ex Ey Ez at time n, Hx Hy Hz at n - 1/2; psi_FIELD_AXIS in the layers; the clock
//   step     H from E, E from H, each then corrected for an incident wave; sources into E; Mur's walls
//            (before E: what they keep of it); running Fourier transforms
//
// Magnetic walls and periodic axes are halos of H (and of E where an axis is periodic), filled as everywhere:
// the image of H at a magnetic wall makes the tangential E there what half a cell beyond the wall gives. At
// an electric wall it is 0 and stays so, since 1/h is 0 for it (tables.cpp).

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hermite/core/case.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/cpml.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/output/spectrum.hpp"
#include "hermite/sources/edge_sources.hpp"
#include "hermite/sources/incident_wave.hpp"
#include "hermite/systems/system.hpp"
#include "kernels/device/device.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

struct FdtdMethod {
  double dt;
  Precision precision;
  Case::Kernel kernel;  // variant, CPML kernels (A1, A2, A3), cells, rows and planes per block
  Scene scene;
  CpmlProfile cpml;
  std::vector<EdgeSource> sources;
  IncidentWave incident{};
  std::array<std::array<bool, 2>, 3> mur{};  // faces whose electric walls absorb
  long steps = 0;                            // that waveforms are known for
  std::vector<Spectrum> spectra{};           // that are carried along

  bool transforms() const {
    return std::any_of(spectra.begin(), spectra.end(), [](const Spectrum& s) { return s.on(); });
  }
};

// Throws Error (bad case) "KEY: ..." where the case asks for what the kernels cannot do.
// Also the variant that "auto" stands for.
std::string chosen_yee_variant(const Case::Kernel& kernel, const Device& device);
Solver fdtd_maxwell_solver(const System& system, const Grid& grid, const FdtdMethod& method,
                           const Device& device);

}  // namespace hermite
