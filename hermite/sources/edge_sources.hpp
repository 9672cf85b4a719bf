// Sources at edges of Yee's grid, currents or given fields: the section sources of a case.
#pragma once

#include <array>
#include <vector>

#include "hermite/sources/waveform.hpp"

namespace hermite {

struct Case;
struct Grid;
struct Source;

/// Along the edge of E's component 0, 1 or 2 with these indices. Soft: a current of `amplitude` A times the
/// waveform. Hard: E there is `amplitude` V/m times the waveform at the end of each step, whatever the fields
/// around it do; with amplitude 0 the edge is a perfect conductor.
struct EdgeSource {
  int component = 2;
  std::array<long, 3> edge{};
  double amplitude = 1;
  Waveform waveform;
  bool hard = false;
};

/// The sources of a case, each at the edge nearest to its point. Throws CaseError for points outside
/// the domain, where width or frequency is missing, and for hard sources on electric walls or at an edge that
/// another source drives too.
std::vector<EdgeSource> make_sources(const Case& input, const Grid& grid, const Source& source);

}  // namespace hermite
