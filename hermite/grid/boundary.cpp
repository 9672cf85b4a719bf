#include "hermite/grid/boundary.hpp"

#include <string>
#include <vector>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/systems/system.hpp"

namespace hermite {

namespace {

const char* const mur_wall = "mur";
const char* const free_surface = "free";

/// Whether the equations have a mirror normal to the axis.
bool has_mirror(const System& system, int axis, int dimension) {
  const int fields = int(system.fields(dimension).size());
  for (int f = 0; f < fields; ++f)
    if (system.parity(f, axis, dimension) == 0) return false;
  return true;
}

/// What may stand at the ends of the axis: "periodic" (0), the walls that may stand normal to it, and
/// what finite differences have besides, an electric wall that absorbs.
std::vector<WallKind> kinds_of(const Case& input, const System& system, int axis) {
  std::vector<WallKind> kinds = {{"periodic", 0}};
  if (!has_mirror(system, axis, input.dimension)) return kinds;
  for (const WallKind& kind : system.walls(input.dimension)) kinds.push_back(kind);
  if (input.solver == "fdtd" && system.name() == "maxwell") kinds.push_back({mur_wall, 1});
  // No mirror (elastic.hpp); what the schemes do beyond it is their own matter.
  if (input.solver == "fdtd" && system.name() == "elastic" && axis == input.dimension - 1)
    kinds.push_back({free_surface, 1});
  return kinds;
}

std::vector<std::string> names_of(const std::vector<WallKind>& kinds) {
  std::vector<std::string> names;
  for (const WallKind& kind : kinds) names.push_back(kind.name);
  return names;
}

/// 2 where there is no such thing.
int sign_of(const std::vector<WallKind>& kinds, const std::string& name) {
  for (const WallKind& kind : kinds)
    if (kind.name == name) return kind.sign;
  return 2;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// What is named for the lower and the upper end.
std::array<std::string, 2> ends_of(const Case& input, int axis) {
  const std::string& text = input.grid.boundary[std::size_t(axis)];
  const std::size_t comma = text.find(',');
  const std::string lower = trimmed(text.substr(0, comma));
  return {lower, comma == text.npos ? lower : trimmed(text.substr(comma + 1))};
}

std::string found_text(const std::string& value, int axis) {
  return "\"" + value + "\" in direction " + std::to_string(axis + 1);
}

}  // namespace

std::array<std::array<int, 2>, 3> read_walls(const Case& input, const System& system,
                                             const Source& source) {
  const std::string path = "grid.boundary", place = source.place(path);
  std::array<std::array<int, 2>, 3> wall{};
  for (int axis = 0; axis < input.dimension; ++axis) {
    const std::vector<WallKind> kinds = kinds_of(input, system, axis);
    const std::array<std::string, 2> ends = ends_of(input, axis);
    for (const std::string& name : ends)
      if (sign_of(kinds, name) == 2)
        throw CaseError(place, path, found_text(name, axis),
                        join(names_of(kinds)) + " with " + system.name() +
                            " there; or two of them, lower,upper" +
                            or_did_you_mean(name, names_of(kinds)));
    wall[axis] = {sign_of(kinds, ends[0]), sign_of(kinds, ends[1])};
    if ((wall[axis][0] == 0) != (wall[axis][1] == 0))
      throw CaseError(place, path, found_text(input.grid.boundary[std::size_t(axis)], axis),
                      "\"periodic\" at both ends of a direction or at neither");
  }
  return wall;
}

std::array<bool, 2> read_free(const Case& input, const Source& source) {
  const int axis = input.dimension - 1;
  std::array<bool, 2> free{};
  for (std::size_t side = 0; side < 2; ++side) {
    free[side] = ends_of(input, axis)[side] == free_surface;
    const auto& layers = side == 0 ? input.cpml.lower : input.cpml.upper;
    const std::string path = side == 0 ? "cpml.lower" : "cpml.upper";
    if (free[side] && layers[std::size_t(axis)] > 0)
      throw CaseError(
          source.place(path), path,
          std::to_string(layers[std::size_t(axis)]) + " in direction " + std::to_string(axis + 1),
          "0 there, for grid.boundary is \"free\"");
  }
  return free;
}

std::array<std::array<bool, 2>, 3> read_mur(const Case& input, const Source& source) {
  std::array<std::array<bool, 2>, 3> mur{};
  for (int axis = 0; axis < input.dimension; ++axis)
    for (std::size_t side = 0; side < 2; ++side) {
      mur[axis][side] = ends_of(input, axis)[side] == mur_wall;
      const auto& layers = side == 0 ? input.cpml.lower : input.cpml.upper;
      const std::string path = side == 0 ? "cpml.lower" : "cpml.upper";
      if (mur[axis][side] && layers[std::size_t(axis)] > 0)
        throw CaseError(
            source.place(path), path,
            std::to_string(layers[std::size_t(axis)]) + " in direction " + std::to_string(axis + 1),
            "0 there, for grid.boundary is \"mur\"; or \"pec\" behind the layer");
    }
  return mur;
}

}  // namespace hermite
