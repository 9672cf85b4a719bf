#include "hermite/output/results.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "hermite/core/format.hpp"
#include "hermite/core/manifest.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

using nlohmann::json;

namespace {

// Two lams that differ by more have different error constants: the rate would not be the order's.
constexpr double largest_courant_difference = 0.01;

bool all_equal(const std::vector<int>& cells) {
  return std::all_of(cells.begin(), cells.end(), [&](int k) { return k == cells.front(); });
}

std::string cells_text(const std::vector<int>& cells) {
  if (cells.empty()) return "";
  std::string text = std::to_string(cells.front());
  if (all_equal(cells)) return text;
  for (size_t i = 1; i < cells.size(); ++i) text += "x" + std::to_string(cells[i]);
  return text;
}

}  // namespace

void set_rates(std::vector<Row>& rows) {
  for (size_t i = 0; i < rows.size(); ++i) {
    Row& row = rows[i];
    row.rate.reset();
    row.rate_judged = false;
    size_t j = i;
    while (j > 0 && rows[j - 1].order != row.order) --j;
    if (j == 0) continue;
    const Row& before = rows[j - 1];
    const double rate = std::log(before.error_max / row.error_max) / std::log(before.h / row.h);
    if (!std::isfinite(rate)) continue;  // equal grids, or an error of zero
    row.rate = rate;
    const double larger = std::max(before.courant, row.courant);
    row.rate_judged = std::abs(before.courant - row.courant) <= largest_courant_difference * larger;
  }
}

json to_json(const Row& row) {
  const bool one_number = !row.cells.empty() && all_equal(row.cells);
  return {
      {"order", row.order},
      {"cells", one_number ? json(row.cells.front()) : json(row.cells)},
      {"h", row.h},
      {"courant", row.courant},
      {"stages", row.stages},
      {"steps", row.steps},
      {"final_time", row.final_time},
      {"error_max", row.error_max},
      {"error_l2", row.error_l2},
      {"rate", row.rate ? json(*row.rate) : json(nullptr)},
      {"rate_judged", row.rate_judged},
      {"seconds", row.seconds},
      {"dof", row.dof},
      {"bytes", row.bytes},
      {"precision", row.precision},
      {"device", row.device},
      {"pipeline", row.pipeline},
  };
}

json to_json(const Manifest& manifest, const std::vector<Row>& rows) {
  json list = json::array();
  for (const Row& row : rows) list.push_back(to_json(row));
  return {{"schema", results_schema}, {"manifest", to_json(manifest)}, {"rows", list}};
}

void print_table(std::ostream& out, const std::vector<Row>& rows) {
  out << format("%2s %12s %9s %7s %4s %7s %10s %10s %8s %8s %9s\n", "N", "cells", "h", "lam", "q",
                "steps", "max error", "L2 error", "observed", "expected", "seconds");
  bool marked = false;
  for (size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    if (i > 0 && row.order != rows[i - 1].order) out << "\n";
    const bool mark = row.rate && !row.rate_judged;
    const std::string rate = row.rate ? format("%.2f%c", *row.rate, mark ? '*' : ' ') : "- ";
    marked = marked || mark;
    // Finite differences have neither.
    const bool has_order = !is_difference(row.pipeline);
    const std::string order = has_order ? std::to_string(row.order) : "-",
                      stages = has_order ? std::to_string(row.stages) : "-";
    out << format("%2s %12s %9.3e %7.4f %4s %7ld %10.3e %10.3e %8s %8d %9.3g\n", order.c_str(),
                  cells_text(row.cells).c_str(), row.h, row.courant, stages.c_str(), row.steps,
                  row.error_max, row.error_l2, rate.c_str(), expected_rate(row.order, row.pipeline),
                  row.seconds);
  }
  if (marked) out << "* not judged: lam differs by more than 1 % from that of the row before\n";
}

}  // namespace hermite
