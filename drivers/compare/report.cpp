#include "drivers/compare/report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

#include "drivers/compare/options.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

namespace {

std::string observed_order(const CompareRun& run, const CompareRun* before) {
  if (before == nullptr) return "-";
  const double rate = growth(*before, run, run.row.error_max, before->row.error_max);
  return std::isfinite(rate) ? format("%.2f", rate) : "-";
}

// "~1.2e+03 s" where it is extrapolated.
std::string cost(const Mark& mark) {
  const std::string about = mark.extrapolated ? "~" : "";
  if (mark.measure == "seconds") return about + format("%.3g s", mark.value);
  if (mark.measure == "bytes") return about + human_bytes(mark.value);
  return about + format("%.3g", mark.value);
}

// Marks of one number of periods and tolerance, in the order of the methods.
using Group = std::pair<double, double>;
Group group_of(const Mark& mark) { return {mark.periods, mark.tolerance}; }

std::string title(const Group& group) {
  return format("%g period%s, error below %g: ", group.first, group.first == 1 ? "" : "s",
                group.second);
}

std::vector<Group> groups_of(const std::vector<Mark>& marks) {
  std::vector<Group> groups;
  for (const Mark& mark : marks) groups.push_back(group_of(mark));
  std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  });
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  return groups;
}

// Whether every method has its seconds there, run or extrapolated.
bool has_all(const std::vector<GridSeries>& all, const std::vector<Mark>& marks,
             const Group& group) {
  return std::all_of(all.begin(), all.end(), [&](const GridSeries& series) {
    return series.periods != group.first ||
           std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
             return mark.method == series.method && mark.measure == "seconds" &&
                    group_of(mark) == group;
           });
  });
}

}  // namespace

void print_head(std::ostream& out) {
  out << format("%7s  %-19s %-6s %5s %7s %10s %8s %8s %9s %10s %10s\n", "periods", "method", "",
                "cells", "steps", "error", "observed", "expected", "seconds", "memory", "dof");
}

void print_run(std::ostream& out, const CompareRun& run, const CompareRun* before) {
  out << format("%7g  %-19s %-6s %5d ", run.periods, run.method.c_str(), run.precision.c_str(),
                run.cells);
  if (!run.done()) {
    out << "not run: " << run.skipped << "\n";
    return;
  }
  out << format("%7ld %10.3e %8s %8d %9.3g %10s %10.3g\n", run.row.steps, run.row.error_max,
                observed_order(run, before).c_str(), expected_rate(run.row.order, run.row.pipeline),
                run.row.seconds, human_bytes(static_cast<double>(run.row.bytes)).c_str(),
                static_cast<double>(run.row.dof));
}

namespace {

void print_table(std::ostream& out, const std::vector<Mark>& marks) {
  for (const Group& group : groups_of(marks)) {
    out << title(group) << "the cheapest by seconds, memory, degrees of freedom\n";
    std::vector<std::string> done;
    for (const Mark& first : marks) {
      if (group_of(first) != group ||
          std::find(done.begin(), done.end(), first.method) != done.end())
        continue;
      done.push_back(first.method);
      std::map<std::string, Mark> by;
      for (const Mark& mark : marks)
        if (group_of(mark) == group && mark.method == first.method) by[mark.measure] = mark;
      const Mark& time = by.count("seconds") != 0 ? by["seconds"] : by.begin()->second;
      out << format("  %-19s", first.method.c_str());
      for (const std::string& measure : measures)
        out << format(" %12s", by.count(measure) != 0 ? cost(by[measure]).c_str() : "-");
      out << format("  (%s%.3g cells a side, %s)\n", time.extrapolated ? "~" : "", time.cells,
                    time.precision.c_str());
    }
  }
}

void print_unmarked(std::ostream& out, const std::vector<GridSeries>& all,
                    const std::vector<Mark>& marks, const std::vector<double>& tolerances) {
  const auto reason = [](const GridSeries& series, double tolerance) -> std::string {
    if (!may_reach(series, tolerance))
      return "single precision does not count below " + short_number(single_precision_reach);
    if (!series.complete) return "not all was run";
    if (series.at_round_off) return "its finest are at round-off";
    if (series.runs.size() < 2) return "it takes two to say where one would be";
    return "the two finest do not show the method's order, by which to say where one would be";
  };
  struct Line {
    Group group;
    std::string reason;
    std::vector<std::string> methods;
  };
  std::vector<Line> lines;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const GridSeries& series = all[i];
    // Series of several precisions stand together; the last one reaches the smallest errors.
    if (i + 1 < all.size() && all[i + 1].method == series.method &&
        all[i + 1].periods == series.periods)
      continue;
    for (const double tolerance : tolerances) {
      const Group group{series.periods, tolerance};
      if (std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
            return mark.method == series.method && group_of(mark) == group;
          }))
        continue;
      const std::string why = reason(series, tolerance);
      auto line = std::find_if(lines.begin(), lines.end(), [&](const Line& other) {
        return other.group == group && other.reason == why;
      });
      if (line == lines.end()) line = lines.insert(line, {group, why, {}});
      line->methods.push_back(series.method);
    }
  }
  for (const Line& line : lines)
    out << title(line.group) << join(line.methods) << (line.methods.size() == 1 ? " has" : " have")
        << " no run, and " << line.reason << "\n";
}

void print_verdict(std::ostream& out, const std::vector<GridSeries>& all,
                   const std::vector<Mark>& marks) {
  for (const Group& group : groups_of(marks)) {
    std::map<std::string, Mark> best;  // of each solver
    for (const Mark& mark : marks) {
      if (group_of(mark) != group || mark.measure != "seconds") continue;
      const auto found = best.find(mark.solver);
      if (found == best.end() || mark.value < found->second.value) best[mark.solver] = mark;
    }
    if (best.size() < 2) continue;
    const auto cheaper = [](const auto& a, const auto& b) {
      return a.second.value < b.second.value;
    };
    const Mark& winner = std::min_element(best.begin(), best.end(), cheaper)->second;
    out << title(group)
        << format("%s is cheapest%s, %s", winner.method.c_str(),
                  has_all(all, marks, group) ? "" : " of those with a run", cost(winner).c_str());
    for (const auto& [solver, mark] : best)
      if (solver != winner.solver)
        out << format("; %s takes %s%.3g times as long", mark.method.c_str(),
                      mark.extrapolated || winner.extrapolated ? "about " : "",
                      mark.value / winner.value);
    const bool all_run = std::all_of(all.begin(), all.end(), [&](const GridSeries& series) {
      return series.complete || series.periods != group.first;
    });
    out << (all_run ? "" : "; not all was run: this may change") << "\n";
  }
}

}  // namespace

void print_marks(std::ostream& out, const std::vector<GridSeries>& all,
                 const std::vector<Mark>& marks, const std::vector<double>& tolerances) {
  print_table(out, marks);
  print_unmarked(out, all, marks, tolerances);
  print_verdict(out, all, marks);
}

}  // namespace hermite
