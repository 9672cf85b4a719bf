// All that looks at a run on its way: receivers, norms, snapshots, checkpoints, as the case asks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "drivers/observe/norm_record.hpp"
#include "drivers/observe/receivers.hpp"
#include "drivers/observe/snapshots.hpp"
#include "hermite/output/checkpoint.hpp"
#include "kernels/stage/time_loop.hpp"

namespace hermite {

/// Refuses what cannot be observed: unknown fields, points outside the domain.
void check_observers(const Problem& problem, const std::vector<Override>& overrides);
/// Names of the files, apart from snapshots, that they write.
std::vector<std::string> observer_files(const Problem& problem);

/// "a run writes about 3 GB: the final state 80 MB, 11 snapshots 2.9 GB", without norms.csv and what is small.
std::string disk_statement(const Problem& problem);

class Observers {
 public:
  /// Problem, simulation and loop must outlive it; the loop calls it.
  Observers(const Problem& problem, Simulation& simulation, TimeLoop& loop, std::string folder);

  /// Sets simulation and loop to where a checkpoint of this case left them, and takes over what had
  /// been recorded.
  void resume(const CheckpointReader& checkpoint);
  /// Has rank 0 hold what all ranks have recorded: before it writes the series.
  void collect();
  /// Writes receivers.csv and norms.csv with the records so far.
  void save_series();
  /// Writes what running Fourier transforms have come to.
  void save_spectra();
  /// Writes checkpoint.h5, and the series with it.
  void save_checkpoint();
  std::string checkpoint_file() const { return file("checkpoint.h5"); }
  /// Names of the files that were written so far, as a person reads them: snapshot-*.vti.
  const std::vector<std::string>& written() const { return written_; }
  /// Each by its own name, snapshots of the run that is resumed too.
  std::vector<std::string> files() const;

 private:
  const Problem& problem_;
  Simulation& simulation_;
  TimeLoop& loop_;
  std::string folder_;
  std::vector<NodalState> states_;
  std::vector<NodalState> kept_;  // by checkpoints, beside the states
  std::unique_ptr<Receivers> receivers_;
  std::unique_ptr<NormRecord> norms_;
  std::unique_ptr<Snapshots> snapshots_;
  std::vector<std::string> written_;
  std::vector<std::string> sac_files_;
  std::vector<std::string> reported_;  // failures to write that the run has survived

  std::string file(const std::string& name) const;
  void note(const std::string& name);
  std::vector<NodalState> all_states() const;
  void attach();
  template <class F>
  void attempt(const std::string& on_failure, const std::string& what, F&& write);
};

}  // namespace hermite
