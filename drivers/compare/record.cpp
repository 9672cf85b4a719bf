#include "drivers/compare/record.hpp"

#include <iterator>
#include <set>
#include <utility>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/manifest.hpp"
#include "hermite/method/pipelines.hpp"
#include "roofline/set_aside.hpp"
#include "roofline/tune/tuned_entry.hpp"

namespace hermite {

using nlohmann::json;

namespace {

// In the order of conditions.machines: each is a device, a driver and the sources of the solver's kernels.
constexpr const char* solvers[] = {"hermite", "fdtd"};

// The solvers whose earlier runs hold today.
std::set<std::string> unchanged(const json& earlier, const json& today) {
  std::set<std::string> names;
  if (earlier.at("case") != today.at("case")) return names;
  for (std::size_t i = 0; i < std::size(solvers); ++i)
    if (earlier.at("machines").at(i) == today.at("machines").at(i)) names.insert(solvers[i]);
  return names;
}

}  // namespace

CompareRecord::CompareRecord(std::string file, json conditions, std::vector<std::string>& notices)
    : file_(std::move(file)), conditions_(std::move(conditions)) {
  if (!file_exists(file_)) return;
  std::set<std::string> hold;
  try {
    const json earlier = read_json(file_);
    if (earlier.at("schema") == schema) hold = unchanged(earlier.at("conditions"), conditions_);
    for (const json& run : earlier.at("runs"))
      if (hold.count(run.at("solver")) > 0) earlier_.push_back(compare_run_from(run));
  } catch (const json::exception&) {  // JSON of something else
    hold.clear();
    earlier_.clear();
  } catch (const CaseError&) {  // no JSON
  }
  if (hold.size() == std::size(solvers)) return;
  const std::string aside = set_aside(file_);
  notices.push_back(
      hold.empty()
          ? file_ +
                ": of another case, device, driver or kernels, or not what compare writes; set "
                "aside as " +
                aside + ", the comparison begins anew"
          : file_ + ": of other kernels than today's but for " + *hold.begin() +
                ", whose runs are taken over; set aside as " + aside +
                ", the others are made anew");
}

json CompareRecord::conditions_of(const Problem& problem, const Device& device) {
  const json resolved = json::parse(problem.input.resolved);
  json c;
  for (const auto& [name, value] : resolved.items())
    if (!is_observation(name) && name != "solver" && name != "precision") c[name] = value;
  c["grid"].erase("cells");
  c["method"].erase("order");
  c["time"].erase("final");
  json machines;  // as each of `solvers` finds it
  for (const std::string pipeline : {"monolithic", difference_pipeline(problem.input.system)})
    machines.push_back(to_json(this_machine(device, pipeline)));
  return {{"machines", machines}, {"case", hash_json(c.dump())}};
}

const CompareRun* CompareRecord::find(const CompareRun& wanted, double limit) const {
  for (const CompareRun& run : earlier_)
    if (run.key() == wanted.key() && run.stands(limit)) return &run;
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
