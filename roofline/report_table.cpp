// The tables of a roofline study, for people.
#include <ostream>

#include "hermite/core/format.hpp"
#include "kernels/stage/solver.hpp"
#include "roofline/report.hpp"

namespace hermite {

namespace {

std::string human_seconds(double seconds) {
  if (seconds < 1e-3) return format("%.4g us", 1e6 * seconds);
  return seconds < 1 ? format("%.4g ms", 1e3 * seconds) : format("%.4g s", seconds);
}

std::string gigahertz(const Timing& t) {
  return t.clock > 0 ? format("%.2f", 1e-9 * t.clock) : "-";
}

std::string at_clock(const Timing& t) { return t.clock > 0 ? " at " + gigahertz(t) + " GHz" : ""; }

std::string human_rate(const Ceiling& c) {
  if (c.unit == "s") return human_seconds(c.value);
  return format("%.4g G%s", 1e-9 * c.value, c.unit.c_str());
}

// Registers, bytes of local memory and occupancy of the first kernel of a stage, and the multiprocessors' clock.
std::string on_gpu(const StageRecord& record) {
  const KernelRecord& k = record.kernels.front();
  if (!k.facts) return "";
  return format(" %5d %6ld %5.0f%% %5s", k.facts->registers, k.facts->local_bytes,
                100 * k.facts->occupancy, gigahertz(record.timing).c_str());
}

std::string of_model(double counted, double modelled) {
  if (counted < 0) return "-";
  return modelled > 0 ? format("%.3g (%.0f%%)", counted, 100 * counted / modelled)
                      : format("%.3g", counted);
}

}  // namespace

void print_ceilings(std::ostream& out, const Ceilings& ceilings) {
  out << "ceilings of " << ceilings.device
      << (ceilings.device == "host" ? ", " + std::to_string(ceilings.threads) + " threads" : "")
      << (ceilings.quick ? " (a quick trial: of little worth)" : "") << "\n";
  for (const Ceiling& c : ceilings.list)
    out << format("  %-15s %14s   spread %.1f %%", c.name.c_str(), human_rate(c).c_str(),
                  100 * c.timing.spread)
        << at_clock(c.timing) << "\n";
  for (const Ceiling& c : ceilings.list)
    if (c.timing.spread > most_spread) {
      out << "  ! the samples spread by more than " << 100 * most_spread
          << " %: is the machine busy with something else?\n";
      break;
    }
  out << "  copy by size   ";
  for (std::size_t i = 0; i < ceilings.copies.size(); i += 3) {
    const CopyPoint& p = ceilings.copies[i];
    out << (i == 0 ? " " : ", ") << human_bytes(p.bytes) << " at "
        << format("%.3g GB/s", 1e-9 * p.bytes / p.seconds);
  }
  out << "\n" << std::flush;
}

void print_header(std::ostream& out, bool cuda) {
  out << format("%-50s %10s %8s %8s %9s %8s %-8s %6s %6s %10s", "stage", "time", "B/cell", "flop/B",
                "GFLOP/s", "GB/s", "bound", "share", "floor", "gap")
      << (cuda ? "  regs  local   occ   GHz" : "") << "\n"
      << std::flush;
}

void print_row(std::ostream& out, const ReportRow& row, const Ceilings& ceilings) {
  const Judgement j = judge(row, ceilings);
  const Work& w = row.record.work;
  const double seconds = row.record.timing.median;
  out << format("%-50s %10s %8.4g %8.3g %9.4g %8.4g %-8s %5.0f%% %5.0f%% %10s",
                name_of(row).c_str(), human_seconds(seconds).c_str(),
                w.compulsory_bytes() / static_cast<double>(row.record.cells),
                w.flops / w.compulsory_bytes(), 1e-9 * w.flops / seconds,
                1e-9 * w.compulsory_bytes() / seconds, j.bound.c_str(), 100 * j.share,
                100 * j.floor_share, human_seconds(j.gap).c_str())
      << on_gpu(row.record) << "\n";
  for (const KernelRecord& k : row.record.kernels)
    if (k.timing)
      out << format("    %-46s %10s", k.name.c_str(), human_seconds(k.timing->median).c_str())
          << at_clock(*k.timing) << "\n";
  for (const std::string& flag : j.flags) out << "    ! " << flag << "\n";
  out << std::flush;
}

void print_counters(std::ostream& out, const std::vector<ReportRow>& rows) {
  out << format("%-50s %18s %18s %18s %18s %9s\n", "counted (of the model)", "memory, B",
                "cache, B", "scratch, B", "flop", "occupied");
  for (const ReportRow& row : rows) {
    if (!row.counters) continue;
    const Counters& c = *row.counters;
    const Work& w = row.record.work;
    const double flops =
        row.subject.precision == Precision::single ? c.flops_single : c.flops_double;
    const std::string occupied = c.occupancy < 0 ? "-" : format("%.0f %%", 100 * c.occupancy);
    out << format("%-50s %18s %18s %18s %18s %9s\n", name_of(row).c_str(),
                  of_model(c.memory_bytes, w.compulsory_bytes()).c_str(),
                  of_model(c.cache_bytes, w.block_bytes).c_str(),
                  of_model(c.scratch_bytes, w.scratch_bytes).c_str(),
                  of_model(flops, w.flops).c_str(), occupied.c_str());
  }
  out << format("%-50s %9s %9s %9s %9s %9s %9s %9s %9s\n", "busy", "issue", "single", "double",
                "matrix", "scratch", "cache", "its link", "memory");
  for (const ReportRow& row : rows) {
    if (!row.counters) continue;
    const Counters& c = *row.counters;
    out << format("%-50s", name_of(row).c_str());
    for (const double share : {c.issue_busy, c.single_busy, c.double_busy, c.matrix_busy,
                               c.scratch_busy, c.cache_busy, c.link_busy, c.memory_busy})
      out << (share < 0 ? format(" %9s", "-") : format(" %7.0f %%", 100 * share));
    out << "\n";
  }
  out << std::flush;
}

}  // namespace hermite
