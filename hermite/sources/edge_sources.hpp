// Electric currents along edges of Yee's grid: the section sources of a case.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hermite/sources/waveform.hpp"

namespace hermite {

struct Case;
struct Grid;
struct Source;

/// A current of `amplitude` A times the waveform, along the edge of E's component 0, 1 or 2 with these
/// indices.
struct EdgeSource {
  int component = 2;
  std::array<long, 3> edge{};
  double amplitude = 1;
  Waveform waveform;
};

/// The sources of a case, each at the edge nearest to its point. Throws CaseError for points outside
/// the domain, and where width or frequency is missing.
std::vector<EdgeSource> make_sources(const Case& input, const Grid& grid, const Source& source);

}  // namespace hermite
