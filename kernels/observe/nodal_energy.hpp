#pragma once
// The energy of a simulation's states, where they have one value per node and the solver says how it is made of them
// (Solver::energy). On a device it is summed up there, plane by plane.

#include <array>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "kernels/observe/energy_kernel.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

class NodalEnergy {
 public:
  // The simulation, which must outlive it, is one of the grid.
  NodalEnergy(const Simulation& simulation, const Grid& grid);

  // On all ranks; the same to the last bit for any number of them, and of threads.
  double value();

 private:
  struct Nodes {
    long lanes, rows;
    Planes planes;  // of this rank
    std::array<const double*, 3> weight;
  };
  Nodes nodes_of(const ArraySpec& state, const Grid& grid);
  EnergyArguments arguments() const;

  const Simulation& simulation_;
  std::vector<Nodes> nodes_;  // [part]
  std::vector<Buffer> weights_;
  long lanes_ = 0, all_planes_ = 0;
  Planes planes_;
  Buffer sums_;  // [plane][lane]
};

}  // namespace hermite
