#include "kernels/fdtd/elastic/source_stage.hpp"

namespace hermite {

Stage source_stage(const std::shared_ptr<ElasticTables>& tables, const ElasticChoice& choice,
                   int clock, bool velocity, bool last) {
  const int dimension = choice.dimension, fields = dimension * (dimension + 3) / 2;
  Stage stage;
  stage.name = velocity ? "forces" : "moments";
  for (int field = 0; field < fields; ++field)
    if ((field < dimension) == velocity) stage.writes.push_back(field);
  stage.writes.push_back(clock);
  stage.launch = [tables, choice, clock, velocity, last, fields](
                     const std::vector<BoundArray>& arrays, const CellBox&,
                     const LaunchTarget& target) {
    SourceArguments a = velocity ? tables->forces : tables->moments;
    a.last = last;
    for (int f = 0; f < fields; ++f) a.written[f] = arrays[static_cast<std::size_t>(f)].data;
    a.clock = first_value(arrays[static_cast<std::size_t>(clock)], choice.precision);
    launch_elastic_sources(choice, a, target);
  };
  stage.cost_per_cell = [] { return Counts{}; };
  return stage;
}

}  // namespace hermite
