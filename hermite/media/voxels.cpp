#include "hermite/media/voxels.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"

namespace hermite {

using nlohmann::json;

namespace {

constexpr double most_cells = 1e6;  // along an axis

std::array<long, 3> read_cells(const json& root, const std::string& file) {
  std::array<long, 3> cells{};
  const json list = root.value("cells", json());
  bool good = list.is_array() && list.size() == 3;
  for (std::size_t d = 0; good && d < 3; ++d) {
    good = list[d].is_number_integer() && list[d] > 0 && list[d] <= most_cells;
    if (good) cells[d] = list[d].get<long>();
  }
  if (!good) throw CaseError(file, "cells", list.dump(), "three whole numbers, 1 to 1000000");
  return cells;
}

Diagonal read_constant(const json& medium, const char* key, const Diagonal& otherwise, bool zero,
                       const std::string& file, const std::string& path) {
  if (!medium.contains(key)) return otherwise;
  const json& value = medium[key];
  const auto good = [&](const json& number) {
    return number.is_number() && (zero ? number >= 0 : number > 0);
  };
  if (good(value)) return value.get<double>();
  if (value.is_array() && value.size() == 3 && std::all_of(value.begin(), value.end(), good))
    return {value[0].get<double>(), value[1].get<double>(), value[2].get<double>()};
  throw CaseError(file, path + "." + key, value.dump(),
                  std::string(zero ? "a number, 0 or greater" : "a number greater than 0") +
                      ", or three of x, y and z");
}

std::vector<Medium> read_media(const json& root, const std::string& file,
                               const Medium& background) {
  const json list = root.value("media", json());
  if (!list.is_array() || list.size() > 65535)
    throw CaseError(file, "media", "must be a list of at most 65535 media");
  static const std::vector<std::string> keys = {
      "kind", "permittivity", "permeability", "conductivity", "magnetic_conductivity", "name"};
  std::vector<Medium> media;
  for (const json& entry : list) {
    const std::string path = "media[" + std::to_string(media.size()) + "]";
    if (!entry.is_object()) throw CaseError(file, path, entry.dump(), "an object");
    for (const auto& item : entry.items())
      if (std::find(keys.begin(), keys.end(), item.key()) == keys.end())
        throw CaseError(file, path + "." + item.key(), "there is no such key");
    const auto constant = [&](const char* key, const Diagonal& otherwise, bool zero) {
      return read_constant(entry, key, otherwise, zero, file, path);
    };
    Medium medium;
    medium.permittivity = constant("permittivity", background.permittivity, false);
    medium.permeability = constant("permeability", background.permeability, false);
    medium.conductivity = constant("conductivity", 0, true);
    medium.magnetic_conductivity = constant("magnetic_conductivity", 0, true);
    const json kind = entry.value("kind", json("medium"));
    if (kind != "medium" && kind != "pec")
      throw CaseError(file, path + ".kind", kind.dump(), "\"medium\" or \"pec\"");
    medium.pec = kind == "pec";
    media.push_back(medium);
  }
  return media;
}

void read_indices(Voxels& voxels, const std::string& data, bool wide, const std::string& file) {
  const std::string bytes = read_text(data);
  const auto count = static_cast<std::size_t>(voxels.cells[0] * voxels.cells[1] * voxels.cells[2]);
  const std::size_t expected = wide ? 2 * count : count;
  if (bytes.size() != expected)
    throw CaseError(data, "", std::to_string(bytes.size()) + " bytes",
                    std::to_string(expected) + ", by cells and type of " + file);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  voxels.index.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    voxels.index[i] =
        static_cast<std::uint16_t>(wide ? byte(2 * i) + 256 * byte(2 * i + 1) : byte(i));
    if (voxels.index[i] > voxels.media.size())
      throw CaseError(data, "",
                      "index " + std::to_string(voxels.index[i]) + " of voxel " + std::to_string(i),
                      "0 to " + std::to_string(voxels.media.size()) + ", by the media of " + file);
  }
}

}  // namespace

long Voxels::at(const std::array<double, 3>& x, const std::array<double, 3>& slack) const {
  std::array<long, 3> v{};
  for (std::size_t d = 0; d < 3; ++d) {
    if (!corners[d].empty()) {
      const auto above =
          std::upper_bound(corners[d].begin() + 1, corners[d].end() - 1, x[d] + slack[d]);
      v[d] = above - corners[d].begin() - 1;
      continue;
    }
    const double count = static_cast<double>(cells[d]);
    const double place = (x[d] + slack[d] - lower[d]) / (upper[d] - lower[d]) * count;
    v[d] = static_cast<long>(std::clamp(std::floor(place), 0.0, count - 1));
  }
  return index[static_cast<std::size_t>((v[2] * cells[1] + v[1]) * cells[0] + v[0])];
}

std::shared_ptr<Voxels> read_voxels(const std::string& file, const Medium& background) {
  const json root = read_json(file);
  if (!root.is_object()) throw CaseError(file, "", root.type_name(), "an object");
  auto voxels = std::make_shared<Voxels>();
  voxels->cells = read_cells(root, file);
  voxels->media = read_media(root, file, background);
  const json type = root.value("type", json()), data = root.value("data", json());
  if (type != "uint8" && type != "uint16")
    throw CaseError(file, "type", type.dump(), "\"uint8\" or \"uint16\"");
  if (!data.is_string()) throw CaseError(file, "data", data.dump(), "the name of a file");
  const auto path = std::filesystem::path(file).parent_path() / data.get<std::string>();
  read_indices(*voxels, path.string(), type == "uint16", file);
  return voxels;
}

}  // namespace hermite
