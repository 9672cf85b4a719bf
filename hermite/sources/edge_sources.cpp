#include "hermite/sources/edge_sources.hpp"

#include <algorithm>

#include "hermite/core/case.hpp"
#include "hermite/core/entry_of.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/grid/yee.hpp"
#include "hermite/sources/read_waveform.hpp"

namespace hermite {

namespace {

std::array<long, 3> nearest_edge(const Grid& grid, int component,
                                 const std::vector<double>& point) {
  const Staggering stagger = yee_staggering(component);
  const std::array<long, 3> nodes = grid.extents(stagger);
  std::array<long, 3> edge{};
  for (int d = 0; d < 3; ++d) {
    const std::size_t a = std::size_t(d);
    const long index = grid.nearest(d, point[a], stagger[d]);
    edge[a] = grid.periodic(d) ? (index % nodes[a] + nodes[a]) % nodes[a]
                               : std::clamp(index, 0L, nodes[a] - 1);
  }
  return edge;
}

void require_inside(const Grid& grid, const std::vector<double>& point, std::size_t i,
                    const Source& source) {
  for (std::size_t d = 0; d < 3; ++d)
    if (point[d] < grid.lower[d] || point[d] > grid.upper[d])
      throw CaseError(source.place("sources.points"), "sources.points",
                      "point " + std::to_string(i + 1) + " outside the domain in direction " +
                          std::to_string(d + 1),
                      "points of the domain, grid.lower to grid.upper");
}

// What a hard source may not be: on a wall that holds E at 0 or absorbs it, or one of several at an edge.
void require_free_edge(const Grid& grid, const std::vector<EdgeSource>& sources,
                       const Source& source) {
  const auto refuse = [&](const std::string& found, const std::string& allowed) {
    throw CaseError(source.place("sources.points"), "sources.points", found, allowed);
  };
  const EdgeSource& last = sources.back();
  const std::string name = std::to_string(sources.size());
  const Staggering stagger = yee_staggering(last.component);
  for (int axis = 0; last.hard && axis < 3; ++axis)
    if (on_electric_wall(grid, axis, last.edge[std::size_t(axis)], stagger[axis]))
      refuse(
          "the hard source " + name + " on the wall across direction " + std::to_string(axis + 1),
          "points nearer to an edge within the domain: the wall gives E");
  for (std::size_t i = 0; i + 1 < sources.size(); ++i)
    if ((last.hard || sources[i].hard) && last.component == sources[i].component &&
        last.edge == sources[i].edge)
      refuse("sources " + std::to_string(i + 1) + " and " + name + " at one edge",
             "one source at an edge whose E it gives (sources.kind \"hard\")");
}

}  // namespace

std::vector<EdgeSource> make_sources(const Case& input, const Grid& grid, const Source& source) {
  const Case::Sources& s = input.sources;
  const std::size_t count = s.points.size();
  std::vector<EdgeSource> sources;
  const auto entry = [&](const auto& list, const char* name, std::size_t i) {
    return entry_of(list, i, count, std::string("sources.") + name, source);
  };
  WaveformReader waveforms(input, source);
  for (std::size_t i = 0; i < count; ++i) {
    require_inside(grid, s.points[i], i, source);
    EdgeSource edge;
    const std::string& driven = entry(s.fields, "fields", i);
    if (driven[0] != 'E')
      throw CaseError(source.place("sources.fields"), "sources.fields", "\"" + driven + "\"",
                      "Ex, Ey, Ez with maxwell");
    edge.component = driven[1] - 'x';
    edge.edge = nearest_edge(grid, edge.component, s.points[i]);
    edge.amplitude = entry(s.amplitude, "amplitude", i);
    edge.waveform = waveforms.at(i);
    edge.hard = entry(s.kind, "kind", i) == "hard";
    sources.push_back(edge);
    require_free_edge(grid, sources, source);
  }
  return sources;
}

}  // namespace hermite
