// The output of Nsight Compute, from stored samples, and its faults; a stand-in for ncu prints them.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "roofline/counters.hpp"
#include "tests/approx.hpp"
#include "tests/folder.hpp"

using namespace hermite;

namespace {

const std::string samples = std::string(HERMITE_SOURCE_DIR) + "/tests/roofline/";
std::string table() { return read_text(samples + "ncu-table.csv"); }
std::set<std::string> names() { return parse_ncu_metrics(read_text(samples + "ncu-metrics.txt")); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

// A program that answers as ncu does: `script` is the body of a shell script.
class StandIn {
 public:
  explicit StandIn(const std::string& script) {
    chmod(folder_.file("ncu", "#!/bin/sh\n" + script).c_str(), 0755);
  }
  std::string program() const { return folder_ / "ncu"; }

 private:
  Folder folder_;
};

const std::string answers_names =
    "[ \"$1\" = --query-metrics ] && exec cat '" + samples + "ncu-metrics.txt'\n";

}  // namespace

TEST_CASE("the table of ncu: kernels in order, numbers in SI units") {
  const std::vector<NcuKernel> kernels = parse_ncu_table(table());
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].name.find("MonolithicMarch<hermite::Config<3, 1, float, float") !=
        std::string::npos);
  CHECK(kernels[0].metrics.at("dram__bytes.sum") == 1234567890);
  CHECK(kernels[0].metrics.at("gpu__time_duration.sum") == relative(456.789e-6, 1e-14));
  CHECK(kernels[1].metrics.at("sm__warps_active.avg.pct_of_peak_sustained_active") == 24.5);
  CHECK(kernels[0].metrics.size() == 20);
}

TEST_CASE("counters of a kernel, of a stage of two, and what a metric weighs") {
  const std::vector<ResolvedMetric> metrics = resolve_metrics(names());
  const std::vector<NcuKernel> kernels = parse_ncu_table(table());
  const Counters first = counters_of({kernels[0]}, metrics), both = counters_of(kernels, metrics);
  CHECK(first.memory_bytes == 1234567890);
  CHECK(first.cache_bytes == 32 * 39062500.0);
  CHECK(first.global_bytes == 2.5e9);
  CHECK(first.scratch_bytes == 128e6);
  CHECK(first.flops_single == 8003000);  // 1000 + 2000 + 2 * 4 000 000
  CHECK(first.flops_double == 0);
  CHECK(first.occupancy == nearly(0.4825));
  CHECK(first.issue_busy == nearly(0.715));
  CHECK(first.link_busy == nearly(0.64));
  CHECK(first.matrix_busy < 0);  // not known by this ncu
  CHECK(both.memory_bytes == 3 * 1234567890.0);
  CHECK(both.flops_double == 16000030);
  CHECK(both.seconds == relative(1370.367e-6, 1e-14));
  // Of the longer one.
  CHECK(both.occupancy == nearly(0.245));
  CHECK(both.double_busy == nearly(0.555));
  CHECK(both.memory_busy == nearly(0.78));
}

TEST_CASE("metrics by the names that this ncu has; one that is missing is named") {
  std::set<std::string> fewer = names();
  fewer.erase("dram__bytes");
  CHECK(metric_list(resolve_metrics(fewer)).find("dram__bytes_read.sum,dram__bytes_write.sum") !=
        std::string::npos);
  fewer.erase("lts__ltcfabric2ltc_cycles_active");  // of GPUs whose cache has one part
  CHECK(metric_list(resolve_metrics(fewer)).find("ltcfabric") == std::string::npos);
  fewer.erase("dram__bytes_read");
  CHECK_THROWS_WITH_AS(resolve_metrics(fewer), doctest::Contains("\"bytes of memory\""),
                       MachineError);
  CHECK_THROWS_WITH_AS(resolve_metrics(fewer), doctest::Contains("dram__bytes_read.sum"),
                       MachineError);
  NcuKernel kernel = parse_ncu_table(table()).front();
  kernel.metrics.erase("lts__t_sectors_srcunit_tex.sum");
  CHECK_THROWS_WITH_AS(counters_of({kernel}, resolve_metrics(names())),
                       doctest::Contains("lts__t_sectors_srcunit_tex.sum"), MachineError);
}

TEST_CASE("words among the numbers of a table: only where one was asked for is it a fault") {
  const std::string unasked = replaced(table(), "\"456,789\"", "\"n/a\"");
  const NcuKernel kernel = parse_ncu_table(unasked).front();
  CHECK(kernel.metrics.count("gpu__time_duration.sum") == 0);
  CHECK(kernel.metrics.size() == 19);
  CHECK_THROWS_WITH_AS(counters_of({kernel}, resolve_metrics(names())),
                       doctest::Contains("no number for gpu__time_duration.sum"), MachineError);
}

TEST_CASE("a table that is none is refused with its line") {
  CHECK_THROWS_WITH_AS(parse_ncu_table("==PROF== nothing\n"), doctest::Contains("column names"),
                       MachineError);
  CHECK_THROWS_WITH_AS(parse_ncu_table(replaced(table(), "Kernel Name", "Kernel")),
                       doctest::Contains("line 5"), MachineError);
  CHECK_THROWS_WITH_AS(parse_ncu_table(replaced(table(), "\"456,789\",", "")),
                       doctest::Contains("line 7: found 30 columns"), MachineError);
}

TEST_CASE("a profiler runs the command under ncu and reads what it leaves") {
  const StandIn ncu(answers_names + "while [ \"$1\" != --log-file ]; do shift; done\ncat '" +
                    samples + "ncu-table.csv' > \"$2\"\n" +
                    "while [ \"$1\" != --metrics ]; do shift; done\nshift 2\nexec \"$@\"\n");
  Profiler profiler(ncu.program());
  REQUIRE(profiler.unavailable().empty());
  const ProfiledRun run = profiler.run({"echo", "profiled:", "a"});
  CHECK(profiler.unavailable().empty());
  CHECK(run.kernels.size() == 2);
  CHECK(run.output == "profiled: a\n");
}

TEST_CASE("without ncu, without permission, without a kernel: the reason in words") {
  CHECK(Profiler("/nowhere/ncu").unavailable() == "ncu cannot be started");
  const StandIn forbidden(answers_names +
                          "echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to "
                          "access NVIDIA GPU Performance Counters'\nexit 1\n");
  Profiler profiler(forbidden.program());
  REQUIRE(profiler.unavailable().empty());
  CHECK(profiler.run({"true"}).kernels.empty());
  CHECK(profiler.unavailable().find("NVreg_RestrictProfilingToAdminUsers=0") != std::string::npos);
  const StandIn broken(
      "echo '==ERROR== Failed to initialize the profiler: LibraryNotLoaded'\nexit 9\n");
  CHECK(Profiler(broken.program()).unavailable() ==
        "ncu failed: ==ERROR== Failed to initialize the profiler: LibraryNotLoaded");
  const StandIn blind(answers_names + "echo '==WARNING== No kernels were profiled.'\n");
  Profiler sees_nothing(blind.program());
  CHECK(sees_nothing.run({"true"}).kernels.empty());
  CHECK(sees_nothing.unavailable() == "ncu saw no kernel");
  const StandIn poor("echo dram__bytes Counter byte\n");
  CHECK_THROWS_AS(Profiler(poor.program()), MachineError);
}
