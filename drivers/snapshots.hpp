// Snapshots: the fields on a regular lattice of points, for ParaView.
#pragma once

#include <string>
#include <vector>

#include "drivers/nodal_states.hpp"
#include "hermite/output/csv.hpp"
#include "hermite/output/plane_sampler.hpp"
#include "hermite/output/vti.hpp"

namespace hermite {

class Snapshots {
 public:
  /// Throws CaseError for a name that is no field.
  static void check(const Problem& problem, const Source& source);

  Snapshots(const Problem& problem, const std::vector<NodalState>& states, std::string folder);

  /// Writes snapshot-STEP.vti (or .vtr) and the list snapshots.pvd with it.
  void write(long step, double time);
  /// Names of the files that the list names, and its own; none before the first.
  std::vector<std::string> files() const;
  /// What they end in: vti, or vtr on a graded grid.
  std::string suffix() const { return head_.coordinates[0].empty() ? "vti" : "vtr"; }
  /// Step and time of those written.
  CsvTable& list() { return list_; }
  /// Takes over a list of earlier snapshots, as far as their files are in the folder.
  void resume(const CsvTable& list);

 private:
  struct Group {  // of one state
    const NodalState* state;
    PlaneSampler sampler;
    std::vector<Stencils> stencils;            // values, then derivatives along x1, x2, x3
    std::vector<std::pair<int, long>> fields;  // field of the state, first array of it
  };
  std::string folder_;
  VtiHead head_;
  std::vector<Group> groups_;
  CsvTable list_;

  Stencils lattice(const NodalState& state, int derived) const;
  void produce(const PutSamples& put);
  std::string name(long step) const;
  void set_coordinates(const Grid& grid, int parts);
  double point(std::size_t axis, long i) const;
};

}  // namespace hermite
