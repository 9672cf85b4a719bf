// Snapshots: pictures of the fields over time, for ParaView; of the domain or of planes.
#pragma once

#include <string>
#include <vector>

#include "drivers/observe/picture.hpp"
#include "hermite/output/csv.hpp"

namespace hermite {

class Snapshots {
 public:
  /// Throws CaseError for a name that is no field and for a plane outside the domain.
  static void check(const Problem& problem, const Source& source);
  /// Of the pictures of one step.
  static double bytes(const Problem& problem);

  Snapshots(const Problem& problem, const Simulation& simulation,
            const std::vector<NodalState>& states, std::string folder);

  /// Writes the pictures of a step, and the list snapshots.pvd with them.
  void write(long step, double time);
  /// Names of the files that the list names, and its own; none before the first.
  std::vector<std::string> files() const;
  /// What pictures end in: vti, or vtr on a graded grid.
  std::string suffix() const { return pictures_.front().suffix(); }
  /// Step and time of those written.
  CsvTable& list() { return list_; }
  /// Takes over a list of earlier snapshots, as far as their files are in the folder.
  void resume(const CsvTable& list);

 private:
  std::string folder_;
  std::vector<Picture> pictures_;
  CsvTable list_;
};

}  // namespace hermite
