#include "kernels/fdtd/maxwell/incident_stages.hpp"

#include "kernels/fdtd/maxwell/incident_line.hpp"

namespace hermite {

int add_incident_arrays(Solver& solver, const IncidentWave& wave) {
  const int first = static_cast<int>(solver.arrays.size());
  for (const char* name : {"incident_E", "incident_H"}) {
    ArraySpec line{
        name, 1, 1, Stagger::primal, {3 * incident_nodes(wave), 1, 1}, Layout::x1_innermost};
    line.partial = true;
    solver.kept.push_back(static_cast<int>(solver.arrays.size()));
    solver.arrays.push_back(line);
  }
  return first;
}

Stage incident_stage(const std::shared_ptr<YeeTables>& tables, const YeeChoice& choice, int line,
                     int clock, bool electric) {
  Stage stage;
  stage.name = electric ? "incident E" : "incident H";
  const int first = electric ? 0 : 3;
  for (int c = 0; c < 3; ++c) stage.writes.push_back(first + c);
  stage.writes.push_back(line + (electric ? 0 : 1));
  for (const int read : {line, line + 1, clock}) stage.reads.push_back({read});
  stage.launch = [tables, choice, line, clock, electric, first](
                     const std::vector<BoundArray>& arrays, const CellBox&,
                     const LaunchTarget& target) {
    const auto origin = [&](int array) {
      return first_value(arrays[static_cast<std::size_t>(array)], choice.precision);
    };
    IncidentArguments a = electric ? tables->incident_electric : tables->incident_magnetic;
    for (int c = 0; c < 3; ++c) a.written[c] = arrays[static_cast<std::size_t>(first + c)].data;
    a.line[0] = origin(line);
    a.line[1] = origin(line + 1);
    a.clock = origin(clock);
    launch_incident(choice, a, target);
  };
  stage.cost_per_cell = [] { return Counts{}; };
  return stage;
}

}  // namespace hermite
