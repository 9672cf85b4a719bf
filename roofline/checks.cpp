#include "roofline/checks.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "kernels/ceilings/ceiling_kernels.hpp"
#include "roofline/roof.hpp"

namespace hermite {

namespace {

Check exactly(const std::string& what, double expected, double found) {
  return {what, expected, found, expected == found};
}

// Timed on a machine that does other things too, so a tenth is left to chance.
Check at_least(const std::string& what, double least, double found) {
  return {what, least, found, std::isfinite(found) && found >= 0.9 * least};
}

}  // namespace

std::vector<Check> count_checks() {
  StreamArguments s;
  s.lanes = 5;
  s.sweeps = 3;
  s.passes = 2;
  const auto piece = static_cast<double>(s.piece());
  const Counts copy = count_stream(StreamKind::copy, s), triad = count_stream(StreamKind::triad, s),
               read = count_stream(StreamKind::read, s);
  ComputeArguments c;
  c.lanes = 3;
  c.rounds = 7;
  const Counts fma = count_compute(ComputeKind::multiply_add, c),
               scratch = count_compute(ComputeKind::scratch, c);
  return {
      exactly("a copy of n values moves 2 n", 2 * piece, copy.loads + copy.stores),
      exactly("a copy computes nothing", 0, copy.flops),
      exactly("a triad of n values moves 3 n", 3 * piece, triad.loads + triad.stores),
      exactly("a triad of n values takes 2 n operations", 2 * piece, triad.flops),
      exactly("two passes over n values read 2 n", 2 * piece, read.loads),
      exactly("multiply-adds count 2 each", c.lanes * MultiplyAdd<double>(c).flops_per_lane(),
              fma.flops),
      exactly("a copy in scratch reads and writes each value once a round",
              c.lanes * ScratchCopy<double>(c).accesses_per_lane(),
              scratch.scratch_loads + scratch.scratch_stores),
  };
}

std::vector<Check> ceiling_checks(const Ceilings& ceilings) {
  std::vector<Check> checks;
  for (const Ceiling& c : ceilings.list)
    checks.push_back(
        {c.name + " is a positive number", 0, c.value, std::isfinite(c.value) && c.value > 0});
  checks.push_back(
      at_least("reading is no slower than copying", ceilings.at("copy"), ceilings.at("read")));
  checks.push_back(
      at_least("a cache is no slower than memory", ceilings.at("read"), ceilings.at("cache_read")));
  checks.push_back(at_least("a block's working memory is no slower than memory",
                            ceilings.best_copy(), ceilings.at("scratch")));
  checks.push_back(at_least("single precision is no slower than double", ceilings.at("fma_double"),
                            ceilings.at("fma_single")));
  if (ceilings.has("matrix_double"))
    checks.push_back(at_least("matrix units are no slower than half the vector units",
                              ceilings.at("fma_double") / 2, ceilings.at("matrix_double")));
  double highest = 0;
  for (const Ceiling& c : ceilings.list) highest = std::max(highest, c.timing.clock);
  for (const char* peak : {"fma_single", "fma_double"})
    if (const double clock = ceilings.get(peak).timing.clock; clock > 0)
      checks.push_back({std::string(peak) + " was measured at no lower clock than the others",
                        least_clock * highest, clock, clock >= least_clock * highest});
  return checks;
}

nlohmann::json to_json(const Check& check) {
  return {{"what", check.what},
          {"expected", check.expected},
          {"found", check.found},
          {"passed", check.passed}};
}

}  // namespace hermite
