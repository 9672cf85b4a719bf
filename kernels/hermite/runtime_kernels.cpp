#include "kernels/hermite/runtime_kernels.hpp"

#include <map>
#include <memory>
#include <optional>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/device/cuda_library.hpp"
#include "kernels/device/runtime_compile.hpp"
#include "kernels/hermite/couplings.hpp"
#include "kernels/hermite/launch_arguments.hpp"
#include "kernels/hermite/parity_split.hpp"
#include "kernels/hermite/prepared.hpp"
#include "kernels/hermite/sweep_split.hpp"

namespace hermite {

namespace {

const CompiledCoupling& coupling_of(const KernelKey& key) {
  for (const CompiledCoupling& coupling : compiled_couplings())
    if (coupling.name == key.coupling && coupling.dimension == key.dimension) return coupling;
  throw Error(Exit::internal, "couplings.cpp has no coupling of " + text_of(key));
}

// A piece of the GPU's memory for the time that it is in scope.
struct Memory {
  void* data;
  explicit Memory(std::size_t bytes) : data(cuda_allocate(bytes)) {}
  ~Memory() { cuda_release(data); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
};

// A loaded kernel. The host has no type to make its object from, so the setup kernel makes one for each
// set of arguments that comes along, and the host keeps the bytes: a run has a few sets, which
// alternate from launch to launch.
class RuntimeKernel {
 public:
  RuntimeKernel(const std::string& cubin, Precision precision) : precision_(precision) {
    void* const library = cuda_load(cubin);
    run_ = cuda_kernel(library, "hermite_run");
    prepare_ = cuda_kernel(library, "hermite_prepare");
  }

  KernelNeeds needs(const StepArguments& a) { return prepare(a).needs; }
  KernelFacts facts(const StepArguments& a) {
    const KernelNeeds needs = prepare(a).needs;
    return cuda_kernel_facts(run_, needs.lane_threads * needs.row_threads, needs.scratch_bytes);
  }
  void launch(const StepArguments& a, void* stream) {
    if (!boxes_) boxes_ = needs(a).boxes;
    Made& made = prepare(with_map(a, *boxes_, bytes_of(precision_)));
    void* arguments[] = {made.object.data()};
    cuda_launch(run_, grid_of(made.needs), arguments, stream);
  }

 private:
  struct Made {
    KernelNeeds needs;
    std::vector<char> object;
  };

  static CudaGrid grid_of(const KernelNeeds& needs) {
    return {needs.blocks, needs.lane_threads, needs.row_threads, needs.scratch_bytes};
  }

