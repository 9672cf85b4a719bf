#include "drivers/norm_record.hpp"

#include <algorithm>
#include <cmath>

#include "drivers/initial.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

NormRecord::NormRecord(const Problem& problem, const Simulation& simulation,
                       const std::vector<NodalState>& states)
    : problem_(problem), simulation_(simulation) {
  table_.columns = {"step", "time"};
  if (has_energy(states)) table_.columns.push_back("energy");
  if (problem.has_exact()) {
    table_.columns.push_back("error_max");
    table_.columns.push_back("error_l2");
  }
}

namespace {

// Whether each of so many fields is in exactly one of the states.
bool hold_each_once(const std::vector<NodalState>& states, std::size_t fields) {
  std::vector<int> held(fields, 0);
  for (const NodalState& state : states)
    for (std::size_t f = 0; f < state.fields.size(); ++f)
      ++held[static_cast<std::size_t>(state.first_field) + f];
  return std::all_of(held.begin(), held.end(), [](int times) { return times == 1; });
}

bool same_nodes(const NodalState& a, const NodalState& b) {
  return a.stagger == b.stagger && a.nodes == b.nodes && a.time == b.time;
}

// As one: the state and the next one, whose fields follow its own.
NodalState joined(const NodalState& state, const NodalState& next) {
  NodalState both = state;
  both.name += ", " + next.name;
  both.fields.insert(both.fields.end(), next.fields.begin(), next.fields.end());
  both.read_slice = [state, next](long slice, double* values) {
    state.read_slice(slice, values);
    next.read_slice(slice, values + state.slice_size());
  };
  return both;
}

// States at the same nodes as one, where their fields follow each other.
std::deque<NodalState> by_nodes(const std::vector<NodalState>& states) {
  std::deque<NodalState> all;
  for (const NodalState& state : states) {
    const bool follows =
        !all.empty() && same_nodes(all.back(), state) &&
        all.back().first_field + static_cast<int>(all.back().fields.size()) == state.first_field;
    if (follows)
      all.back() = joined(all.back(), state);
    else
      all.push_back(state);
  }
  return all;
}

}  // namespace

// The energy is a sum over places where fields are held: each field at one of them, and no term couples two.
bool NormRecord::has_energy(const std::vector<NodalState>& states) {
  const int dimension = problem_.grid.dimension;
  const std::size_t fields = problem_.system->fields(dimension).size();
  const std::vector<double> matrix = problem_.system->energy(dimension);
  if (problem_.solver.fields.size() != fields || !hold_each_once(states, fields)) {
    notice_ =
        "norms: no energy is recorded, for between steps this solver does not hold each "
        "field once";
    return false;
  }
  held_ = by_nodes(states);
  std::vector<std::size_t> place_of(fields);
  for (std::size_t k = 0; k < held_.size(); ++k)
    std::fill_n(place_of.begin() + held_[k].first_field, held_[k].fields.size(), k);
  for (std::size_t f = 0; f < fields; ++f)
    for (std::size_t g = 0; g < fields; ++g) {
      if (matrix[f * fields + g] == 0 || place_of[f] == place_of[g]) continue;
      notice_ = "norms: no energy is recorded, for this solver holds fields that it couples apart";
      return false;
    }
  std::vector<std::string> early;
  for (const NodalState& state : held_) {
    const std::size_t own = state.fields.size(),
                      first = static_cast<std::size_t>(state.first_field);
    std::vector<double> block;
    for (std::size_t f = 0; f < own; ++f)
      for (std::size_t g = 0; g < own; ++g)
        block.push_back(matrix[(first + f) * fields + first + g]);
    energies_.emplace_back(state, std::move(block));
    if (state.time != 0) early.push_back(state.name);
  }
  if (!early.empty())
    notice_ =
        "norms: the energy is that of the fields at the times at which the solver holds them, " +
        join(early) + " half a step before the others";
  return true;
}

std::string NormRecord::record(long step, double time) {
  std::vector<double> row = {static_cast<double>(step), time};
  if (!energies_.empty()) {
    double energy = 0;
    simulation_.gathered([&] {
      for (StateEnergy& state : energies_) energy += state.value();
    });
    row.push_back(simulation_.ranks().of_first(energy));
  }
  if (problem_.has_exact()) {
    const ErrorNorms error = measure_error(problem_, simulation_, time);
    row.push_back(error.max());
    row.push_back(error.l2());
  }
  table_.values.insert(table_.values.end(), row.begin(), row.end());
  for (std::size_t i = 0; i < row.size(); ++i)
    if (!std::isfinite(row[i])) return table_.columns[i];
  return {};
}

}  // namespace hermite
