// What stands at the faces of the box: the key grid.boundary, one entry per axis,
//   "periodic"                  both faces
//   "rigid"                     the same wall at both
//   "rigid,pressure-release"    the lower face, the upper face
// in the words of the system (System::walls).
#pragma once

#include <array>

namespace hermite {

struct Case;
struct Source;
class System;

/// Domain::wall of a case. Throws CaseError where the system has no such wall, with those it has.
std::array<std::array<int, 2>, 3> read_walls(const Case& input, const System& system,
                                             const Source& source);

/// The ends of the last direction that are "free", free surfaces, which of finite differences only the
/// system elastic has. Throws CaseError where a layer stands before one.
std::array<bool, 2> read_free(const Case& input, const Source& source);

/// The faces of "mur", which only the solver fdtd has: electric walls that absorb by Mur's first-order
/// condition. Throws CaseError where a layer stands before one.
std::array<std::array<bool, 2>, 3> read_mur(const Case& input, const Source& source);

}  // namespace hermite
