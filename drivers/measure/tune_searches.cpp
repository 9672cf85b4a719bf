#include "drivers/measure/tune_searches.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "drivers/problem/solvers.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/manifest.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

using nlohmann::json;

namespace {

// What --variants may name: what this device and the case's dimension have.
std::vector<std::string> variants_here(const TuneAxis& variant, TuneSetting setting,
                                       const Case::Kernel& kernel) {
  setting.variants.clear();
  std::vector<std::string> names;
  for (const Case::Kernel& point : along(variant, setting, kernel))
    names.insert(names.begin(), point.variant);  // the first to try is the last one named
  return names;
}

}  // namespace

Searches find_searches(const TuneCommand& options, const Device& device) {
  Searches work;
  const std::vector<Override> changed = options.input.overrides();
  if (!options.orders.empty()) refuse_twice(changed, "method.order", "--orders");
  if (!options.precisions.empty()) refuse_twice(changed, "precision", "--precisions");
  if (!options.pipelines.empty()) refuse_twice(changed, "kernel.pipeline", "--pipelines");
  const Problem first = state_problem(options.input.file, changed, device);
  const bool fdtd = is_fdtd(first.input);
  if (fdtd && !options.orders.empty())
    throw CaseError("--orders", "method.order", std::to_string(options.orders.front()),
                    "none with the solver fdtd");
  std::vector<std::string> all =
      fdtd ? std::vector<std::string>{difference_pipeline(first.input.system)}
           : pipelines_of(first.input.system);
  // First what runs take by themselves: time may not suffice for the rest.
  std::stable_partition(all.begin(), all.end(), [&](const std::string& pipeline) {
    return pipeline == first.kernel.pipeline;
  });
  // A pipeline that --set names is asked for too.
  std::vector<std::string> pipelines = options.pipelines;
  if (pipelines.empty() && !is_pipeline_open(first.input) &&
      std::any_of(changed.begin(), changed.end(),
                  [](const Override& change) { return change.path == "kernel.pipeline"; }))
    pipelines = {first.input.kernel.pipeline};
  const bool chosen = !pipelines.empty();
  const auto or_own = [](const auto& asked, const auto& own) {
    return asked.empty() ? decltype(asked){own} : asked;
  };
  const auto refuse_foreign = [&](const std::string& pipeline) {
    if (std::find(all.begin(), all.end(), pipeline) == all.end())
      throw CaseError(
          "--pipelines", "kernel.pipeline", "\"" + pipeline + "\"",
          join(all) + " for " + first.input.system + (fdtd ? " with the solver fdtd" : ""));
  };
  const auto refuse_foreign_variants = [&](const Problem& problem) {
    const TuneAxis& variant = tune_axes().front();
    if (!options.variants.empty() && problem.kernel.variant == "auto" &&
        along(variant, options.setting(problem, device), problem.kernel).empty())
      throw CaseError(
          "--variants", "kernel.variant", "\"" + join(options.variants) + "\"",
          join(variants_here(variant, options.setting(problem, device), problem.kernel)) + " for " +
              problem.kernel.pipeline + " in " + std::to_string(problem.grid.dimension) + "-D on " +
              device.description());
  };
  for (const std::string& pipeline : chosen ? pipelines : all)
    for (const std::string& precision : or_own(options.precisions, first.input.precision))
      for (const int order : or_own(options.orders, first.input.method.order)) {
        std::vector<Override> changes = changed;
        changes.push_back({"precision", precision, "--precisions"});
        // No other pipeline has such sweeps, or blocks of them to tune.
        if (first.input.kernel.steps_per_sweep != 1 && pipeline != "full-step")
          changes.push_back({"kernel.steps_per_sweep", "1", "hermite tune"});
        if (!fdtd) {  // which has one pipeline and no orders
          changes.push_back({"kernel.pipeline", pipeline, "--pipelines"});
          changes.push_back({"method.order", std::to_string(order), "--orders"});
        }
        try {
          Problem problem = state_problem(options.input.file, changes, device);
          refuse_foreign(pipeline);
          refuse_foreign_variants(problem);
          work.problems.push_back(std::move(problem));
        } catch (const Error& error) {
          // A pipeline that nobody named may not fit the case's stages.
          if (chosen || error.code() != Exit::bad_case || pipeline == "monolithic") throw;
          work.left_out.push_back(error.what());
        }
      }
  if (work.problems.empty()) throw Error(Exit::bad_case, work.left_out.front());
  if (fdtd && first.input.kernel.steps_per_sweep == 2)
    work.left_out.push_back(
        "kernel.steps_per_sweep: blocks of single steps are tuned; a sweep of two has its own, "
        "which the code chooses");
  return work;
}

TuneSubject subject_of(const Problem& problem) {
  TuneSubject subject{problem.system.get(), problem.grid, hermite_method_of(problem)};
  if (problem.kernel.pipeline == yee_pipeline()) subject.fdtd = fdtd_method_of(problem);
  if (problem.kernel.pipeline == staggered_pipeline()) subject.elastic = elastic_method_of(problem);
  return subject;
}

std::string conditions_of(const Problem& problem) {
  json c = json::parse(problem.input.resolved);
  for (const char* const key :
       {"precision", "receivers", "snapshots", "norms", "checkpoint", "initial", "exact"})
    c.erase(key);
  c["method"].erase("order");
  c["kernel"].erase("pipeline");
  return hash_json(c.dump());
}

}  // namespace hermite
