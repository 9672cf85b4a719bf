// Plots, drawn by plot_convergence.py.
#pragma once

#include <string>

namespace hermite {

/// Draws the plots of a results file into a folder. Returns one line for the user: where they are,
/// or why there are none.
std::string draw_plots(const std::string& results, const std::string& folder);

}  // namespace hermite
