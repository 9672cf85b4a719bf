#pragma once
// Adds a configuration's kernels for the host to the table.

#include "kernels/device/device.hpp"
#include "kernels/device/launch_host.hpp"
#include "kernels/hermite/all_kernels.hpp"

namespace hermite {

template <int Order, class T, Layout L>
struct HostAdder {
  KernelTable& table;
  std::string coupling;

  template <class Kernel>
  void kernel(KernelId id) {
    KernelEntry entry{};
    entry.key = {id, coupling, Kernel::Conf::dim, Order, PrecisionOf<T>::value, L, Backend::host};
    entry.launch = [](const StepArguments& a, const LaunchTarget& target) {
      const auto written = static_cast<std::size_t>(a.out_layout.size) * sizeof(T);
      launch_host(Kernel(a), target.threads,
                  Kernel::streams && written > last_level_cache(target.threads));
    };
    entry.needs = [](const StepArguments& a) {
      const Kernel kernel(a);
      const int* tile = kernel.tiling.size;
      return KernelNeeds{kernel.blocks(), scratch_bytes_host(kernel), 1, 1,
                         1 << 20,         {tile[0], tile[1], tile[2]}};
    };
    if constexpr (Order == any_order && SameType<T, double>::value)
      entry.count = [](const StepArguments& a) { return count_block(Kernel(a)); };
    table.add(entry);
  }
};

// The paper's layout serves the paper's system only: others would double what is compiled. Packs have
// to gather from it whatever N is, so one kernel for all orders does.
template <int Dim, int Order, class T>
void add_host_tensor(KernelTable& table, const char* coupling) {
  constexpr Layout inner = Layout::x1_innermost, major = Layout::node_major;
  add_tensor_kernels<Dim, Order, T, inner>(HostAdder<Order, T, inner>{table, coupling});
  if constexpr (Order == any_order)
    add_tensor_kernels<Dim, Order, T, major>(HostAdder<Order, T, major>{table, coupling});
}
template <int Dim, int Order, class T>
void add_host_wave(KernelTable& table, const char* coupling) {
  constexpr Layout inner = Layout::x1_innermost;
  add_wave_kernels<Dim, Order, T, inner>(HostAdder<Order, T, inner>{table, coupling});
}
template <class Coupling, int Order, class T>
void add_host_evolve(KernelTable& table, const char* coupling) {
  constexpr Layout inner = Layout::x1_innermost, major = Layout::node_major;
  add_evolve_kernels<Coupling, Order, T, inner>(HostAdder<Order, T, inner>{table, coupling});
  if constexpr (Order == any_order && Coupling::fields == 1)
    add_evolve_kernels<Coupling, Order, T, major>(HostAdder<Order, T, major>{table, coupling});
}

}  // namespace hermite
