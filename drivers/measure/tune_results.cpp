#include "drivers/measure/tune_results.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "roofline/tune/report.hpp"

namespace hermite {

using nlohmann::json;

namespace {

// What was timed has blocks and a time.
void require_timed_rows(const std::string& file, const json& content) {
  const json groups = content.value("groups", json::array());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const json rows = groups[g].is_object() ? groups[g].value("rows", json::array()) : json();
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const json& row = rows[r];
      const std::string place = "groups[" + std::to_string(g) + "].rows[" + std::to_string(r) + "]";
      if (!row.is_object() || !row.contains("configuration"))
        throw CaseError(file, place, "has no configuration: the file is not whole");
      if (row.contains("seconds") && !(row["seconds"].is_number() && row["seconds"] > 0))
        throw CaseError(file, place + ".seconds", row["seconds"].dump(), "a number greater than 0");
    }
  }
}

bool is_of(const json& group, const json& identity) {
  return std::all_of(identity.items().begin(), identity.items().end(),
                     [&](const auto& item) { return group.at(item.key()) == item.value(); });
}

}  // namespace

void require_tune_results(const std::string& file) {
  const json content = read_json(file);
  if (!content.is_object() || content.value("schema", json()) != tune_results_schema)
    throw CaseError(file, "schema",
                    content.is_object() ? content.value("schema", json()).dump() : "no object",
                    std::string("\"") + tune_results_schema + "\": a tune.json of hermite tune");
  require_timed_rows(file, content);
}

bool holds_only(const std::string& file, const TunedMachine& machine, const Searches& searches) {
  json now = json::array();
  for (const Problem& problem : searches.problems) now.push_back(identity_of(subject_of(problem)));
  try {
    const json before = read_json(file);
    const json& groups = before.at("groups");
    return before.at("machine") == to_json(machine) &&
           std::all_of(groups.begin(), groups.end(), [&](const json& group) {
             return std::any_of(now.begin(), now.end(),
                                [&](const json& identity) { return is_of(group, identity); });
           });
  } catch (const json::exception&) {  // a file of something else
  } catch (const Error&) {
  }
  return false;
}

}  // namespace hermite
