#pragma once
// What the media make of a step: the factors `keep` and `gain` (yee.hpp) of each node of a component. Few
// pairs are a table, and the number of its own at each node; many are written out.

#include <array>
#include <vector>

#include "hermite/media/component_media.hpp"
#include "kernels/fdtd/constants.hpp"
#include "kernels/fdtd/maxwell/arguments.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"
#include "kernels/fdtd/maxwell/yee.hpp"

namespace hermite {

class NodeFactors {
 public:
  // Both must outlive it.
  NodeFactors(const Grid& grid, const FdtdMethod& method, int threads);

  MediumFactors at(int field, const std::array<long, 3>& node) const {
    return of_medium(media_[static_cast<std::size_t>(field)].at(node), field);
  }
  // Sets those of E or H in its arguments, whose layout and nodes are set, and what they say of its energy.
  void set(YeeArguments& a, bool electric, std::array<EnergyFactors, 6>& energy,
           Constants& constants) const;

 private:
  const Grid& grid_;
  const FdtdMethod& method_;
  const int threads_;
  std::vector<ComponentMedia> media_;  // [field]

  MediumFactors of_medium(int medium, int field) const;
  template <class T>
  void write_out(YeeArguments& a, bool electric, EnergyFactors* energy, Constants& constants) const;
  template <class Value, class At>
  void set_nodes(YeeArguments& a, bool electric, long parts, Constants& constants, At&& at) const;
};

}  // namespace hermite
