#pragma once
// What came out of a search: the rows of the results file, the entries of the tuned table, and why
// the best is the best, by the model of roof.hpp. Of a step, summed over its stages:
//
//   floor time       the larger of compulsory bytes and floor operations at their peaks, whatever the
//                    schedule; of several variants' the least
//   attainable time  of the schedule, each stage by the slowest of its roofs; `limiter` is the roof of
//                    the stage that takes the longest
//   share            floor time over the measured time

#include <optional>
#include <string>
#include <vector>

#include "roofline/ceilings.hpp"
#include "roofline/tune/tuned_entry.hpp"
#include "roofline/tune/tuner.hpp"

namespace hermite {

// Of the kernels of a step on a GPU the most registers and spilled bytes a thread, and the least
// occupancy.
struct TuneFacts {
  bool known = false;
  int registers = 0;
  long spills = 0;
  double occupancy = 0;
};
TuneFacts facts_of(const Solver& solver);

// Seconds of a step of the solver, which may be a sweep of two.
struct TuneRoof {
  double floor = 0, attainable = 0;
  std::string limiter;  // "memory", "cache", "scratch", "flops" or "launch"
};
TuneRoof roof_of(const Solver& solver, const Ceilings& ceilings);

// What its group of the results file is of: system, grid, pipeline, order, precision.
nlohmann::json identity_of(const TuneSubject& subject);

class TuneReport {
 public:
  // Without ceilings there are no shares.
  TuneReport(const TuneSubject& subject, const TuneResult& result,
             const std::optional<Ceilings>& ceilings, const Device& device);

  nlohmann::json group() const;  // for the results file
  // The best of each variant; none where it has too few samples to be called the best.
  std::vector<TunedEntry> entries(const TunedMachine& machine, const std::string& date) const;
  std::string line() const;  // "N=2 single monolithic: march, cells_per_block 16 ..."
  std::string why(std::size_t place) const;

 private:
  nlohmann::json row(std::size_t place, double seconds) const;
  double updates_per_second(double seconds) const;
  bool in_cache() const;
  TuneRoof roof(const Solver& solver, const Ceilings& ceilings) const;  // of one step
  double settled_seconds(std::size_t place) const;
  bool is_best(std::size_t place) const;

  const TuneSubject& subject_;
  const TuneResult& result_;
  const Device& device_;
  std::map<std::size_t, TuneRoof> roofs_;  // of the best
  std::map<std::pair<std::string, int>, double>
      floors_;        // seconds by variant and slab, which set them
  double floor_ = 0;  // seconds, 0: not known
  double dof_ = 0;
  long bytes_ = 0;  // of the arrays
};

}  // namespace hermite
