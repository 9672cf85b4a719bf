#pragma once
// The report of a roofline study: a row per stage of each solver that was timed, with its place
// under the roofs, as a table for people and as JSON for plots and other programs.

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "roofline/checks.hpp"
#include "roofline/kernel_times.hpp"
#include "roofline/roof.hpp"

namespace hermite {

struct Manifest;

constexpr int roofline_schema = 1;

// What was run.
struct Subject {
  std::string system;
  int dimension = 1, order = 0, stages = 0;  // stages: q
  Precision precision = Precision::double_;
  std::string pipeline, variant, layout;
  std::vector<long> cells;
  std::string layers;  // who updates those that absorb: cpml.kernels; else empty

  // "monolithic/march/N3/single"; of the solver fdtd "yee/march/faces/single"
  std::string name() const;
};

struct ReportRow {
  Subject subject;
  StageRecord record;
  std::optional<Counters> counters;
};

// "monolithic/march/N3/single to dual": what --filter is compared with.
std::string name_of(const ReportRow& row);

struct Report {
  Ceilings ceilings;
  std::vector<Check> checks;
  std::vector<ReportRow> rows;
  std::string counters;  // where they come from, or why there are none
};

Judgement judge(const ReportRow& row, const Ceilings& ceilings);

nlohmann::json to_json(const Ceilings& ceilings, const Manifest& manifest,
                       const std::vector<Check>& checks);
nlohmann::json to_json(const Report& report, const Manifest& manifest);

void print_ceilings(std::ostream& out, const Ceilings& ceilings);
void print_header(std::ostream& out, bool cuda);
void print_row(std::ostream& out, const ReportRow& row, const Ceilings& ceilings);
void print_counters(std::ostream& out, const std::vector<ReportRow>& rows);

}  // namespace hermite
