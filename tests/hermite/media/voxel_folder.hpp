#pragma once
// A folder for files of voxel models, gone in the end.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace hermite {

struct VoxelFolder {
  std::filesystem::path path;

  VoxelFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "hermite-voxels-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~VoxelFolder() { std::filesystem::remove_all(path); }
  VoxelFolder(const VoxelFolder&) = delete;
  VoxelFolder& operator=(const VoxelFolder&) = delete;

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path / name, std::ios::binary) << bytes;
  }
  void write(const std::string& name, const std::vector<float>& values) const {
    std::string bytes;
    for (const float value : values) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 255);
    }
    write(name, bytes);
  }
  /// The head's path.
  std::string model(const std::string& head, const std::string& data) const {
    write("a.json", head);
    write("a.raw", data);
    return (path / "a.json").string();
  }
};

}  // namespace hermite
