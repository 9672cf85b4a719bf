// Energy and error over time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "drivers/problem/nodal_states.hpp"
#include "hermite/output/csv.hpp"

namespace hermite {

class NormRecord {
 public:
  /// All must outlive it.
  NormRecord(const Problem& problem, const Simulation& simulation,
             const std::vector<NodalState>& states);

  /// Adds a row. Returns the first column whose value is not finite; empty: none.
  std::string record(long step, double time);
  /// step, time, energy where there is one, error_max and error_l2 where the solution is
  /// known.
  CsvTable& table() { return table_; }
  /// What the user should know of the energy: of which times it is, or why there is none.
  const std::string& notice() const { return notice_; }

 private:
  const Problem& problem_;
  const Simulation& simulation_;
  std::function<double()> energy_;  // null: the states have none
  std::string notice_;
  CsvTable table_;

  void take_energy(const std::vector<NodalState>& states);
};

}  // namespace hermite