  // The bytes of all values, what changes most often first. Of operators the contents: another solver's
  // may lie at the same address.
  static std::string contents_of(const StepArguments& a) {
    std::string bytes;
    const auto add = [&bytes](const auto& value) {
      bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    add(a.in), add(a.out), add(a.box), add(a.in_layout), add(a.out_layout);
    add(a.in_map.words), add(a.in_map.x1), add(a.in_map.x2), add(a.in_map.x3), add(a.in_map.field);
    add(a.row_end), add(a.images), add(a.first), add(a.order), add(a.fields), add(a.stages),
        add(a.truncate);
    add(a.lanes), add(a.rows), add(a.planes), add(a.rate), add(a.operator_values);
    // One by one: between and behind them lie bytes that are nobody's.
    add(a.parity.values), add(a.parity.results), add(a.parity.classes), add(a.parity.tiles);
    add(a.parity.flips);
    for (const double* values : a.operators)
      if (values != nullptr) bytes.append(reinterpret_cast<const char*>(values), operator_bytes(a));
    return bytes;
  }
  static std::size_t operator_bytes(const StepArguments& a) {
    return static_cast<std::size_t>(a.operator_values) * sizeof(double);
  }

  Made& prepare(const StepArguments& a) {
    const std::string key = contents_of(a);
    const auto found = made_.find(key);
    if (found != made_.end()) return found->second;
    Made made = make(a);
    const std::size_t bytes = key.size() + made.object.size();
    if (held_ + bytes > most_held) {
      made_.clear();
      held_ = 0;
    }
    held_ += bytes;
    return made_[key] = std::move(made);
  }
  Made make(StepArguments a) const {
    const Memory memory(sizeof(Prepared) + 3 * operator_bytes(a));
    char* next = static_cast<char*>(memory.data) + sizeof(Prepared);
    for (const double*& values : a.operators) {
      if (values != nullptr) cuda_upload(next, values, operator_bytes(a));
      values = reinterpret_cast<const double*>(next);
      next += operator_bytes(a);
    }
    void* to = memory.data;
    void* arguments[] = {&a, &to};
    cuda_launch(prepare_, {1, 1, 1, 0}, arguments, nullptr);
    const auto prepared = std::make_unique<Prepared>();
    cuda_download(prepared.get(), memory.data, sizeof(Prepared));
    return {prepared->needs, {prepared->object, prepared->object + prepared->bytes}};
  }

  static constexpr std::size_t most_held = std::size_t{256} << 20;
  Precision precision_;
  std::optional<BoxShape> boxes_;  // a constant of the kernel's, once it is known
  const void* run_;
  const void* prepare_;
  std::map<std::string, Made> made_;
  std::size_t held_ = 0;
};

RuntimeCode code_of(const RuntimeSource& source, const KernelKey& key, const std::string& what) {
  try {
    return runtime_compile(nvrtc(), source, cache_folder(), what);
  } catch (const MachineError& error) {
    if (key.min_blocks > 0)
      throw MachineError("kernel.min_blocks: " + what + " cannot be compiled: " + error.what() +
                         "; install NVRTC of this build's CUDA, or leave it out");
    throw MachineError("method.order: " + what +
                       " is not compiled ahead and cannot be compiled now: " + error.what() +
                       "; install NVRTC of this build's CUDA, build with this order in "
                       "HERMITE_ORDERS, or take --device host");
  }
}

KernelEntry entry_of(const KernelKey& key, const RuntimeCode& code) {
  const auto kernel = std::make_shared<RuntimeKernel>(code.cubin, key.precision);
  KernelEntry entry{};
  entry.key = key;
  entry.launch = [kernel](const StepArguments& a, const LaunchTarget& target) {
    kernel->launch(a, target.stream);
  };
  entry.needs = [kernel](const StepArguments& a) { return kernel->needs(a); };
  entry.facts = [kernel](const StepArguments& a) { return kernel->facts(a); };
  entry.at_run_time = true;
  return entry;
}

}  // namespace

RuntimeSource runtime_source(const KernelKey& key, int architecture) {
  const std::string scalar = key.precision == Precision::single ? "float" : "double";
  const std::string layout =
      key.layout == Layout::x1_innermost ? "Layout::x1_innermost" : "Layout::node_major";
  std::string coupling = "void", text = "#define HERMITE_FREESTANDING\n";
  if (has(key.id, Trait::coupled)) {
    coupling = coupling_of(key).type;
    text += "#include \"" + coupling_of(key).header + "\"\n";
  }
  text +=
      "#include \"kernels/hermite/kernel_of.hpp\"\nnamespace hermite {\nusing RuntimeKernel = "
      "KernelOf<KernelId::" +
      kernel_name(key.id) + ", Config<" + std::to_string(key.dimension) + ", " +
      std::to_string(key.order) + ", " + scalar + ", " + scalar + ", " + layout + ">, " + coupling +
      ">;\nconstexpr int runtime_min_blocks = " +
      (key.min_blocks > 0 ? std::to_string(key.min_blocks) : "RuntimeKernel::min_blocks") +
      ";\n}\n#include \"kernels/hermite/runtime_entry.hpp\"\n";
  std::vector<std::string> options = {"--std=c++17", "--device-as-default-execution-space",
                                      "--gpu-architecture=sm_" + std::to_string(architecture)};
  if (HERMITE_STRICT_FP) options.emplace_back("--fmad=false");
  return {text, kernel_headers(), options};
}

bool fits_registers(const KernelKey& key) {
  if (has(key.id, Trait::ahead_only)) return false;
  if (key.id == KernelId::parity_matrix || key.id == KernelId::parity_registers)
    return key.layout == Layout::x1_innermost && key.dimension == 3 && coupling_of(key).mirror &&
           (key.id == KernelId::parity_matrix ||
            fits_parity_registers(key.dimension, coupling_of(key).fields, key.order,
                                  bytes_of(key.precision)));
  if (!needs_gpu(key.id)) return true;
  const int fields = key.id == KernelId::reconstruct_registers ? 1 : coupling_of(key).fields;
  return key.layout == Layout::x1_innermost &&
         fits_registers(key.dimension, fields, key.order, bytes_of(key.precision));
}

const KernelEntry& runtime_kernel(const KernelKey& key) {
  static std::map<std::string, KernelEntry> kernels;  // by what they are compiled from
  const int architecture = cuda_architecture();
  const RuntimeSource source = runtime_source(key, architecture);
  const std::string name = source.text + std::to_string(architecture);
  const auto found = kernels.find(name);
  if (found != kernels.end()) return found->second;
  const std::string what = text_of(key) + ", N = " + std::to_string(key.order);
  const RuntimeCode code = code_of(source, key, what);
  KernelEntry entry = entry_of(key, code);
  if (code.seconds > 0)
    entry.notice = what + " was not compiled ahead: NVRTC took " +
                   format("%.1f s; ", code.seconds) +
                   (code.notice.empty() ? "later runs find it in " + cache_folder() : code.notice);
  return kernels.emplace(name, std::move(entry)).first->second;
}

}  // namespace hermite
