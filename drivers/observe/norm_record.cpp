#include "drivers/observe/norm_record.hpp"

#include <cmath>
#include <memory>

#include "drivers/problem/initial.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/output/energy.hpp"
#include "kernels/observe/nodal_energy.hpp"

namespace hermite {

NormRecord::NormRecord(const Problem& problem, const Simulation& simulation,
                       const std::vector<NodalState>& states)
    : problem_(problem), simulation_(simulation) {
  table_.columns = {"step", "time"};
  take_energy(states);
  if (energy_) table_.columns.push_back("energy");
  if (problem.has_exact()) {
    table_.columns.push_back("error_max");
    table_.columns.push_back("error_l2");
  }
}

// Of the solver fdtd that of its nodes, in any media; of Hermite that of the interpolants, in the one medium.
void NormRecord::take_energy(const std::vector<NodalState>& states) {
  if (is_fdtd(problem_.input)) {
    energy_ = [nodal = std::make_shared<NodalEnergy>(simulation_, problem_.grid)] {
      return nodal->value();
    };
    std::vector<std::string> early;
    for (const NodalState& state : states)
      if (state.time != 0) early.push_back(state.name);
    notice_ =
        "norms: the energy is that of the fields at the times at which the solver holds them, " +
        join(early) + " half a step before the others";
    return;
  }
  if (states.front().fields.size() != static_cast<std::size_t>(problem_.system_fields())) {
    notice_ =
        "norms: no energy is recorded, for between steps this solver does not hold each "
        "field once";
    return;
  }
  const std::vector<double> matrix = problem_.system->energy(problem_.grid.dimension);
  energy_ = [this, state = std::make_shared<StateEnergy>(states.front(), matrix)] {
    double energy = 0;
    simulation_.gathered([&] { energy = state->value(); });
    return simulation_.ranks().of_first(energy);
  };
}

std::string NormRecord::record(long step, double time) {
  std::vector<double> row = {static_cast<double>(step), time};
  if (energy_) row.push_back(energy_());
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
