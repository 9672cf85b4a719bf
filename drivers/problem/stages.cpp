// The number q of Taylor stages and the Courant number: what the stability table says of them.
#include <algorithm>
#include <limits>

#include "drivers/problem/problem.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

namespace {

std::string stability_command(const Case& input) {
  return "hermite stability --system " + input.system + " --dim " +
         std::to_string(input.dimension) + " --orders " + std::to_string(input.method.order) +
         " --courant ";
}

int automatic_stages(const Case& input, const StabilityTable& table,
                     std::vector<std::string>& notices) {
  const int full = full_stages(input.dimension, input.method.order);
  const std::optional<int> q =
      table.automatic(input.dimension, input.method.order, input.method.courant);
  if (q) return *q;
  notices.push_back("method.stages \"auto\": the stability table has no answer for order " +
                    std::to_string(input.method.order) + " at Courant number " +
                    short_number(input.method.courant) + "; all " + std::to_string(full) +
                    " stages are taken (" + stability_command(input) + "... would add it)");
  return full;
}

int wanted_stages(const Case& input, const Source& source, const StabilityTable& table,
                  std::vector<std::string>& notices) {
  const int full = full_stages(input.dimension, input.method.order);
  const Stages& stages = input.method.stages;
  if (is_whole_series(input.kernel.pipeline)) {
    if (stages.kind == Stages::Kind::number && stages.number < full)
      throw CaseError(source.place("method.stages"), "method.stages", std::to_string(stages.number),
                      "\"full\" with the pipeline " + input.kernel.pipeline +
                          ", which applies the whole series at once (or take monolithic)");
    return full;
  }
  if (stages.kind == Stages::Kind::full) return full;
  if (stages.kind == Stages::Kind::number) return std::min(stages.number, full);
  return automatic_stages(input, table, notices);
}

}  // namespace

void refuse_courant(double courant, const Source& source, const std::string& allowed) {
  throw CaseError(source.place("method.courant"), "method.courant", format("%.12g", courant),
                  allowed);
}

void warn_of_rounding(const Case& input, std::vector<std::string>& notices) {
  const bool single = input.precision == "single", advection = input.system == "advection";
  const double eps =
      single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  if (is_shift(input.kernel.pipeline) ||
      eps * rounding_gain(input.dimension, input.method.order, input.method.courant) <= 1)
    return;
  notices.push_back("at order " + std::to_string(input.method.order) + " in " + input.precision +
                    " precision the series in time may amplify rounding errors until the run is "
                    "unstable; safer are a smaller method.courant, a lower order" +
                    (single ? ", double precision" : "") +
                    (advection ? ", or the pipelines shift and full-step" : ""));
}

int choose_stages(const Case& input, const Source& source, const StabilityTable& table,
                  std::vector<std::string>& notices) {
  const int order = input.method.order, full = full_stages(input.dimension, order);
  const double courant = input.method.courant;
  // Past 1 no q helps, so this comes before the question how many stages "auto" is.
  if (courant > 1 + courant_slack)
    refuse_courant(courant, source,
                   "at most 1 for order " + std::to_string(order) +
                       " with any stages: the data "
                       "of a cell do not reach farther; take a smaller one");
  const int q = wanted_stages(input, source, table, notices);
  if (expected_rate(order, input.kernel.pipeline) == 0)
    throw CaseError(source.place("method.order"), "method.order", std::to_string(order),
                    "1 or more with the pipeline " + input.kernel.pipeline +
                        ", which then converges, at order 2N");
  if (is_wave(input.kernel.pipeline)) {  // neutrally stable up to 1 (wave_stages.hpp)
    if (courant > 1 - courant_slack)
      notices.push_back("method.courant 1 is the limit of the pipeline " + input.kernel.pipeline +
                        ", where rough data grow in step with time; below it they do not");
    return q;
  }
  const std::optional<double> limit = table.limit(input.dimension, order, q);
  if (!limit)
    throw CaseError(source.place("method.stages"), "method.stages",
                    "found " + std::to_string(q) + ", of whose stability in " +
                        std::to_string(input.dimension) + "-D at order " + std::to_string(order) +
                        " nothing is known; take \"full\", or sample it: " +
                        stability_command(input) + short_number(courant));
  if (courant > *limit + courant_slack)
    refuse_courant(courant, source,
                   (*limit > 0 ? "at most " + short_number(*limit) : std::string("none")) +
                       " for order " + std::to_string(order) + " with " + std::to_string(q) +
                       " stages (method.stages; full is " + std::to_string(full) +
                       "); take a smaller Courant number, more stages or \"full\"");
  return q;
}

}  // namespace hermite
