#include "drivers/fdtd_energy.hpp"

#include "kernels/fdtd/elastic/energy.hpp"
#include "kernels/fdtd/maxwell/energy.hpp"

namespace hermite {

FdtdEnergy::FdtdEnergy(const Problem& problem, const Simulation& simulation,
                       const std::vector<NodalState>& states)
    : simulation_(simulation) {
  const Grid& grid = problem.grid;
  const bool elastic = problem.input.system == "elastic";
  for (EnergyPart& part :
       elastic ? elastic_energy(problem.elastic.scene, grid, simulation.device().threads())
               : yee_energy(problem.fdtd.scene, grid)) {
    std::vector<NodalState> of_part;  // a field is a state
    for (const int field : part.fields) of_part.push_back(states[static_cast<std::size_t>(field)]);
    parts_.push_back({part.fields.front(), {std::move(of_part), grid, std::move(part.row)}});
  }
}

double FdtdEnergy::value() {
  std::vector<double> slices;  // of all parts; 0 those of other ranks
  for (Part& part : parts_) {
    const Planes own = simulation_.own_slices(part.state);
    for (long slice = 0; slice < part.energy.slices(); ++slice)
      slices.push_back(own.has(slice) ? part.energy.of_slice(slice) : 0);
  }
  const std::vector<double> of_all = simulation_.ranks().all_lists(slices);
  double energy = 0;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    double slice = 0;  // of the one rank that has it: nothing is rounded
    for (std::size_t n = i; n < of_all.size(); n += slices.size()) slice += of_all[n];
    energy += slice;
  }
  return energy;
}

}  // namespace hermite
