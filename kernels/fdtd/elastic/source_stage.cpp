#include "kernels/fdtd/elastic/source_stage.hpp"

#include <algorithm>

namespace hermite {

Stage source_stage(const std::shared_ptr<ElasticTables>& tables, const ElasticChoice& choice,
                   int clock, long end, bool velocity, bool last) {
  const int dimension = choice.dimension, fields = dimension * (dimension + 3) / 2;
  Stage stage;
  stage.name = velocity ? "forces" : "moments";
  for (int field = 0; field < fields; ++field)
    if ((field < dimension) == velocity) stage.writes.push_back(field);
  stage.writes.push_back(clock);
  stage.by_planes = true;
  stage.launch = [tables, choice, clock, end, velocity, last, fields](
                     const std::vector<BoundArray>& arrays, const CellBox& box,
                     const LaunchTarget& target) {
    SourceArguments a = velocity ? tables->forces : tables->moments;
    const std::vector<long>& planes = velocity ? tables->force_planes : tables->moment_planes;
    const int n = choice.dimension - 1;
    const auto place = [&](long plane) {
      return std::lower_bound(planes.begin(), planes.end(), plane) - planes.begin();
    };
    a.nodes += place(box.lower[n]);
    a.count = static_cast<int>(place(box.upper[n]) - place(box.lower[n]));
    a.last = last && box.upper[n] >= end;
    if (a.count == 0 && !a.last) return;
    for (int f = 0; f < fields; ++f) a.written[f] = arrays[static_cast<std::size_t>(f)].data;
    const BoundArray& bound = arrays[static_cast<std::size_t>(clock)];
    const std::size_t bytes = static_cast<std::size_t>(bytes_of(choice.precision));
    a.clock = static_cast<char*>(bound.data) +
              static_cast<std::size_t>(bound.layout.at(0, 0, 0, 0, 0)) * bytes;
    launch_elastic_sources(choice, a, target);
  };
  stage.cost_per_cell = [] { return Counts{}; };
  return stage;
}

}  // namespace hermite
