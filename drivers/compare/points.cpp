#include "drivers/compare/points.hpp"

#include <algorithm>
#include <cmath>

#include "drivers/observe/receivers.hpp"
#include "drivers/problem/nodal_states.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/method/norms.hpp"
#include "hermite/systems/waves.hpp"
#include "kernels/observe/point_sampler.hpp"

namespace hermite {

namespace {

void require_exact(const Problem& problem) {
  const Case& input = problem.input;
  if (!problem.has_exact())
    throw CaseError(input.file, "exact.kind", "\"" + input.exact.kind + "\"",
                    "\"initial\": compare needs an exact solution");
}

// The nodes of one array, for each of its fields.
void add_nodes(const ArraySpec& array, const Grid& grid, std::vector<ComparedPoint>& points) {
  for (int f = 0; f < array.fields; ++f)
    for (long m3 = 0; m3 < array.nodes[2]; ++m3)
      for (long m2 = 0; m2 < array.nodes[1]; ++m2)
        for (long m1 = 0; m1 < array.nodes[0]; ++m1) {
          ComparedPoint point{
              static_cast<std::size_t>(array.first_field) + static_cast<std::size_t>(f), {0, 0, 0}};
          const std::array<long, 3> m = {m1, m2, m3};
          for (int axis = 0; axis < grid.dimension; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            point.x[a] = grid.node(axis, m[a], array.stagger[axis]);
          }
          points.push_back(point);
        }
}

}  // namespace

ComparedPoints compared_points(const Problem& staggered) {
  require_exact(staggered);
  const PlaneWave wave = named_wave(*staggered.system, staggered.domain, staggered.input.initial);
  ComparedPoints where;
  where.period = two_pi / wave.frequency;
  where.largest = 0;
  for (const int state : staggered.solver.states) {
    const ArraySpec& array = staggered.solver.arrays[static_cast<std::size_t>(state)];
    if (array.time != 0) continue;  // held half a step before the final time
    add_nodes(array, staggered.grid, where.points);
    for (int f = 0; f < array.fields; ++f) {
      const auto field = static_cast<std::size_t>(array.first_field) + static_cast<std::size_t>(f);
      where.fields.push_back(staggered.solver.fields[field]);
      where.largest = std::max(where.largest, std::abs(wave.amplitude[field]));
    }
  }
  where.largest *= std::abs(staggered.input.initial.amplitude);
  if (where.largest > 0) return where;
  throw CaseError(staggered.input.file, "initial",
                  "the fields that are compared are 0 in this wave; take another mode, "
                  "polarization or amplitude");
}

ComparedError compared_error(const ComparedPoints& where, const Problem& problem,
                             const Simulation& simulation, double t) {
  const std::vector<NodalState> states = nodal_states(problem, simulation);
  const std::size_t fields = static_cast<std::size_t>(problem.system_fields());
  const auto solution =
      exact_function<double>(*problem.system, problem.domain, problem.input.initial);
  std::vector<const ComparedPoint*> points;
  std::vector<PointSample> samples;
  for (std::size_t k = 0; k < states.size(); ++k) {
    const NodalState& state = states[k];
    if (state.time != 0) continue;
    for (const ComparedPoint& point : where.points) {
      const long inside = static_cast<long>(point.field) - state.first_field;
      if (inside < 0 || inside >= static_cast<long>(state.fields.size())) continue;
      points.push_back(&point);
      samples.push_back(sample_at(states, static_cast<int>(k), static_cast<int>(inside),
                                  {point.x.begin(), point.x.begin() + state.dimension}));
    }
  }
  PointSampler sampler(simulation.device(), problem.solver.precision, problem.grid.dimension,
                       problem.nodal_order, samples);
  sampler.record(simulation.bound_states());
  const std::vector<double> values = sampler.take();
  ErrorNorms norms;
  std::vector<double> exact(fields);
  for (std::size_t i = 0; i < points.size(); ++i) {
    solution(points[i]->x.data(), t, exact.data());
    norms.add(values[i] / where.largest, exact[points[i]->field] / where.largest);
  }
  return {norms.max(), norms.l2()};
}

}  // namespace hermite
