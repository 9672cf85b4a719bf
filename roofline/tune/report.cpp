#include "roofline/tune/report.hpp"

#include <algorithm>
#include <cmath>

#include "hermite/core/build_info.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/interrupt.hpp"
#include "roofline/kernel_times.hpp"
#include "roofline/roof.hpp"

namespace hermite {

using nlohmann::json;

namespace {

constexpr double restless = 0.1;  // a spread that blocks seldom differ by

std::string whole_percent(double share) { return format("%.0f %%", 100 * share); }

double nodes_of(const ArraySpec& array) {
  return static_cast<double>(array.nodes[0]) * static_cast<double>(array.nodes[1]) *
         static_cast<double>(array.nodes[2]);
}

double cells_of(const Grid& grid) {
  return static_cast<double>(grid.cells[0]) * static_cast<double>(grid.cells[1]) *
         static_cast<double>(grid.cells[2]);
}

double values_of(const Solver& solver) {
  double values = 0;
  for (const int state : solver.states) {
    const ArraySpec& array = solver.arrays[static_cast<std::size_t>(state)];
    values += nodes_of(array) * array.fields * array.entries;
  }
  return values;
}

// What sets the floor of a pipeline's configurations.
std::pair<std::string, int> floor_key(const TuneCandidate& candidate) {
  const Case::Kernel& kernel = candidate.configuration.kernel;
  return {kernel.variant, kernel.slab};
}

}  // namespace

TuneFacts facts_of(const Solver& solver) {
  TuneFacts facts;
  for (const Stage& stage : solver.stages)
    for (const KernelUse& use : stage.kernels) {
      if (!use.facts) continue;
      const KernelFacts f = use.facts();
      facts.registers = std::max(facts.registers, f.registers);
      facts.spills = std::max(facts.spills, f.local_bytes);
      facts.occupancy = facts.known ? std::min(facts.occupancy, f.occupancy) : f.occupancy;
      facts.known = true;
    }
  return facts;
}

TuneRoof roof_of(const Solver& solver, const Ceilings& ceilings) {
  TuneRoof roof;
  double slowest = 0;
  const Timing any = timing_of({1}, 1);       // the roofs do not depend on it
  for (const Stage& stage : solver.stages) {  // of a step
    if (stage.kernels.empty()) continue;
    const Judgement judged = judge(work_of(solver, stage), solver.precision, ceilings, any);
    roof.floor += judged.floor;
    roof.attainable += judged.attainable;
    if (judged.attainable <= slowest) continue;
    slowest = judged.attainable;
    roof.limiter = judged.bound;
  }
  return roof;
}

json identity_of(const TuneSubject& subject) {
  return {{"system", subject.system->name()},
          {"dimension", subject.grid.dimension},
          {"cells", subject.grid.cells},
          {"order", subject.method.order},
          {"stages", subject.method.stages},
          {"precision", name_of(subject.method.precision)},
          {"pipeline", subject.method.kernel.pipeline},
          {"steps_per_sweep", steps_per_sweep(subject.method.kernel)}};
}

TuneReport::TuneReport(const TuneSubject& subject, const TuneResult& result,
                       const std::optional<Ceilings>& ceilings, const Device& device)
    : subject_(subject), result_(result), device_(device) {
  if (result.best.empty()) return;
  const Solver& solver = *result.candidates[result.best.front()].solver;
  dof_ = values_of(solver);
  bytes_ = total_bytes(solver);
  if (!ceilings) return;
  for (const std::size_t place : result.best) {
    const TuneRoof of_place = roof(*result.candidates[place].solver, *ceilings);
    roofs_[place] = of_place;
    floor_ = floor_ > 0 ? std::min(floor_, of_place.floor) : of_place.floor;
  }
  for (const TuneCandidate& c : result.candidates)
    if (c.solver && !c.samples.empty() && floors_.count(floor_key(c)) == 0)
      floors_[floor_key(c)] = roof(*c.solver, *ceilings).floor;
}

TuneRoof TuneReport::roof(const Solver& solver, const Ceilings& ceilings) const {
  TuneRoof roof = roof_of(solver, ceilings);
  for (double* const seconds : {&roof.floor, &roof.attainable})
    *seconds /= steps_per_sweep(subject_.method.kernel);
  return roof;
}

double TuneReport::updates_per_second(double seconds) const { return dof_ / seconds; }

bool TuneReport::in_cache() const {
  return static_cast<std::size_t>(bytes_) <= device_.cache_bytes();
}

// A winner's or, of a slower variant, as it compares with the first winner: whatever moments each met.
double TuneReport::settled_seconds(std::size_t place) const {
  const TuneCandidate &c = result_.candidates[place],
                      &first = result_.candidates[result_.best.front()];
  const std::optional<double> ratio = c.ratio_to(first);
  return ratio ? *ratio * first.median() : c.median();
}

bool TuneReport::is_best(std::size_t place) const {
  return std::find(result_.best.begin(), result_.best.end(), place) != result_.best.end();
}

json TuneReport::row(std::size_t place, double seconds) const {
  const TuneCandidate& c = result_.candidates[place];
  json row = {{"configuration", to_json(c.configuration)},
              {"blocks", c.blocks()},
              {"status", c.wrong              ? "wrong"
                         : !c.skipped.empty() ? "skipped"
                         : c.samples.empty()  ? "not reached"
                         : c.dropped          ? "dropped"
                                              : "measured"},
              {"verified", c.verified},
              {"best", is_best(place)},
              {"standard", result_.standard && place == *result_.standard}};
  if (!c.skipped.empty()) row["reason"] = c.skipped;
  if (c.solver && !c.solver->stages.empty() && !c.solver->stages.front().kernels.empty())
    row["cells"] = c.solver->stages.front().kernels.front().cells;
  if (!c.samples.empty()) {
    json samples = json::array();
    for (const TuneSample& sample : c.samples) samples.push_back(to_json(sample));
    row["samples"] = samples;
    row["seconds"] = seconds;
    row["spread"] = c.spread();
    row["updates_per_second"] = updates_per_second(seconds);
    row["cells_per_second"] = cells_of(subject_.grid) / seconds;
    const auto floor = floors_.find(floor_key(c));
    const bool known = floor != floors_.end();
    row["floor_seconds"] = known ? json(floor->second) : json();
    row["share"] = known ? json(floor->second / seconds) : json();
  }
  const TuneFacts facts = c.solver ? facts_of(*c.solver) : TuneFacts{};
  row["bytes"] = c.solver ? json(total_bytes(*c.solver)) : json();
  row["registers"] = facts.known ? json(facts.registers) : json();
  row["spills"] = facts.known ? json(facts.spills) : json();
  row["occupancy"] = facts.known ? json(facts.occupancy) : json();
  return row;
}

json TuneReport::group() const {
  json rows = json::array();
  for (std::size_t place = 0; place < result_.candidates.size(); ++place)
    rows.push_back(row(place, result_.candidates[place].median()));
  const std::string why_best = result_.best.empty() ? "" : why(result_.best.front());
  json group = identity_of(subject_);
  group.update({{"degrees_of_freedom", dof_},
                {"bytes", bytes_},
                {"cache_resident", in_cache()},
                {"floor_seconds", floor_ > 0 ? json(floor_) : json()},
                {"complete", result_.complete},
                {"why", why_best},
                {"rows", rows}});
  return group;
}

std::string TuneReport::why(std::size_t place) const {
  const TuneCandidate& best = result_.candidates[place];
  const double seconds = settled_seconds(place);
  std::string why = "no ceilings are known";
  if (const auto found = roofs_.find(place); found != roofs_.end()) {
    const TuneRoof& roof = found->second;
    why = whole_percent(floor_ / seconds) + " of the floor's rate; of its own roofs, " +
          roof.limiter + " is the limiter by the model, " +
          whole_percent(roof.attainable / seconds) + " of it reached";
    if (roof.attainable > most_share * seconds)
      why += " (which cannot be: was the machine busy when the ceilings were measured?)";
  }
  if (const TuneFacts facts = facts_of(*best.solver); facts.known)
    why += "; occupancy " + whole_percent(facts.occupancy) + " with " +
           std::to_string(facts.registers) + " registers, " + std::to_string(facts.spills) +
           " bytes spilled";
  const std::size_t winner = result_.best.front();
  // To what was not timed beside it, as to a winner that is far ahead, by the times of both.
  const auto ratio = [&](std::size_t other) -> std::optional<double> {
    const std::optional<double> beside = result_.candidates[other].ratio_to(best);
    if (beside || other != winner) return beside;
    return settled_seconds(winner) / seconds;
  };
  // What a winner was chosen over, by pairs of times (winner.hpp), and yet took less time beside it.
  const bool first = place == winner;
  const auto is_tie = [&](std::size_t other) {
    return *ratio(other) < 1 && (first || result_.candidates[other].configuration.kernel.variant ==
                                              best.configuration.kernel.variant);
  };
  const auto compare = [&](std::size_t other, const char* what) {
    if (other == place || !ratio(other)) return;
    why += "; " +
           (is_tie(other) ? "within the spread of"
                          : format("%+.1f %% time with", 100 * (*ratio(other) - 1))) +
           " " + what + " (" + text_of(result_.candidates[other].configuration.kernel) + ")";
  };
  std::size_t next = first ? place : winner;
  for (std::size_t i = 0; first && i < result_.candidates.size(); ++i) {
    if (i == place || !ratio(i)) continue;
    if (next == place || *ratio(i) < *ratio(next)) next = i;
  }
  compare(next, first ? "the next" : "the fastest");
  if (result_.standard && *result_.standard != next) compare(*result_.standard, "the default");
  return why;
}

std::vector<TunedEntry> TuneReport::entries(const TunedMachine& machine,
                                            const std::string& date) const {
  std::vector<TunedEntry> entries;
  for (const std::size_t place : result_.best) {
    const TuneCandidate& best = result_.candidates[place];
    if (best.samples.size() < rounds_until_sure) continue;
    TunedEntry entry;
    entry.machine = machine;
    entry.system = subject_.system->name();
    entry.dimension = subject_.grid.dimension;
    entry.cells = subject_.grid.cells;
    entry.configuration = best.configuration;
    entry.seconds = settled_seconds(place);  // runs take the least of a table
    entry.date = date;
    entry.measured = row(place, entry.seconds);
    for (const char* const elsewhere : {"configuration", "best", "seconds"})
      entry.measured.erase(elsewhere);
    entry.measured["samples"] = best.samples.size();  // all of them are in the results
    entry.measured["why"] = why(place);
    const auto roof = roofs_.find(place);
    entry.measured["limiter"] = roof == roofs_.end() ? json() : json(roof->second.limiter);
    entry.measured["attainable_seconds"] =
        roof == roofs_.end() ? json() : json(roof->second.attainable);
    entry.measured["stages"] = subject_.method.stages;
    entry.measured["complete"] = result_.complete;
    entry.measured["commit"] = build_info().git_commit;
    entry.measured["dirty"] = build_info().git_dirty;
    entries.push_back(entry);
  }
  return entries;
}

std::string TuneReport::line() const {
  const std::string head = label_of(subject_) + ": ";
  if (result_.best.empty()) {
    std::string reason = "nothing was measured in the time that there was";
    for (const TuneCandidate& c : result_.candidates)
      if (!c.skipped.empty()) reason = c.skipped;
    return head + "no configuration: " + reason;
  }
  const TuneCandidate& best = result_.candidates[result_.best.front()];
  const bool is_own = result_.standard && *result_.standard == result_.best.front();
  const std::string speed = text_of(best.configuration.kernel) +
                            (is_own ? " (the code's own: " + best.blocks() + ")" : "") + ": " +
                            format("%.3g updates/s", updates_per_second(best.median()));
  if (best.samples.size() < rounds_until_sure)
    return head + "not tuned: what was the fastest so far, " + speed + ", ran " +
           std::to_string(best.samples.size()) + " of " + std::to_string(rounds_until_sure) +
           " times" + (interrupted() ? ", then a signal came" : "; the time did not suffice");
  return head + speed + format(" (spread %.1f %%", 100 * best.spread()) +
         (best.spread() > restless ? ": this machine is busy or restless" : "") + "), " +
         why(result_.best.front()) + (in_cache() ? "; its arrays fit the cache" : "") +
         (result_.complete ? ""
          : interrupted()  ? "; a signal came before all was timed"
                           : "; the time did not suffice for all");
}

}  // namespace hermite
