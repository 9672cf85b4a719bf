#include "roofline/set_aside.hpp"

#include <filesystem>

#include "hermite/core/json_file.hpp"

namespace hermite {

namespace fs = std::filesystem;

std::string set_aside(const std::string& file) {
  std::string name = file + ".old";
  for (int copy = 2; file_exists(name); ++copy) name = file + ".old" + std::to_string(copy);
  fs::rename(file, name);
  return name;
}

}  // namespace hermite
