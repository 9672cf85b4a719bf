#include "drivers/norm_record.hpp"

#include <cmath>

#include "drivers/initial.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

NormRecord::NormRecord(const Problem& problem, const Simulation& simulation,
                       const std::vector<NodalState>& states)
    : problem_(problem), simulation_(simulation) {
  table_.columns = {"step", "time"};
  if (split_energy(states)) table_.columns.push_back("energy");
  if (problem.has_exact()) {
    table_.columns.push_back("error_max");
    table_.columns.push_back("error_l2");
  }
}

// The energy is a sum over states where each field is in exactly one of them and no term couples
// two states.
bool NormRecord::split_energy(const std::vector<NodalState>& states) {
  const int dimension = problem_.grid.dimension;
  const std::size_t fields = problem_.system->fields(dimension).size();
  const std::vector<double> matrix = problem_.system->energy(dimension);
  std::vector<int> state_of(fields, -1);
  bool unique = problem_.solver.fields.size() == fields;
  for (std::size_t k = 0; k < states.size() && unique; ++k)
    for (std::size_t f = 0; f < states[k].fields.size() && unique; ++f) {
      int& state = state_of[static_cast<std::size_t>(states[k].first_field) + f];
      unique = state < 0;
      state = static_cast<int>(k);
    }
  for (std::size_t f = 0; f < fields && unique; ++f)
    for (std::size_t g = 0; g < fields && unique; ++g)
      unique = state_of[f] >= 0 && (matrix[f * fields + g] == 0 || state_of[f] == state_of[g]);
  if (!unique) {
    notice_ =
        "norms: no energy is recorded, for between steps this solver does not hold each "
        "field once";
    return false;
  }
  std::vector<std::string> early;
  for (const NodalState& state : states) {
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
