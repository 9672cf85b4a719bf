#pragma once
// A folder for files of voxel models.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "tests/folder.hpp"

namespace hermite {

struct VoxelFolder : Folder {
  void write(const std::string& name, const std::vector<float>& values) const {
    std::string bytes;
    for (const float value : values) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 255);
    }
    file(name, bytes);
  }
  /// The head's path.
  std::string model(const std::string& head, const std::string& data) const {
    file("a.raw", data);
    return file("a.json", head);
  }
};

}  // namespace hermite
