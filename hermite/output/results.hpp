// Results of a convergence study: one row per run, the observed orders, the JSON file and the
// printed table. `data/results` holds such files; plots and reports are made from them alone.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace hermite {

struct Manifest;

constexpr int results_schema = 1;

struct Row {
  int order = 0;
  std::vector<int> cells;  // one per direction
  double h = 0;
  double courant = 0;  // the lam that was used
  int stages = 0;
  long steps = 0;
  double final_time = 0;
  double error_max = 0, error_l2 = 0;
  std::optional<double> rate;  // of error_max, against the row before of the same order
  bool rate_judged = false;    // false where the two lams differ by more than 1 %
  double seconds = 0;          // the time loop alone
  long dof = 0;                // fields * primal nodes * (N+1)^d
  long bytes = 0;  // that it takes on the device, or of several ranks on the first one's
  std::string precision, device, pipeline;
};

/// rate = log(e_before / e) / log(h_before / h) for each row with one of its order before it.
void set_rates(std::vector<Row>& rows);

nlohmann::json to_json(const Row& row);
/// {schema, manifest, rows}
nlohmann::json to_json(const Manifest& manifest, const std::vector<Row>& rows);

/// A table for people, with observed and expected order.
void print_table(std::ostream& out, const std::vector<Row>& rows);

}  // namespace hermite
