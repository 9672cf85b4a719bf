// The stability table as a JSON file, one row a line, and the questions that are put to it.
#include "hermite/method/stability_table.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "hermite/core/data_dir.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"

namespace hermite {

namespace {

constexpr const char* schema = "hermite-stability-1";
constexpr double same = 1e-9;  // Courant numbers closer than this are the same

auto place(const StabilityRow& row) {
  return std::make_tuple(row.dimension, row.order, std::lround(row.courant / same));
}

nlohmann::ordered_json to_json(const StabilityRow& row) {
  nlohmann::ordered_json json = {{"dimension", row.dimension}, {"order", row.order},
                                 {"courant", row.courant},     {"samples", row.samples},
                                 {"media", row.media},         {"full", row.full},
                                 {"smallest", nullptr},        {"stable", row.stable}};
  if (row.smallest()) json["smallest"] = *row.smallest();
  return json;
}

StabilityRow from_json(const nlohmann::json& json) {
  StabilityRow row;
  json.at("dimension").get_to(row.dimension);
  json.at("order").get_to(row.order);
  json.at("courant").get_to(row.courant);
  json.at("samples").get_to(row.samples);
  json.at("media").get_to(row.media);
  json.at("full").get_to(row.full);
  json.at("stable").get_to(row.stable);
  return row;
}

}  // namespace

std::vector<StabilityRow> StabilityTable::select(int dimension, int order) const {
  std::vector<StabilityRow> found;
  for (const StabilityRow& row : rows)
    if (row.dimension == dimension && row.order == order) found.push_back(row);
  return found;
}

std::optional<int> StabilityTable::automatic(int dimension, int order, double courant) const {
  const std::vector<StabilityRow> known = select(dimension, order);
  const auto ceiling = std::find_if(known.begin(), known.end(), [&](const StabilityRow& row) {
    return row.courant >= courant - same;
  });
  if (ceiling == known.end()) return std::nullopt;
  for (int q = 2 * order + 1; q <= full_stages(dimension, order); ++q)
    if (std::all_of(known.begin(), ceiling + 1,
                    [&](const StabilityRow& row) { return row.is_stable(q); }))
      return q;
  return std::nullopt;
}

std::optional<double> StabilityTable::limit(int dimension, int order, int stages) const {
  if (stages >= full_stages(dimension, order)) return 1;
  const std::vector<StabilityRow> known = select(dimension, order);
  if (known.empty()) return std::nullopt;
  double limit = 0;
  for (const StabilityRow& row : known) {
    if (!row.is_stable(stages)) break;
    limit = row.courant;
  }
  return limit;
}

void StabilityTable::merge(const std::vector<StabilityRow>& more) {
  for (const StabilityRow& row : more) {
    const auto at = std::lower_bound(
        rows.begin(), rows.end(), row,
        [](const StabilityRow& a, const StabilityRow& b) { return place(a) < place(b); });
    if (at != rows.end() && place(*at) == place(row))
      *at = row;
    else
      rows.insert(at, row);
  }
}

std::string stability_file(const std::string& system) {
  return data_dir() + "/stability/" + system + ".json";
}

StabilityTable read_stability(const std::string& system) {
  return read_stability_file(stability_file(system), system);
}

StabilityTable read_stability_file(const std::string& file, const std::string& system) {
  if (!file_exists(file)) return {system, {}};
  const nlohmann::json json = read_json(file);
  try {
    if (json.at("schema") != schema || json.at("system") != system)
      throw Error(Exit::bad_case, file + ": not a stability table (schema \"" + schema +
                                      "\") of the system " + system);
    StabilityTable table{system, {}};
    for (const nlohmann::json& row : json.at("rows")) table.merge({from_json(row)});
    return table;
  } catch (const nlohmann::json::exception&) {
    throw Error(Exit::bad_case,
                file + ": not a stability table: a key is missing or of another type; " +
                    "make it again with hermite stability");
  }
}

// One row a line, so that a change of the table reads well.
void write_stability_file(const std::string& file, const StabilityTable& table) {
  std::ostringstream text;
  text << "{\"schema\": \"" << schema << "\", \"system\": \"" << table.system
       << "\", \"tolerance\": " << nlohmann::json(stability_tolerance).dump() << ", \"rows\": [";
  for (size_t i = 0; i < table.rows.size(); ++i)
    text << (i == 0 ? "\n  " : ",\n  ") << to_json(table.rows[i]).dump();
  text << "\n]}\n";
  write_text(file, text.str());
}

}  // namespace hermite
