#include "drivers/compare/marks_anew.hpp"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "drivers/compare/record.hpp"
#include "drivers/compare/report.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"

namespace hermite {

using nlohmann::json;

namespace {

bool is_of(const GridSeries& series, const CompareRun& run) {
  return series.method == run.method && series.precision == run.precision &&
         series.periods == run.periods;
}

bool leads_to_a_mark(const GridSeries& series, const json& marks) {
  return std::any_of(marks.begin(), marks.end(), [&](const json& mark) {
    return mark.at("extrapolated").get<bool>() && mark.at("method") == series.method &&
           mark.at("precision") == series.precision && mark.at("periods") == series.periods;
  });
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
  for (GridSeries& series : all)
    series.complete =
        record.at("complete").get<bool>() || leads_to_a_mark(series, record.at("marks"));
  return all;
}

void mark_anew(const std::string& file, const Manifest& manifest) {
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
