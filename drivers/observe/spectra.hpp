// What running Fourier transforms leave:
//   spectra-FIELD.npy   [frequency][z][y][x][re, im]   in NumPy: a.view(complex)[..., 0]
//   spectra.json        frequencies, how they were sampled, and where each field's nodes lie
//   far_field.csv       far field and, with an incident wave, radar cross-section by frequency and angle
//   far_field.json      the same by frequency alone: cross-sections of scattering and extinction
#pragma once

#include <string>
#include <vector>

#include "drivers/problem/problem.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

/// Names of the files that a problem asks for.
std::vector<std::string> spectrum_files(const Problem& problem);
/// Writes them.
void write_spectra(const Problem& problem, const Simulation& simulation, const std::string& folder);

}  // namespace hermite
