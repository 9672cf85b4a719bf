// One picture of the fields: on a regular lattice of points of the domain, or of a plane across it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "drivers/problem/nodal_states.hpp"
#include "hermite/output/plane_sampler.hpp"
#include "hermite/output/vti.hpp"

namespace hermite {

/// The plane (in 2-D the line) x_axis = at; no axis: all of the domain.
struct Cut {
  int axis = -1;
  double at = 0;
};

/// Of the values of one picture.
double picture_bytes(const Problem& problem, const Cut& cut);

class Picture {
 public:
  Picture(const Problem& problem, const Simulation& simulation,
          const std::vector<NodalState>& states, const Cut& cut);
  Picture(Picture&&) = default;

  void write(const std::string& file, double time);
  /// snapshot-STEP.vti, of a plane snapshot-z0.5-STEP.vti; .vtr on a graded grid.
  std::string file(long step) const;
  std::string suffix() const { return head_.coordinates[0].empty() ? "vti" : "vtr"; }

 private:
  struct Group {  // of one state
    int state;
    PlaneSampler sampler;
    std::vector<Stencils> stencils;            // values, then derivatives along x1, x2, x3
    std::vector<std::pair<int, long>> fields;  // field of the state, first array of it
  };
  Cut cut_;
  VtiHead head_;
  std::vector<NodalState> states_;  // as they are read for this picture; groups point to them
  std::vector<Group> groups_;

  void set_points(const Grid& grid, int per_cell);
  void set_coordinates(const Grid& grid, int per_cell);
  double point(std::size_t axis, long i) const;
  Stencils lattice(const NodalState& state, int derived) const;
  void keep_two_nodes(const Simulation& simulation, int state, std::vector<Stencils>& stencils);
  void produce(const PutSamples& put);
};

}  // namespace hermite
