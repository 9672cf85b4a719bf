#include "roofline/counters.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "roofline/process.hpp"

namespace hermite {

namespace fs = std::filesystem;

namespace {

struct Quantity {
  const char* name;
  double Counters::*value;
  std::vector<std::vector<MetricTerm>> forms;  // the first that is there
  bool is_share = false, everywhere = true;    // whether every GPU has it
};

// Operations of threads, FMA = 2.
std::vector<MetricTerm> flops(const char* kind) {
  const std::string begin = std::string("smsp__sass_thread_inst_executed_op_") + kind;
  return {{begin + "add_pred_on.sum", 1},
          {begin + "mul_pred_on.sum", 1},
          {begin + "fma_pred_on.sum", 2}};
}

// Of the peak, in percent.
std::vector<std::vector<MetricTerm>> shares(std::initializer_list<const char*> names) {
  std::vector<std::vector<MetricTerm>> forms;
  for (const char* const name : names)
    forms.push_back({{std::string(name) + ".pct_of_peak_sustained_elapsed", 0.01}});
  return forms;
}

const std::vector<Quantity>& quantities() {
  static const std::vector<Quantity> list = {
      {"bytes of memory",
       &Counters::memory_bytes,
       {{{"dram__bytes.sum", 1}}, {{"dram__bytes_read.sum", 1}, {"dram__bytes_write.sum", 1}}}},
      // What multiprocessors ask of L2, 32 bytes a sector; lts__t_bytes has also what its halves
      // exchange.
      {"bytes of L2",
       &Counters::cache_bytes,
       {{{"lts__t_sectors_srcunit_tex.sum", 32}}, {{"lts__t_bytes.sum", 1}}}},
      {"bytes of global memory requested",
       &Counters::global_bytes,
       {{{"l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum", 1},
         {"l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum", 1}},
        {{"l1tex__t_bytes.sum", 1}}}},
      // A wavefront is what shared memory serves in a cycle, 128 bytes: bank conflicts count.
      {"bytes of shared memory",
       &Counters::scratch_bytes,
       {{{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 128}}}},
      {"operations in single precision", &Counters::flops_single, {flops("f")}},
      {"operations in double precision", &Counters::flops_double, {flops("d")}},
      {"occupancy",
       &Counters::occupancy,
       {{{"sm__warps_active.avg.pct_of_peak_sustained_active", 0.01}}},
       true},
      {"issue of instructions", &Counters::issue_busy,
       shares({"smsp__issue_active.avg", "sm__inst_issued.avg"}), true},
      {"units of single precision", &Counters::single_busy,
       shares({"sm__inst_executed_pipe_fma.avg", "sm__pipe_fma_cycles_active.avg"}), true, false},
      {"units of double precision", &Counters::double_busy,
       shares({"sm__inst_executed_pipe_fp64.avg", "sm__pipe_fp64_cycles_active.avg"}), true, false},
      {"units of FP64 matrices", &Counters::matrix_busy,
       shares({"sm__inst_executed_pipe_tensor_op_dmma.avg",
               "sm__inst_executed_pipe_fp64_op_dmma.avg",
               "sm__pipe_tensor_op_dmma_cycles_active.avg"}),
       true, false},
      {"first-level cache", &Counters::scratch_busy,
       shares({"l1tex__data_pipe_lsu_wavefronts.avg"}), true},
      {"shared cache", &Counters::cache_busy, shares({"lts__t_sectors.avg"}), true},
      {"link between parts of the shared cache", &Counters::link_busy,
       shares({"lts__ltcfabric2ltc_cycles_active.avg"}), true, false},
      {"memory", &Counters::memory_busy, shares({"dram__bytes.sum", "dram__throughput.avg"}), true},
      {"time", &Counters::seconds, {{{"gpu__time_duration.sum", 1}}}},
  };
  return list;
}

std::string base_of(const std::string& metric) { return metric.substr(0, metric.find('.')); }

std::string joined(const std::vector<MetricTerm>& terms, const char* between) {
  std::string text;
  for (const MetricTerm& term : terms) text += (text.empty() ? "" : between) + term.metric;
  return text;
}

// On the PATH, or where toolkits put it.
std::string find_ncu() {
  std::vector<fs::path> folders;
  std::string path = std::getenv("PATH") != nullptr ? std::getenv("PATH") : "";
  for (std::size_t begin = 0, end; begin <= path.size(); begin = end + 1) {
    end = std::min(path.find(':', begin), path.size());
    folders.emplace_back(path.substr(begin, end - begin));
  }
  folders.emplace_back("/usr/local/cuda/bin");
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/opt/nvidia/nsight-compute", ignored))
    folders.push_back(entry.path());
  for (const fs::path& folder : folders)
    if (!folder.empty() && access((folder / "ncu").c_str(), X_OK) == 0)
      return (folder / "ncu").string();
  return {};
}

// The first line that speaks of an error.
std::string error_line(const std::string& output) {
  std::size_t at = output.find("==ERROR==");
  if (at == std::string::npos) at = output.find("rror");
  if (at == std::string::npos) return {};
  const std::size_t begin = output.rfind('\n', at) + 1;  // npos + 1 = 0
  return output.substr(begin, output.find('\n', at) - begin);
}

}  // namespace

std::vector<ResolvedMetric> resolve_metrics(const std::set<std::string>& available) {
  std::vector<ResolvedMetric> resolved;
  for (const Quantity& quantity : quantities()) {
    const auto there = [&](const std::vector<MetricTerm>& form) {
      return std::all_of(form.begin(), form.end(), [&](const MetricTerm& term) {
        return available.count(base_of(term.metric)) > 0;
      });
    };
    const auto found = std::find_if(quantity.forms.begin(), quantity.forms.end(), there);
    if (found == quantity.forms.end() && !quantity.everywhere) continue;
    if (found == quantity.forms.end()) {
      std::string tried;
      for (const auto& form : quantity.forms)
        tried += (tried.empty() ? "" : ", or ") + joined(form, " + ");
      throw MachineError(std::string("this ncu has no metric for \"") + quantity.name +
                         "\" on this GPU: looked for " + tried +
                         "; look with ncu --query-metrics, and add its name to "
                         "roofline/counters.cpp");
    }
    resolved.push_back({quantity.value, *found, quantity.is_share});
  }
  return resolved;
}

std::string metric_list(const std::vector<ResolvedMetric>& resolved) {
  std::string text;
  for (const ResolvedMetric& r : resolved) text += (text.empty() ? "" : ",") + joined(r.terms, ",");
  return text;
}

Counters counters_of(const std::vector<NcuKernel>& kernels,
                     const std::vector<ResolvedMetric>& resolved) {
  Counters counters;
  double longest = -1;
  for (const NcuKernel& kernel : kernels) {
    Counters one;
    for (const ResolvedMetric& r : resolved) {
      one.*r.quantity = 0;
      for (const MetricTerm& term : r.terms) {
        const auto found = kernel.metrics.find(term.metric);
        if (found == kernel.metrics.end())
          throw MachineError("ncu gave no number for " + term.metric + " of " + kernel.name);
        one.*r.quantity += term.weight * found->second;
      }
    }
    for (const ResolvedMetric& r : resolved)
      if (!r.is_share)
        counters.*r.quantity = std::max(0.0, counters.*r.quantity) + one.*r.quantity;
      else if (one.seconds > longest)
        counters.*r.quantity = one.*r.quantity;
    longest = std::max(longest, one.seconds);
  }
  return counters;
}

std::string ncu_failure(int code, const std::string& output) {
  const auto says = [&](const char* word) { return output.find(word) != std::string::npos; };
  if (code == 127) return "ncu cannot be started";
  if (says("ERR_NVGPUCTRPERM"))
    return "ncu has no permission to read the GPU's counters (ERR_NVGPUCTRPERM): run as root, or "
           "load the driver with NVreg_RestrictProfilingToAdminUsers=0";
  if (code == 0 && !says("==ERROR==")) return {};
  const std::string line = error_line(output);
  return line.empty() ? "ncu ended with exit code " + std::to_string(code) : "ncu failed: " + line;
}

Profiler::Profiler(const std::string& program) : program_(program.empty() ? find_ncu() : program) {
  if (program_.empty()) {
    unavailable_ =
        "ncu is neither on the PATH nor in /usr/local/cuda/bin or /opt/nvidia/nsight-compute; it "
        "comes with Nsight Compute";
    return;
  }
  const ProcessOutcome names = run_program({program_, "--query-metrics"});
  unavailable_ = ncu_failure(names.code, names.output);
  if (unavailable_.empty()) metrics_ = resolve_metrics(parse_ncu_metrics(names.output));
}

ProfiledRun Profiler::run(const std::vector<std::string>& command) {
  std::string pattern = (fs::temp_directory_path() / "hermite-ncu-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw MachineError("cannot make a folder in " + fs::temp_directory_path().string());
  const fs::path folder = pattern, log = folder / "log.csv";
  // Clocks as they are in a run; units as they are counted.
  std::vector<std::string> words = {program_,        "--profile-from-start",
                                    "off",           "--clock-control",
                                    "none",          "--csv",
                                    "--page",        "raw",
                                    "--print-units", "base",
                                    "--log-file",    log.string(),
                                    "--metrics",     metric_list(metrics_)};
  words.insert(words.end(), command.begin(), command.end());
  const ProcessOutcome outcome = run_program(words);
  const std::string table = fs::exists(log) ? read_text(log.string()) : "";
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  unavailable_ = ncu_failure(outcome.code, table + outcome.output);
  if (unavailable_.empty() && table.find("\"ID\"") == std::string::npos)
    unavailable_ = "ncu saw no kernel";
  if (!unavailable_.empty()) return {{}, outcome.output};
  return {parse_ncu_table(table), outcome.output};
}

}  // namespace hermite
