#include "drivers/compare/marks_anew.hpp"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "drivers/compare/record.hpp"
#include "drivers/compare/report.hpp"
#include "drivers/record/record.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"

namespace hermite {

using nlohmann::json;

namespace {

bool is_of(const GridSeries& series, const CompareRun& run) {
  return series.method == run.method && series.precision == run.precision &&
         series.periods == run.periods;
}

// Whether the next finer grid was asked for, and would not be run in another call on a machine of that memory.
bool was_refused(const GridSeries& series, const std::vector<CompareRun>& runs, double limit) {
  return std::any_of(runs.begin(), runs.end(), [&](const CompareRun& run) {
    return is_of(series, run) && !run.done() && (run.predicted == 0 || run.stands(limit));
  });
}

// Whether nothing is left to be run, as compare itself judges it (drivers/compare.cpp).
bool is_done(const GridSeries& series, const std::vector<GridSeries>& all,
             const std::vector<CompareRun>& runs, const std::vector<double>& tolerances,
             double limit) {
  if (has_arrived(series, tolerances) || was_refused(series, runs, limit)) return true;
  const std::vector<double> open = open_tolerances(series, all, tolerances);
  return open.empty() || is_out_of_reach(series, open, limit);
}

}  // namespace

std::vector<GridSeries> series_of(const json& record) {
  std::vector<CompareRun> runs;
  for (const json& value : record.at("runs")) runs.push_back(compare_run_from(value));
  std::vector<GridSeries> all;
  const auto of = [&](const CompareRun& run) {
    return std::find_if(all.begin(), all.end(), [&](const GridSeries& s) { return is_of(s, run); });
  };
  // Those of one method and number of periods stand together.
  for (const CompareRun& run : runs) {
    if (of(run) != all.end()) continue;
    const auto kin = std::find_if(all.rbegin(), all.rend(), [&](const GridSeries& s) {
      return s.method == run.method && s.periods == run.periods;
    });
    all.insert(kin == all.rend() ? all.end() : kin.base(),
               {run.method, run.solver, run.precision, run.periods, {}, false, false});
  }
  std::stable_sort(runs.begin(), runs.end(),
                   [](const CompareRun& a, const CompareRun& b) { return a.cells < b.cells; });
  for (const CompareRun& run : runs)
    if (run.done()) of(run)->add(run);
  const auto tolerances = record.at("tolerances").get<std::vector<double>>();
  const double limit = record.at("limit").get<double>();
  const bool complete = record.at("complete").get<bool>();
  // Single precision first: what it leads to, double has not to reach.
  for (const std::string precision : {"single", "double"})
    for (GridSeries& series : all)
      if (series.precision == precision)
        series.complete = complete || is_done(series, all, runs, tolerances, limit);
  return all;
}

void mark_anew(const std::string& file, const Manifest& manifest) {
  require_clean_results("files", file);
  json record = read_json(file);
  const json schema = record.is_object() ? record.value("schema", json()) : json("no object");
  if (schema != CompareRecord::schema)
    throw CaseError(
        file, "schema", schema.dump(),
        std::string("\"") + CompareRecord::schema + "\": a compare.json of hermite compare");
  std::vector<GridSeries> all;
  std::vector<double> tolerances;
  try {
    all = series_of(record);
    record.at("tolerances").get_to(tolerances);
  } catch (const json::exception& error) {
    throw CaseError(file, "", std::string("is not whole: ") + error.what());
  }
  const std::vector<Mark> marks = find_marks(all, tolerances);
  record["marks"] = to_json(marks);
  record["marked"] = {{"git", to_json(manifest).at("git")}, {"started", manifest.started}};
  write_json(file, record);
  print_marks(std::cout, all, marks, tolerances);
  std::cout << "written: " << file << "\n";
}

}  // namespace hermite
