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

/// Whether the equations have a mirror normal to the axis.
bool has_mirror(const System& system, int axis, int dimension) {
  const int fields = int(system.fields(dimension).size());
  for (int f = 0; f < fields; ++f)
    if (system.parity(f, axis, dimension) == 0) return false;
  return true;
}

/// Walls that may stand normal to the axis, and "periodic".
std::vector<std::string> names_of(const System& system, int axis, int dimension) {
  std::vector<std::string> names = {"periodic"};
  if (has_mirror(system, axis, dimension))
    for (const WallKind& kind : system.walls(dimension)) names.push_back(kind.name);
  return names;
}

/// 0 for "periodic", the sign of a wall, 2 where there is no such thing.
int sign_of(const System& system, const std::string& name, int axis, int dimension) {
  if (name == "periodic") return 0;
  if (has_mirror(system, axis, dimension))
    for (const WallKind& kind : system.walls(dimension))
      if (kind.name == name) return kind.sign;
  return 2;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
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
    const std::string& text = input.grid.boundary[std::size_t(axis)];
    const std::size_t comma = text.find(',');
    const std::string lower = trimmed(text.substr(0, comma));
    const std::string upper = comma == text.npos ? lower : trimmed(text.substr(comma + 1));
    for (const std::string& name : {lower, upper})
      if (sign_of(system, name, axis, input.dimension) == 2)
        throw CaseError(place, path, found_text(name, axis),
                        did_you_mean(name, names_of(system, axis, input.dimension)) +
                            join(names_of(system, axis, input.dimension)) + " with " +
                            system.name() + " there; or two of them, lower,upper");
    wall[axis] = {sign_of(system, lower, axis, input.dimension),
                  sign_of(system, upper, axis, input.dimension)};
    if ((wall[axis][0] == 0) != (wall[axis][1] == 0))
      throw CaseError(place, path, found_text(text, axis),
                      "\"periodic\" at both ends of a direction or at neither");
  }
  return wall;
}

}  // namespace hermite
