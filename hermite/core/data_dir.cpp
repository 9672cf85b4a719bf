#include "hermite/core/data_dir.hpp"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "hermite/core/build_info.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

namespace fs = std::filesystem;

std::string data_dir() {
  std::error_code ignored;
  if (const char* given = std::getenv("HERMITE_DATA"); given && *given) {
    if (fs::is_directory(given, ignored)) return given;
    throw MachineError(std::string("HERMITE_DATA: no folder ") + given +
                       "; set it to the project's data/, or unset it");
  }
  std::vector<std::string> candidates;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!program.empty()) {
    candidates.push_back((program.parent_path().parent_path() / "share/hermite/data").string());
  }
  candidates.push_back(build_info().install_data);
  candidates.push_back(build_info().source_data);
  // The shipped cases tell the folder from another one of the same name.
  for (const std::string& folder : candidates) {
    if (fs::is_directory(fs::path(folder) / "cases", ignored)) return folder;
  }
  throw MachineError("no data folder; looked in " + join(candidates) +
                     "; set HERMITE_DATA to the project's data/");
}

}  // namespace hermite
