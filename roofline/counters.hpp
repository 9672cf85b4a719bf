#pragma once
// Hardware counters through Nsight Compute: which of its metrics say what, and how it is run.

#include <set>
#include <string>
#include <vector>

#include "roofline/ncu_output.hpp"
#include "roofline/roof.hpp"

namespace hermite {

// A quantity as a weighted sum of metrics.
struct MetricTerm {
  std::string metric;  // with its suffix: dram__bytes_read.sum
  double weight;
};
struct ResolvedMetric {
  double Counters::*quantity;
  std::vector<MetricTerm> terms;
  bool is_share;  // which does not add up
};

// Of each quantity the first of its known forms that this ncu has. Throws MachineError that names
// quantity and metrics where it has none; parts that not every GPU has are left out.
std::vector<ResolvedMetric> resolve_metrics(const std::set<std::string>& available);
std::string metric_list(const std::vector<ResolvedMetric>& resolved);

// The sum over the kernels of a stage (shares: of the longest). Throws where a metric is missing.
Counters counters_of(const std::vector<NcuKernel>& kernels,
                     const std::vector<ResolvedMetric>& resolved);

struct ProfiledRun {
  std::vector<NcuKernel> kernels;
  std::string output;  // of the command, and what ncu says between
};

class Profiler {
 public:
  // `program`: ncu, or where it is; empty: the one on the PATH or of an installed toolkit.
  explicit Profiler(const std::string& program);

  // Why it cannot be used here; empty: it can.
  const std::string& unavailable() const { return unavailable_; }
  // Runs `command`, which tells the profiler when to look. No kernels, and unavailable() says why,
  // where the counters cannot be read.
  ProfiledRun run(const std::vector<std::string>& command);
  const std::vector<ResolvedMetric>& metrics() const { return metrics_; }

 private:
  std::string program_, unavailable_;
  std::vector<ResolvedMetric> metrics_;
};

// Why ncu failed, in words: from its exit code and what it printed.
std::string ncu_failure(int code, const std::string& output);

}  // namespace hermite
