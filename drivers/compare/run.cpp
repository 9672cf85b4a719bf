#include "drivers/compare/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "drivers/problem/initial.hpp"
#include "drivers/record/record.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "kernels/stage/simulation.hpp"
#include "kernels/stage/time_loop.hpp"
#include "roofline/timing.hpp"

namespace hermite {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

namespace {

// The first steps load and record kernels; as many more tell the pace.
constexpr long most_first_steps = 10;

// A short run is repeated, so that its time is a median: five times at most, until a second is spent.
// Of several the first is a warm-up.
constexpr std::size_t most_samples = 6;
constexpr double enough_seconds = 1;

void require_not_interrupted(const TimeLoop& loop) {
  if (loop.was_interrupted()) throw Error(Exit::interrupted, "interrupted");
}

// Seconds that all steps will take, by the first ones, a fifth at most; of few steps by the very first, which loads
// and records: more than they take.
double predict(TimeLoop& loop, long steps) {
  const long first = std::min(most_first_steps, steps / 10);
  loop.run(std::max(first, 1L));
  if (first == 0) {
    require_not_interrupted(loop);
    return loop.seconds() * static_cast<double>(steps);
  }
  const double before = loop.seconds();
  loop.run(2 * first);
  require_not_interrupted(loop);
  return (loop.seconds() - before) / static_cast<double>(first) * static_cast<double>(steps);
}

// The first run is judged; those that repeat it go on from where it ended, as steps take as long there, and
// setting up a fine grid takes longer than stepping it on a GPU. A grid so coarse that it becomes unstable
// later is not repeated.
Ended repeat(const Problem& problem, const ComparedPoints& where, const CompareLimits& limits,
             Simulation& simulation, CompareRun& run, Clock::time_point begin) {
  const long steps = problem.time.steps;
  run.row.steps = steps;
  run.row.final_time = problem.input.time.final;
  write_initial(problem, {}, simulation);
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  double spent = 0;  // in time loops
  const auto finish = [&](TimeLoop& loop) {
    loop.run(steps);
    require_not_interrupted(loop);
    run.samples.push_back(loop.seconds());
    spent += loop.seconds();
  };
  // 1. The run that is judged.
  TimeLoop judged(simulation, steps, static_cast<double>(problem.dof()));
  run.predicted = predict(judged, steps);
  if (run.predicted > limits.run) {
    run.skipped = "would take " + format("%.3g", run.predicted) + " s";
    return Ended::skipped;
  }
  // With its repetitions, so that no time is of fewer samples because it was measured last.
  const double repeated = std::min(most_samples * run.predicted, enough_seconds);
  if (std::max(run.predicted, repeated) > limits.budget - elapsed()) return Ended::out_of_budget;
  finish(judged);
  const ComparedError error = compared_error(where, problem, simulation, run.row.final_time);
  run.row.error_max = error.max;
  run.row.error_l2 = error.l2;
  require_finite_errors(run.row);
  // 2. Those that repeat it.
  try {
    while (run.samples.size() < most_samples && spent < enough_seconds) {
      TimeLoop again(simulation, steps, static_cast<double>(problem.dof()));
      finish(again);
    }
  } catch (const RunError&) {  // unstable by now
  }
  run.predicted = 0;
  run.beside = elapsed() - spent;
  if (run.samples.size() > 1) run.samples.erase(run.samples.begin());
  run.row.seconds = timing_of(run.samples, 1).median;
  return Ended::finished;
}

}  // namespace

double growth(const CompareRun& a, const CompareRun& b, double value_a, double value_b) {
  return std::log(value_b / value_a) / std::log(a.row.h / b.row.h);
}

std::string CompareRun::key() const {
  return method + ", " + precision + ", " + short_number(periods) + " periods, " +
         std::to_string(cells) + " cells";
}

Ended carry_out(const Problem& problem, const Device& device, const ComparedPoints& where,
                const CompareLimits& limits, CompareRun& run) {
  run.row = problem.row(device);
  run.kernel = problem.solver.description + "; block " + problem.block;
  const Clock::time_point begin = Clock::now();
  try {
    Simulation simulation(problem.solver, device);
    return repeat(problem, where, limits, simulation, run, begin);
  } catch (const RunError& error) {  // unstable: no result, and others may have one
    run.skipped = error.what();
    run.unstable = true;
  } catch (const MachineError& error) {  // memory
    run.skipped = error.what();
  }
  run.samples.clear();
  return Ended::skipped;
}

json to_json(const CompareRun& run) {
  json result = {{"method", run.method},       {"solver", run.solver}, {"periods", run.periods},
                 {"precision", run.precision}, {"cells", run.cells},   {"bytes", run.row.bytes}};
  if (!run.done()) {
    result["skipped"] = run.skipped;
    result["predicted"] = run.predicted;
    result["unstable"] = run.unstable;
    return result;
  }
  result.update(to_json(run.row));
  result["samples"] = run.samples;
  result["beside"] = run.beside;
  result["kernel"] = run.kernel;
  return result;
}

CompareRun compare_run_from(const json& value) {
  CompareRun run;
  value.at("method").get_to(run.method);
  value.at("solver").get_to(run.solver);
  value.at("periods").get_to(run.periods);
  value.at("precision").get_to(run.precision);
  value.at("cells").get_to(run.cells);
  value.at("bytes").get_to(run.row.bytes);
  if (value.contains("skipped")) {
    value.at("skipped").get_to(run.skipped);
    value.at("predicted").get_to(run.predicted);
    run.unstable = value.value("unstable", false);
    return run;
  }
  value.at("samples").get_to(run.samples);
  run.beside = value.value("beside", 0.0);
  value.at("kernel").get_to(run.kernel);
  Row& row = run.row;
  row.cells = {run.cells};
  row.precision = run.precision;
  value.at("order").get_to(row.order);
  value.at("h").get_to(row.h);
  value.at("courant").get_to(row.courant);
  value.at("stages").get_to(row.stages);
  value.at("steps").get_to(row.steps);
  value.at("final_time").get_to(row.final_time);
  value.at("error_max").get_to(row.error_max);
  value.at("error_l2").get_to(row.error_l2);
  value.at("seconds").get_to(row.seconds);
  value.at("dof").get_to(row.dof);
  value.at("device").get_to(row.device);
  value.at("pipeline").get_to(row.pipeline);
  return run;
}

}  // namespace hermite
