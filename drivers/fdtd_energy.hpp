// The energy of a run of the solver fdtd, in any media: each rank adds up its own nodes.
#pragma once

#include <vector>

#include "drivers/nodal_states.hpp"
#include "hermite/output/nodal_energy.hpp"

namespace hermite {

class FdtdEnergy {
 public:
  /// All must outlive it.
  FdtdEnergy(const Problem& problem, const Simulation& simulation,
             const std::vector<NodalState>& states);

  /// On all ranks; the same to the last bit for any number of them.
  double value();

 private:
  struct Part {
    int state;  // one of them, for the slices that are this rank's
    NodalEnergy energy;
  };
  const Simulation& simulation_;
  std::vector<Part> parts_;
};

}  // namespace hermite
