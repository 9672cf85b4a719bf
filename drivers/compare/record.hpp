// The runs that a folder's compare.json has from earlier calls, and those of this one: the same command
// goes on where it ended, and measures nothing again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "drivers/compare/run.hpp"

namespace hermite {

class CompareRecord {
 public:
  static constexpr const char* schema = "hermite-compare-1";

  /// Takes over the file's runs of this case by those solvers whose machine and kernels are the same. Where
  /// that is not all, the file is set aside, and `notices` takes a line.
  CompareRecord(std::string file, nlohmann::json conditions, std::vector<std::string>& notices);

  /// Hash of the case without what compare varies and what does not change a run, with the machine.
  static nlohmann::json conditions_of(const Problem& problem, const Device& device);

  const std::string& file() const { return file_; }
  std::size_t remembered() const { return earlier_.size(); }
  /// The run of an earlier call with this one's key; null: it is to be run. One that took too long may be
  /// tried again with a higher limit.
  const CompareRun* find(const CompareRun& wanted, double limit) const;
  void add(const CompareRun& run) { runs_.push_back(run); }

  /// Schema, conditions and runs; those that this call was not asked for, or has not come to, come last.
  nlohmann::json content() const;

 private:
  std::string file_;
  nlohmann::json conditions_;
  std::vector<CompareRun> earlier_, runs_;
};

}  // namespace hermite
