// How a run ends: the verdict, the files that it leaves, what is printed last and the exit code.
#pragma once

#include <string>
#include <vector>

#include "drivers/observe/observers.hpp"
#include "drivers/problem/options.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/manifest.hpp"
#include "hermite/output/results.hpp"

namespace hermite {

/// How the time loop ended.
struct Ending {
  std::string text;
  Exit code = Exit::ok;
  bool resumable = false;  // a checkpoint is to be left: the fields are as they should be
};

/// A run whose errors are not finite has failed, though its fields are.
Ending judge_errors(const Ending& ending, const Row& row);

/// What is recorded, whichever way the time loop ended.
class RunRecord {
 public:
  /// `finals`: files for the fields after the last step, by state; empty: they are not kept.
  /// `resumed`: the checkpoint that the run began with; empty: none.
  RunRecord(const OutputOptions& output, std::string folder, std::vector<std::string> finals,
            std::string resumed, Manifest manifest);

  /// By all ranks; the first writes.
  void write(const Ending& ending, const Row& row, const Problem& problem,
             const Simulation& simulation, const TimeLoop& loop, Observers& observers);
  const std::string& folder() const { return folder_; }
  /// The first file that could not be written; empty: none.
  const std::string& failure() const { return failure_; }
  /// Names of the files that this run wrote.
  const std::vector<std::string>& files() const { return files_; }
  /// Of files that an earlier run had left in the folder, and this one did not write.
  const std::vector<std::string>& removed() const { return removed_; }

 private:
  const OutputOptions& output_;
  std::string folder_;
  std::vector<std::string> finals_;
  std::string resumed_;
  Manifest manifest_;
  std::string failure_;
  std::vector<std::string> files_, removed_;

  void write_all(const Ending& ending, const Row& row, const Problem& problem,
                 const Simulation& simulation, const TimeLoop& loop, Observers& observers);
  std::string place(const std::string& name) const;
  template <class F>
  void attempt(const std::vector<std::string>& names, F&& write);
};

/// Which files of an earlier run were removed; where the run ended as it should or by a signal, its
/// numbers and files.
void print_result(const Ending& ending, const RunRecord& record, const Row& row,
                  const Problem& problem);

/// Comes last: throws the error of a run that did not end well, and says how one that was stopped
/// goes on.
void report_ending(const Ending& ending, const RunRecord& record, const Row& row,
                   const Problem& problem, const std::string& checkpoint);

}  // namespace hermite
