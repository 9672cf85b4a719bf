#include "hermite/media/voxels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"

namespace hermite {

using nlohmann::json;

namespace {

constexpr double most_voxels = 1e6;  // along an axis
constexpr std::size_t most_media = 65535;

std::array<long, 3> read_cells(const json& root, const std::string& file) {
  std::array<long, 3> cells{};
  const json list = root.value("cells", json());
  bool good = list.is_array() && list.size() == 3;
  for (std::size_t d = 0; good && d < 3; ++d) {
    good = list[d].is_number_integer() && list[d] > 0 && list[d] <= most_voxels;
    if (good) cells[d] = list[d].get<long>();
  }
  if (!good) throw CaseError(file, "cells", list.dump(), "three whole numbers, 1 to 1000000");
  return cells;
}

std::string extents(const std::array<long, 3>& cells) {
  return std::to_string(cells[0]) + " x " + std::to_string(cells[1]) + " x " +
         std::to_string(cells[2]);
}

void require_keys(const json& object, const std::vector<std::string>& keys, const std::string& file,
                  const std::string& path) {
  std::string names;
  for (const std::string& key : keys) names += (names.empty() ? "" : ", ") + key;
  for (const auto& item : object.items())
    if (std::find(keys.begin(), keys.end(), item.key()) == keys.end())
      throw CaseError(file, path + item.key(), "there is no such key; allowed are " + names);
}

const std::vector<std::string> index_keys = {"cells", "type", "data", "media", "name"};
const std::vector<std::string> value_keys = {"cells",   "type",    "density",
                                             "p_speed", "s_speed", "name"};

unsigned byte(const std::string& bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

}  // namespace

long VoxelGrid::along(int axis, double x, double slack) const {
  const auto d = static_cast<std::size_t>(axis);
  if (!corners[d].empty())
    return std::upper_bound(corners[d].begin() + 1, corners[d].end() - 1, x + slack) -
           corners[d].begin() - 1;
  const double many = static_cast<double>(cells[d]);
  const double place = (x + slack - lower[d]) / (upper[d] - lower[d]) * many;
  return static_cast<long>(std::clamp(std::floor(place), 0.0, many - 1));
}

std::string VoxelGrid::name(std::size_t number) const {
  const auto n = static_cast<long>(number);
  return "voxel (" + std::to_string(n % cells[0]) + ", " + std::to_string(n / cells[0] % cells[1]) +
         ", " + std::to_string(n / cells[0] / cells[1]) + ")";
}

VoxelMedium::VoxelMedium(const json& entry, std::string file, std::string path)
    : entry_(entry), file_(std::move(file)), path_(std::move(path)) {
  if (!entry_.is_object()) throw CaseError(file_, path_, entry_.dump(), "an object");
}

bool VoxelMedium::constant(const char* key, bool zero, bool directions,
                           std::array<double, 3>& value) const {
  if (!entry_.contains(key)) return false;
  const json& found = entry_[key];
  const auto good = [&](const json& number) {
    return number.is_number() && (zero ? number >= 0 : number > 0);
  };
  if (good(found)) {
    value.fill(found.get<double>());
    return true;
  }
  if (directions && found.is_array() && found.size() == 3 &&
      std::all_of(found.begin(), found.end(), good)) {
    found.get_to(value);
    return true;
  }
  throw CaseError(file_, place(key), found.dump(),
                  std::string(zero ? "a number, 0 or greater" : "a number greater than 0") +
                      (directions ? ", or three of x, y and z" : ""));
}

std::string VoxelMedium::word(const char* key, const std::string& otherwise,
                              const std::vector<std::string>& allowed) const {
  const json found = entry_.value(key, json(otherwise));
  for (const std::string& name : allowed)
    if (found == name) return name;
  std::string names;
  for (const std::string& name : allowed) names += (names.empty() ? "\"" : " or \"") + name + "\"";
  throw CaseError(file_, place(key), found.dump(), names);
}

void VoxelMedium::allow(const std::vector<std::string>& keys) const {
  require_keys(entry_, keys, file_, path_ + ".");
}

VoxelModel::VoxelModel(const std::string& file)
    : file_(file), root_(std::make_shared<const json>(read_json(file))) {
  if (!root_->is_object()) throw CaseError(file, "", root_->type_name(), "an object");
  cells_ = read_cells(*root_, file);
  const json type = root_->value("type", json());
  if (type != "uint8" && type != "uint16" && type != "float32")
    throw CaseError(file, "type", type.dump(), "\"uint8\", \"uint16\" or \"float32\"");
  type_ = type.get<std::string>();
  if (has_values() && root_->contains("data"))
    throw CaseError(file, "type", "\"float32\" with data, which are numbers of media",
                    "\"uint8\" or \"uint16\"; values are files of density, p_speed or s_speed");
  require_keys(*root_, has_values() ? value_keys : index_keys, file, "");
}

void VoxelModel::each_medium(const std::function<void(const VoxelMedium&)>& f) const {
  const json list = root_->value("media", json());
  if (!list.is_array() || list.size() > most_media)
    throw CaseError(file_, "media",
                    list.is_null() ? "nothing" : "another " + std::string(list.type_name()),
                    "a list of at most " + std::to_string(most_media) + " media");
  for (std::size_t i = 0; i < list.size(); ++i)
    f(VoxelMedium(list[i], file_, "media[" + std::to_string(i) + "]"));
}

VoxelGrid VoxelModel::grid(const Case& input, const Source& source, const Grid& grid) const {
  VoxelGrid voxels;
  voxels.cells = cells_;
  for (std::size_t d = static_cast<std::size_t>(grid.dimension); d < 3; ++d)
    if (cells_[d] != 1)
      throw CaseError(
          file_, "cells", extents(cells_),
          "1 along the axes that a case of dimension " + std::to_string(grid.dimension) + " lacks");
  if (input.voxels.spacing == "cells") {
    if (cells_ != grid.cells)
      throw CaseError(
          source.place("voxels.spacing"), "voxels.spacing",
          "\"cells\" with a model of " + extents(cells_) + " voxels",
          "\"equal\", or a model of as many as the grid has cells, " + extents(grid.cells));
    voxels.corners = grid.corners;
  }
  for (std::size_t d = 0; d < 3; ++d) {
    voxels.lower[d] = input.grid.lower[d];
    voxels.upper[d] = input.grid.upper[d];
  }
  return voxels;
}

std::string VoxelModel::path_of(const char* key) const {
  const json data = root_->value(key, json());
  if (!data.is_string()) throw CaseError(file_, key, data.dump(), "the name of a file");
  return (std::filesystem::path(file_).parent_path() / data.get<std::string>()).string();
}

std::vector<std::string> VoxelModel::files() const {
  std::vector<std::string> files = {file_};
  for (const char* const key : {"data", "density", "p_speed", "s_speed"})
    if (root_->contains(key)) files.push_back(path_of(key));
  return files;
}

std::string VoxelModel::data_file(const char* key, std::size_t bytes_of_voxel,
                                  std::string& bytes) const {
  const std::string path = path_of(key);
  try {
    bytes = read_text(path);
  } catch (const CaseError& unread) {
    throw CaseError(file_, key, (*root_)[key].dump(),
                    std::string("a file, seen from the model's folder; ") + unread.what());
  }
  const std::size_t expected = bytes_of_voxel * count();
  if (bytes.size() != expected)
    throw CaseError(file_, key, std::to_string(bytes.size()) + " bytes",
                    std::to_string(expected) + " in " + path + ", by cells and type");
  return path;
}

std::vector<std::uint16_t> VoxelModel::indices() const {
  const std::size_t media = root_->value("media", json()).size();
  const bool wide = type_ == "uint16";
  std::string bytes;
  const std::string path = data_file("data", wide ? 2 : 1, bytes);
  std::vector<std::uint16_t> index(count());
  VoxelGrid numbered;
  numbered.cells = cells_;
  for (std::size_t i = 0; i < index.size(); ++i) {
    index[i] = static_cast<std::uint16_t>(wide ? byte(bytes, 2 * i) + 256 * byte(bytes, 2 * i + 1)
                                               : byte(bytes, i));
    if (index[i] > media)
      throw CaseError(path, "", "index " + std::to_string(index[i]) + " of " + numbered.name(i),
                      "0 to " + std::to_string(media) + ", by the media of " + file_);
  }
  return index;
}

std::vector<float> VoxelModel::values(const char* key) const {
  if (!root_->contains(key)) return {};
  std::string bytes;
  data_file(key, sizeof(float), bytes);
  std::vector<float> values(count());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t bits = byte(bytes, 4 * i) | byte(bytes, 4 * i + 1) << 8 |
                               byte(bytes, 4 * i + 2) << 16 | byte(bytes, 4 * i + 3) << 24;
    std::memcpy(&values[i], &bits, sizeof bits);
  }
  return values;
}

}  // namespace hermite
