// What the subcommands of `hermite roofline` share: which solvers a study looks at, on which device,
// and its rows.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "drivers/problem/problem.hpp"
#include "roofline/counters.hpp"
#include "roofline/report.hpp"

namespace CLI {
class App;  // as in drivers/problem/options.hpp
}

namespace hermite {

struct DeviceOptions {
  std::string device = "host";
  int threads = 0;
  bool quick = false;

  void declare(CLI::App& app);
};

/// Which solvers: every pipeline and variant of a system, less what the options leave out.
struct StudyOptions {
  DeviceOptions device;
  std::string system = "advection", case_file;
  int dimension = 3, cells = 0;
  std::vector<int> orders;
  std::string precision = "both", filter;
  std::vector<std::string> set;

  void declare(CLI::App& app);
  /// The same as words of a command line.
  std::vector<std::string> words() const;
};

/// A solver of the study.
struct Candidate {
  Subject subject;
  std::vector<Override> overrides;
};

class RooflineStudy {
 public:
  /// Refuses what no candidate could be made of.
  RooflineStudy(const StudyOptions& options, const Device& device);

  /// Calls `take` with each problem that can be made; for one that cannot, a line on stderr says
  /// why. Throws the first reason where there is none that can.
  void for_each(const std::function<void(const Subject&, const Problem&)>& take) const;

 private:
  void add_hermite(Precision precision);
  void add_fdtd(const Case& input, Precision precision);
  void add(const std::string& pipeline, const std::string& variant, int order, Precision precision);
  long chosen_cells(const std::string& pipeline, int order, Precision precision) const;

  const StudyOptions& options_;
  const Device& device_;
  std::string file_;
  int fields_ = 1, dimension_ = 1;
  std::string system_;
  std::vector<Override> changes_;  // of --set
  std::vector<Candidate> candidates_;
};

/// The rows of a study, timed; `done` is called with each.
std::vector<ReportRow> study_rows(const RooflineStudy& study, const Device& device, bool quick,
                                  const std::function<void(const ReportRow&)>& done);

/// Gives the rows their counters; returns where they come from, or why there are none.
std::string count_rows(const StudyOptions& options, Profiler& profiler,
                       std::vector<ReportRow>& rows);

/// Lets a profiler see every kernel of the study once, and says on stdout which.
void profile_study(const RooflineStudy& study, const Device& device);

}  // namespace hermite
