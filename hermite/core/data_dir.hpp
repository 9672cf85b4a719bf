// Where the files of data/ (cases, stability table, tuned parameters) are.
#pragma once

#include <string>

namespace hermite {

/// The folder in the environment variable HERMITE_DATA; else ../share/hermite/data, seen from
/// the program (an installed copy), or where it was installed to; else data/ of the source tree.
/// Throws MachineError where none of them exists.
std::string data_dir();

}  // namespace hermite
