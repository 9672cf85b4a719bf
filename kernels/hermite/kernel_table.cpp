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
  return !needs_gpu(key.id) || cuda_architecture() >= properties_of(key.id).architecture;
}

}  // namespace

std::string kernel_name(KernelId id) { return properties_of(id).name; }

KernelKey with_id(KernelKey key, KernelId id) {
  key.id = id;
  if (!has(id, Trait::coupled)) key.coupling.clear();
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
