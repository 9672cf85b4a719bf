#include "kernels/hermite/kernel_table.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "kernels/device/cuda_library.hpp"
#include "kernels/hermite/runtime_kernels.hpp"
#include "kernels/hermite/shape.hpp"

namespace hermite {

namespace {

// Whether there is a kernel for a key, of any order.
bool serves(const KernelTable& table, KernelKey key) {
  if (!table.orders(key).empty()) return true;
  key.order = any_order;
  return table.find(key) != nullptr;
}

// Whether a kernel of the key's order can be made where it was not compiled ahead: on CUDA, where its
// portable form is compiled for some order.
bool compiles_now(const KernelTable& table, KernelKey key) {
  if (key.backend != Backend::cuda || key.order < 0 || key.order > max_order) return false;
  if (!fits_registers(key)) return false;
  if (table.orders(with_id(key, portable_form(key.id))).empty()) return false;
  const int least = least_architecture_of(key.id);
  return least == 0 || cuda_architecture() >= least;
}

}  // namespace

std::string kernel_name(KernelId id) {
  static const char* const names[kernel_count] = {"reconstruct_literal",   "reconstruct_march",
                                                  "reconstruct_registers", "half_step_literal",
                                                  "half_step_march",       "half_step_registers",
                                                  "full_step_literal",     "full_step_march",
                                                  "full_step_registers",   "evolve",
                                                  "evolve_registers",      "monolithic_literal",
                                                  "monolithic_march",      "monolithic_registers",
                                                  "conservative_literal",  "conservative_march",
                                                  "velocity_literal",      "velocity_march",
                                                  "pressure_literal",      "pressure_march",
                                                  "parity_literal",        "parity_matrix",
                                                  "parity_registers"};
  return names[static_cast<int>(id)];
}

bool knows_coupling(KernelId id) {
  return id == KernelId::evolve || id == KernelId::evolve_registers ||
         id == KernelId::monolithic_literal || id == KernelId::monolithic_march ||
         id == KernelId::monolithic_registers || id == KernelId::parity_matrix ||
         id == KernelId::parity_registers;
}

KernelId portable_form(KernelId id) {
  switch (id) {
    case KernelId::reconstruct_registers:
      return KernelId::reconstruct_march;
    case KernelId::half_step_registers:
      return KernelId::half_step_march;
    case KernelId::full_step_registers:
      return KernelId::full_step_march;
    case KernelId::evolve_registers:
      return KernelId::evolve;
    case KernelId::monolithic_registers:
      return KernelId::monolithic_march;
    case KernelId::parity_matrix:
    case KernelId::parity_registers:
      return KernelId::parity_literal;
    default:
      return id;
  }
}

bool updates_in_place(KernelId id) {
  return id >= KernelId::conservative_literal && id <= KernelId::pressure_march;
}

KernelKey with_id(KernelKey key, KernelId id) {
  key.id = id;
  if (!knows_coupling(id)) key.coupling.clear();
  return key;
}

std::string text_of(const KernelKey& key) {
  return kernel_name(key.id) + (key.coupling.empty() ? "" : " for " + key.coupling) + " in " +
         std::to_string(key.dimension) + "-D, " + name_of(key.precision) + " precision, " +
         (key.backend == Backend::cuda ? "on CUDA" : "on the host") +
         (key.min_blocks > 0 ? ", min_blocks " + std::to_string(key.min_blocks) : "");
}

const KernelEntry* KernelTable::find(const KernelKey& key) const {
  for (const KernelEntry& entry : entries_)
    if (entry.key == key) return &entry;
  return nullptr;
}

bool KernelTable::has(const KernelKey& key) const {
  return find(key) != nullptr || compiles_now(*this, key);
}

const KernelEntry& KernelTable::choose(KernelKey key) const {
  if (const KernelEntry* exact = find(key)) return *exact;
  const int order = key.order;
  key.order = any_order;
  if (const KernelEntry* any = find(key)) return *any;
  key.order = order;
  if (compiles_now(*this, key)) return runtime_kernel(key);
  if (key.layout == Layout::node_major) {
    KernelKey inner = key;
    inner.layout = Layout::x1_innermost;
    if (serves(*this, inner))
      throw Error(Exit::bad_case, "kernel.layout: found \"node-major\", for which " + text_of(key) +
                                      " is not compiled; take x1-innermost");
  }
  std::string compiled;
  for (int n : orders(key)) compiled += (compiled.empty() ? "" : ", ") + std::to_string(n);
  if (compiled.empty())
    throw MachineError("kernel.pipeline: " + text_of(key) + " is not compiled for any order");
  throw MachineError("method.order: found " + std::to_string(order) + ", compiled of " +
                     text_of(key) + " are " + compiled);
}

std::vector<int> KernelTable::orders(KernelKey key) const {
  std::vector<int> orders;
  key.min_blocks = 0;
  for (const KernelEntry& entry : entries_) {
    key.order = entry.key.order;
    if (entry.key == key && key.order != any_order) orders.push_back(key.order);
  }
  std::sort(orders.begin(), orders.end());
  return orders;
}

}  // namespace hermite
