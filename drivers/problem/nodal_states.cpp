#include "drivers/problem/nodal_states.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

namespace {

// Beyond a wall, of finite differences: as halos have it. Of a free surface the shear stresses across it are 0 there;
// Mur's walls are none to waves.
int image_beyond(const Problem& problem, int field, int axis, std::size_t end) {
  const auto a = static_cast<std::size_t>(axis);
  if (!is_fdtd(problem.input) || problem.fdtd.mur[a][end]) return 0;
  if (axis == problem.grid.dimension - 1 && problem.elastic.free[end])
    return field < problem.grid.dimension ? 0 : -1;  // velocities, stresses
  return problem.solver.wall[a][end] * problem.solver.parity[static_cast<std::size_t>(field)][a];
}

}  // namespace

std::vector<NodalState> describe_states(const Problem& problem) {
  std::vector<NodalState> states;
  for (const int array : problem.solver.states) {
    const ArraySpec& spec = problem.solver.arrays[static_cast<std::size_t>(array)];
    NodalState state;
    state.name = spec.name;
    state.dimension = problem.grid.dimension;
    state.order = problem.nodal_order;
    const auto first = problem.solver.fields.begin() + spec.first_field;
    state.fields.assign(first, first + spec.fields);
    state.first_field = spec.first_field;
    state.time = spec.time;
    state.stagger = spec.stagger;
    state.nodes = spec.nodes;
    for (int axis = 0; axis < problem.grid.dimension; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      state.periodic[a] = problem.domain.periodic(axis);
      state.lower[a] = problem.grid.lower[a];
      state.h[a] = problem.grid.h(axis);
      state.corners[a] = problem.grid.corners[a];
      for (const std::size_t end : {0, 1})
        state.image[a][end] = image_beyond(problem, spec.first_field, axis, end);
    }
    states.push_back(std::move(state));
  }
  return states;
}

std::vector<NodalState> nodal_states(const Problem& problem, const Simulation& simulation) {
  std::vector<NodalState> states = describe_states(problem);
  for (int k = 0; k < static_cast<int>(states.size()); ++k)
    states[static_cast<std::size_t>(k)].read_slice = [&simulation, k](long slice, double* values) {
      simulation.read_slice(slice, values, k);
    };
  return states;
}

std::vector<NodalState> kept_states(const Problem& problem, const Simulation& simulation) {
  std::vector<NodalState> states;
  for (const int array : problem.solver.kept) {
    const ArraySpec& spec = problem.solver.arrays[static_cast<std::size_t>(array)];
    NodalState state;
    state.name = spec.name;
    state.dimension = problem.grid.dimension;
    state.order = problem.nodal_order;
    state.fields.assign(static_cast<std::size_t>(spec.fields), spec.name);
    state.stagger = spec.stagger;
    state.nodes = spec.nodes;
    const int number = simulation.states() + static_cast<int>(states.size());
    state.read_slice = [&simulation, number](long slice, double* values) {
      simulation.read_slice(slice, values, number);
    };
    states.push_back(std::move(state));
  }
  return states;
}

void check_fields(const Problem& problem, const std::vector<std::string>& names,
                  const std::string& path, const Source& source) {
  const std::vector<std::string>& all = problem.solver.fields;
  for (const std::string& name : names) {
    if (std::count(all.begin(), all.end(), name) == 0) {
      throw CaseError(source.place(path), path, "\"" + name + "\"",
                      join(all) + or_did_you_mean(name, all));
    }
    if (std::count(names.begin(), names.end(), name) > 1)
      throw CaseError(source.place(path), path, "\"" + name + "\" twice", "each field once");
  }
}

std::vector<FieldPlace> find_fields(const Problem& problem, const std::vector<NodalState>& states,
                                    const std::vector<std::string>& names) {
  const std::vector<std::string>& all = problem.solver.fields;
  std::vector<FieldPlace> places;
  for (const std::string& name : names.empty() ? all : names) {
    const int field = static_cast<int>(std::find(all.begin(), all.end(), name) - all.begin());
    for (std::size_t k = 0; k < states.size(); ++k) {
      const int inside = field - states[k].first_field;
      if (inside < 0 || inside >= static_cast<int>(states[k].fields.size())) continue;
      places.push_back({name, static_cast<int>(k), inside});
      break;
    }
  }
  return places;
}

std::string place_text(double at) { return format("%.9g", at); }

double time_at(const Problem& problem, long step) {
  return step == problem.time.steps ? problem.input.time.final
                                    : static_cast<double>(step) * problem.time.dt;
}

}  // namespace hermite
