#pragma once
// The table of compiled Hermite kernels. Each instance file (instance.cpp.in, instance.cu.in) adds
// its own; instance_table.cpp collects them.

#include <functional>
#include <string>
#include <vector>

#include "kernels/device/counting_block.hpp"
#include "kernels/device/kernel_base.hpp"
#include "kernels/device/kernel_facts.hpp"
#include "kernels/device/launch_target.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/hermite/arguments.hpp"
#include "kernels/hermite/kernel_properties.hpp"

namespace hermite {

std::string kernel_name(KernelId id);

enum class Backend { host, cuda };

struct KernelKey {
  KernelId id;
  std::string coupling;  // "" for kernels that serve every system
  int dimension;
  int order;  // any_order: N at run time
  Precision precision;
  Layout layout;
  Backend backend;
  // Blocks that a multiprocessor's registers must suffice for, compiled at run time; 0: as the kernel
  // says.
  int min_blocks = 0;

  bool operator==(const KernelKey& o) const {
    return id == o.id && coupling == o.coupling && dimension == o.dimension && order == o.order &&
           precision == o.precision && layout == o.layout && backend == o.backend &&
           min_blocks == o.min_blocks;
  }
};

// The same of another kernel, which may serve every system.
KernelKey with_id(KernelKey key, KernelId id);

// "monolithic_march for acoustics in 2-D, double precision, on CUDA": all but layout and order.
std::string text_of(const KernelKey& key);

struct KernelEntry {
  KernelKey key;
  std::function<void(const StepArguments&, const LaunchTarget&)> launch;
  std::function<KernelNeeds(const StepArguments&)> needs;
  // Runs block 0 in the counting block: exact operations and values moved. Only kernels with N at
  // run time in double precision have one; it serves all orders.
  std::function<Counts(const StepArguments&)> count;
  // Registers, spills and occupancy with the arguments' block size, on the GPU that is in use; empty
  // on the host.
  std::function<KernelFacts(const StepArguments&)> facts;
  bool at_run_time = false;  // compiled by NVRTC (runtime_kernels.hpp)
  std::string notice = {};   // what its compilation leaves to say
};

class KernelTable {
 public:
  void add(const KernelEntry& entry) { entries_.push_back(entry); }
  // The kernel compiled for exactly this key, or null.
  const KernelEntry* find(const KernelKey& key) const;
  // Whether choose() finds one: on CUDA a kernel that fits the key's order and is compiled for any.
  bool has(const KernelKey& key) const;
  // The kernel for the order if it was compiled ahead; else on the host the one with N at run time, on
  // CUDA one that is compiled now.
  const KernelEntry& choose(KernelKey key) const;
  // Orders compiled ahead for a key (its order and min_blocks are ignored).
  std::vector<int> orders(KernelKey key) const;
  const std::vector<KernelEntry>& entries() const { return entries_; }

 private:
  std::vector<KernelEntry> entries_;
};

const KernelTable& kernel_table();

}  // namespace hermite
