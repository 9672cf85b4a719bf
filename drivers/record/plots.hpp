// Plots, drawn by plot_convergence.py, plot_comparison.py, plot_roofline.py and plot_tune.py.
#pragma once

#include <string>
#include <vector>

namespace hermite {

/// Draws the plots of a results file into a folder. Returns one line for the user: where they are,
/// or why there are none.
std::string draw_plots(const std::string& results, const std::string& folder);

/// The same for files of `hermite tune`, a picture of each kind for each pipeline and precision.
std::string draw_tune(const std::vector<std::string>& files, const std::string& folder);

/// The same for a file of `hermite compare`.
std::string draw_comparison(const std::string& results, const std::string& folder);

/// The same for files of `hermite roofline`, all in one picture.
std::string draw_roofline(const std::vector<std::string>& files, const std::string& folder);

/// What a subcommand `plot` does: draws files by one of these, in the folder of the first one where none is
/// given. Throws MachineError where there are no plots.
void draw_again(std::string (*draw)(const std::vector<std::string>&, const std::string&),
                const std::vector<std::string>& files, std::string folder);

}  // namespace hermite
