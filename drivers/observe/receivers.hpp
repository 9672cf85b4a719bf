// Receivers: the fields at points, over time.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drivers/problem/nodal_states.hpp"
#include "hermite/output/csv.hpp"
#include "hermite/output/sac.hpp"
#include "kernels/observe/point_sampler.hpp"

namespace hermite {

/// How a field of a state, numbered within it, is read at a point of the domain.
PointSample sample_at(const std::vector<NodalState>& states, int state, int field,
                      const std::vector<double>& point);

class Receivers {
 public:
  /// Throws CaseError for a point outside the domain and for a name that is no field.
  static void check(const Problem& problem, const Source& source);

  Receivers(const Problem& problem, Simulation& simulation, const std::vector<NodalState>& states);

  void record(long step, double time);
  /// step, time, then FIELD@NUMBER for each point and field, points counted from 1.
  CsvTable& table();
  /// Takes over what devices, and other ranks, have recorded; by all ranks.
  void collect();
  /// Each column of these as a file of SAC: its name, and what it holds.
  std::vector<std::pair<std::string, SacRecord>> sac_records();

 private:
  Simulation& simulation_;
  std::optional<PointSampler> sampler_;            // of this rank's samples
  std::vector<std::vector<std::size_t>> columns_;  // of each rank's samples
  std::vector<int> across_;      // states of which some sample needs nodes of two ranks
  std::vector<double> pending_;  // step and time of the records on the device
  CsvTable table_;
  std::vector<SacRecord> heads_;  // of each column but the first two

  // Whether a sample is this rank's, and whether it needs a node of another one.
  enum Place : char { elsewhere, here, across };
  Place place_on_rank(PointSample& sample) const;
};

}  // namespace hermite
