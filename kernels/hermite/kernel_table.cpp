#include "kernels/hermite/kernel_table.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "kernels/hermite/shape.hpp"

namespace hermite {

std::string kernel_name(KernelId id) {
  static const char* const names[kernel_count] = {"reconstruct_literal",
                                                  "reconstruct_march",
                                                  "half_step_literal",
                                                  "half_step_march",
                                                  "full_step_literal",
                                                  "full_step_march",
                                                  "evolve",
                                                  "monolithic_literal",
                                                  "monolithic_march",
                                                  "conservative_literal",
                                                  "conservative_march",
                                                  "velocity_literal",
                                                  "velocity_march",
                                                  "pressure_literal",
                                                  "pressure_march"};
  return names[static_cast<int>(id)];
}

bool knows_coupling(KernelId id) {
  return id == KernelId::evolve || id == KernelId::monolithic_literal ||
         id == KernelId::monolithic_march;
}

bool updates_in_place(KernelId id) {
  return id >= KernelId::conservative_literal && id <= KernelId::pressure_march;
}

const KernelEntry* KernelTable::find(const KernelKey& key) const {
  for (const KernelEntry& entry : entries_)
    if (entry.key == key) return &entry;
  return nullptr;
}

const KernelEntry& KernelTable::choose(KernelKey key) const {
  if (const KernelEntry* exact = find(key)) return *exact;
  const int order = key.order;
  key.order = any_order;
  if (const KernelEntry* any = find(key)) return *any;
  std::string compiled;
  for (int n : orders(key)) compiled += (compiled.empty() ? "" : ", ") + std::to_string(n);
  throw MachineError("no kernel " + kernel_name(key.id) +
                     (key.coupling.empty() ? "" : " for " + key.coupling) + " in " +
                     std::to_string(key.dimension) + "-D, order " + std::to_string(order) + ", " +
                     name_of(key.precision) + " precision, layout " +
                     (key.layout == Layout::node_major ? "node-major" : "x1-innermost") +
                     (key.backend == Backend::cuda ? " on CUDA" : " on the host") +
                     (compiled.empty() ? "; none is compiled for this combination"
                                       : "; compiled orders: " + compiled) +
                     (key.backend == Backend::cuda ? ". --device host runs every order." : "."));
}

std::vector<int> KernelTable::orders(KernelKey key) const {
  std::vector<int> orders;
  for (const KernelEntry& entry : entries_) {
    key.order = entry.key.order;
    if (entry.key == key && key.order != any_order) orders.push_back(key.order);
  }
  std::sort(orders.begin(), orders.end());
  return orders;
}

}  // namespace hermite
