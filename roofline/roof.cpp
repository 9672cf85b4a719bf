#include "roofline/roof.hpp"

#include <algorithm>
#include <cmath>

#include "hermite/core/format.hpp"

namespace hermite {

namespace {

std::string percent(double share) { return format("%.3g %%", 100 * share); }

// What is wrong where a roof lies above the measured time.
std::string impossible(const Roof& roof, double seconds) {
  const std::string text =
      "impossible: " + percent(roof.seconds / seconds) + " of the roof \"" + roof.name + "\"";
  if (roof.name == "memory")
    return text +
           "; the working set may lie in a cache, or the ceilings were measured while the "
           "machine was busy";
  if (roof.name == "scratch")
    return text + "; the compiler keeps in registers what the model counts as scratch";
  if (roof.name == "cache") return text + "; blocks share first-level caches";
  return text + "; were the ceilings measured on this device, while it was idle?";
}

std::string slow_clock(double clock, const Ceiling& peak) {
  return format(
      "the multiprocessors ran at %.3g GHz, at %.3g where \"%s\" was measured: boards lower "
      "their clock for power or heat",
      1e-9 * clock, 1e-9 * peak.timing.clock, peak.name.c_str());
}

void flag_counters(const Work& work, Precision precision, const Counters& c, bool in_cache,
                   std::vector<std::string>& flags) {
  // Those of matrix units are among no counter's operations.
  const double flops = work.matrix_units                ? -1
                       : precision == Precision::single ? c.flops_single
                                                        : c.flops_double;
  // Truncated stages and seams are counted exactly; a share of the difference is work on indices.
  if (flops >= 0 && work.flops > 0 && std::abs(flops / work.flops - 1) > most_share - 1)
    flags.push_back("the hardware counts " + percent(flops / work.flops) +
                    " of the modelled operations");
  if (c.memory_bytes >= 0 && !in_cache && c.memory_bytes < work.compulsory_bytes() / most_share)
    flags.push_back("the hardware counts " + percent(c.memory_bytes / work.compulsory_bytes()) +
                    " of the compulsory bytes");
}

}  // namespace

double memory_seconds(const Ceilings& ceilings, double read, double written) {
  const double bytes = read + written, copy = ceilings.best_copy();
  if (bytes <= 0) return 0;
  const double alone = std::max(0.0, read - written);
  const double rate = std::max(copy, ceilings.at("read"));
  const double mixed = (bytes - alone) / copy + alone / rate;
  return ceilings.copy_seconds(bytes) * mixed / (bytes / copy);
}

Judgement judge(const Work& work, Precision precision, const Ceilings& ceilings,
                const Timing& timing, const std::optional<Counters>& counters) {
  const Ceiling& multiply_adds = ceilings.get(work.matrix_units                ? "matrix_double"
                                              : precision == Precision::single ? "fma_single"
                                                                               : "fma_double");
  const double peak = multiply_adds.value;
  const double memory = memory_seconds(ceilings, work.read_bytes, work.written_bytes);
  Judgement j;
  j.roofs = {{"memory", memory},
             {"cache", work.block_bytes / ceilings.at("cache_read")},
             {"scratch", (work.requested_bytes + work.scratch_bytes) / ceilings.at("scratch")},
             {"flops", work.flops / peak},
             {"launch", work.launches * ceilings.at("launch")}};
  const double seconds = timing.median;
  if (!(seconds > 0)) {
    j.flags.push_back("impossible: a time of " + std::to_string(seconds) + " s");
    return j;
  }
  for (const Roof& roof : j.roofs) {
    if (roof.seconds > j.attainable) {
      j.attainable = roof.seconds;
      j.bound = roof.name;
    }
    if (roof.seconds > most_share * seconds) j.flags.push_back(impossible(roof, seconds));
  }
  j.share = j.attainable / seconds;
  j.gap = seconds - j.attainable;
  j.floor = std::max(memory, work.floor_flops / peak);
  j.floor_share = j.floor / seconds;
  if (timing.clock > 0 && timing.clock < least_clock * multiply_adds.timing.clock)
    j.flags.push_back(slow_clock(timing.clock, multiply_adds));
  if (timing.spread > most_spread)
    j.flags.push_back("the samples spread by " + percent(timing.spread));
  if (counters)
    flag_counters(work, precision, *counters, work.compulsory_bytes() < ceilings.cache_bytes,
                  j.flags);
  return j;
}

}  // namespace hermite
