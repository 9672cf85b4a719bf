#pragma once
// The table of compiled Hermite kernels. Each instance file (instance.cpp.in, instance.cu.in) adds
// its own; instance_table.cpp collects them.

#include <string>
#include <vector>

#include "kernels/device/counting_block.hpp"
#include "kernels/device/kernel_facts.hpp"
#include "kernels/device/launch_target.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/hermite/arguments.hpp"

namespace hermite {

enum class KernelId {
  reconstruct_literal,
  reconstruct_march,
  half_step_literal,
  half_step_march,
  full_step_literal,
  full_step_march,
  evolve,
  monolithic_literal,
  monolithic_march,
  monolithic_registers,
  conservative_literal,
  conservative_march,
  velocity_literal,
  velocity_march,
  pressure_literal,
  pressure_march
};
constexpr int kernel_count = 16;
std::string kernel_name(KernelId id);
// Whether a kernel knows a system's coupling.
bool knows_coupling(KernelId id);
// A kernel that runs everywhere and does what this one does: its operations are counted instead.
KernelId portable_form(KernelId id);
// Whether a kernel adds to what is in the array that it writes: those of the family wave.
bool updates_in_place(KernelId id);

enum class Backend { host, cuda };

struct KernelKey {
  KernelId id;
  std::string coupling;  // "" for kernels that serve every system
  int dimension;
  int order;  // any_order: N at run time
  Precision precision;
  Layout layout;
  Backend backend;

  bool operator==(const KernelKey& o) const {
    return id == o.id && coupling == o.coupling && dimension == o.dimension && order == o.order &&
           precision == o.precision && layout == o.layout && backend == o.backend;
  }
};

// What a launch takes of the device.
struct KernelNeeds {
  long blocks;
  long scratch_bytes;  // per block: shared memory on CUDA, a thread's arena on the host
  int row_threads;     // CUDA: threads per block = lanes * row_threads
  int max_lanes;
  int tile[3];  // cells of a block along x1, x2, x3
};

struct KernelEntry {
  KernelKey key;
  void (*launch)(const StepArguments&, const LaunchTarget&);
  KernelNeeds (*needs)(const StepArguments&);
  // Runs block 0 in the counting block: exact operations and values moved. Only kernels with N at
  // run time in double precision have one; it serves all orders.
  Counts (*count)(const StepArguments&);
  // Registers, spills and occupancy with the arguments' block size, on the GPU that is in use; null
  // on the host.
  KernelFacts (*facts)(const StepArguments&);
};

class KernelTable {
 public:
  void add(const KernelEntry& entry) { entries_.push_back(entry); }
  // The kernel compiled for exactly this key, or null.
  const KernelEntry* find(const KernelKey& key) const;
  // The kernel for the order if it was compiled ahead, else on the host the one with N at run time.
  const KernelEntry& choose(KernelKey key) const;
  // Orders compiled ahead for a key (its order is ignored).
  std::vector<int> orders(KernelKey key) const;
  const std::vector<KernelEntry>& entries() const { return entries_; }

 private:
  std::vector<KernelEntry> entries_;
};

const KernelTable& kernel_table();

}  // namespace hermite
