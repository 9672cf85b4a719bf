// What subcommands leave behind: rows, manifest, folder.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "drivers/problem/options.hpp"
#include "drivers/problem/problem.hpp"
#include "hermite/core/manifest.hpp"
#include "kernels/stage/simulation.hpp"
#include "kernels/stage/time_loop.hpp"

namespace hermite {

/// The case, then the files that it names.
std::vector<std::string> inputs_of(const Problem& problem);
/// Whether a file is one of these, by whatever name.
bool is_among(const std::string& file, const std::vector<std::string>& files);
/// Throws UsageError that names the option where it would have `file` replaced, which is one of the inputs.
void refuse_input(const std::string& option, const std::string& file,
                  const std::vector<std::string>& inputs);

/// The folder of --out, or results/CASE/SUBCOMMAND, in which `files` will be written. Refuses it,
/// and the file of --json, where they cannot be, or may not: data/results holds what a clean tree has
/// measured, and none of `inputs`, of which the first is the case, is replaced; and the folder where another
/// program writes to it, until this one ends.
std::string prepare_folder(const OutputOptions& options, const std::vector<std::string>& inputs,
                           const std::string& subcommand, const std::vector<std::string>& files);

/// data/results holds what a clean tree has measured: throws UsageError that names the option where
/// `file` lies there and this program was built from files that are not committed.
void require_clean_results(const std::string& option, const std::string& file);

/// Names of the files that the manifest of a run in the folder lists as left by it; none where there is
/// no such manifest.
std::vector<std::string> files_of_run(const std::string& folder);
/// Removes files of an earlier run: those of `earlier` that are not among `now`. Returns their names.
std::vector<std::string> remove_outdated(const std::string& folder,
                                         const std::vector<std::string>& earlier,
                                         const std::vector<std::string>& now);

/// The manifest with case, device and threads.
Manifest describe(Manifest manifest, const Problem& problem, const Device& device);

/// The row of a problem as far as its time loop came, but for its errors.
Row finished_row(const Problem& problem, const Simulation& simulation, const TimeLoop& loop);
/// The errors at the row's final time, where there is an exact solution.
void add_errors(const Problem& problem, const Simulation& simulation, Row& row);

/// Throws RunError where an error of a row is not finite: a square may overflow though the fields do not.
void require_finite_errors(const Row& row);

/// {schema, manifest, rows} as FOLDER/NAME, and as the file of --json.
void save_results(const OutputOptions& options, const std::string& folder, const std::string& name,
                  const Manifest& manifest, const std::vector<Row>& rows);

/// On stderr, a line for each; those that several runs have alike once.
void print_notices(const std::vector<std::string>& notices);

}  // namespace hermite
