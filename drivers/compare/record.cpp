#include "drivers/compare/record.hpp"

#include <set>
#include <utility>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/manifest.hpp"
#include "hermite/method/pipelines.hpp"
#include "roofline/set_aside.hpp"
#include "roofline/tune/tuned_table.hpp"

namespace hermite {

using nlohmann::json;

namespace {

constexpr const char* schema = "hermite-compare-1";

}  // namespace

CompareRecord::CompareRecord(std::string file, json conditions, std::vector<std::string>& notices)
    : file_(std::move(file)), conditions_(std::move(conditions)) {
  if (!file_exists(file_)) return;
  try {
    const json earlier = read_json(file_);
    if (earlier.at("schema") == schema && earlier.at("conditions") == conditions_) {
      for (const json& run : earlier.at("runs")) earlier_.push_back(compare_run_from(run));
      return;
    }
  } catch (const json::exception&) {  // JSON of something else
    earlier_.clear();
  } catch (const CaseError&) {  // no JSON
  }
  notices.push_back(
      file_ +
      ": of another case, device, driver or kernels, or not what compare writes; set aside as " +
      set_aside(file_) + ", the comparison begins anew");
}

json CompareRecord::conditions_of(const Problem& problem, const Device& device) {
  json c = json::parse(problem.input.resolved);
  for (const char* const key :
       {"solver", "precision", "receivers", "snapshots", "norms", "checkpoint"})
    c.erase(key);
  c["grid"].erase("cells");
  c["method"].erase("order");
  c["time"].erase("final");
  json machines;  // as each of the two solvers finds it
  for (const std::string pipeline : {"monolithic", difference_pipeline(problem.input.system)})
    machines.push_back(to_json(this_machine(device, pipeline)));
  return {{"machines", machines}, {"case", hash_json(c.dump())}};
}

const CompareRun* CompareRecord::find(const CompareRun& wanted, double limit) const {
  for (const CompareRun& run : earlier_)
    if (run.key() == wanted.key() && (run.done() || run.unstable || run.predicted > limit))
      return &run;
  return nullptr;
}

json CompareRecord::content() const {
  std::set<std::string> names;
  json runs = json::array();
  for (const auto* list : {&runs_, &earlier_})
    for (const CompareRun& run : *list)
      if (names.insert(run.key()).second) runs.push_back(to_json(run));
  return {{"schema", schema}, {"conditions", conditions_}, {"runs", runs}};
}

}  // namespace hermite
