#pragma once
// What came out of a search: the rows of the results file, the entries of the tuned table, and why
// the best is the best, by a model of two roofs:
//
//   floor time = max(compulsory bytes / copy bandwidth, flops / multiply-add peak)
//   share      = floor time / measured time
//
// with the flops that the thriftiest of the costed schedules performs, so that a wasteful one gets
// no credit for its waste. The limiter is the larger of the two terms, and said to bind where the
// share is at least a half; else it is something that the model does not have.

#include <string>
#include <vector>

#include "roofline/tuned_table.hpp"
#include "roofline/tuner.hpp"

namespace hermite {

// Measured ceilings of a device; 0: not known.
struct TuneCeilings {
  double copy = 0;  // bytes/s, read plus written
  double flops_single = 0, flops_double = 0;
};
TuneCeilings measure_tune_ceilings(const Device& device);
nlohmann::json to_json(const TuneCeilings& ceilings);
TuneCeilings tune_ceilings_from(const nlohmann::json& json);

// Of the kernels of a step on a GPU the most registers and spilled bytes a thread, and the least
// occupancy.
struct TuneFacts {
  bool known = false;
  int registers = 0;
  long spills = 0;
  double occupancy = 0;
};
TuneFacts facts_of(const Solver& solver);

struct TuneRoof {
  double bytes = 0, flops = 0;  // of a step: compulsory, and the least own
  double floor_seconds = 0;     // 0: the ceilings are not known
  std::string limiter;          // "memory" or "arithmetic"
};

class TuneReport {
 public:
  TuneReport(const TuneSubject& subject, const TuneResult& result, const TuneCeilings& ceilings,
             const Device& device);

  nlohmann::json group() const;  // for the results file
  // The best of each variant; none where it has too few samples to be called the best.
  std::vector<TunedEntry> entries(const TunedMachine& machine, const std::string& date) const;
  std::string line() const;  // "N=2 single monolithic: march, cells_per_block 16 ..."
  std::string why(std::size_t place) const;

 private:
  nlohmann::json row(std::size_t place) const;
  double updates_per_second(double seconds) const;
  double share(double seconds) const;
  bool is_best(std::size_t place) const;

  const TuneSubject& subject_;
  const TuneResult& result_;
  const Device& device_;
  TuneRoof roof_;
  double dof_ = 0;
  long bytes_ = 0;  // of the arrays
};

}  // namespace hermite
