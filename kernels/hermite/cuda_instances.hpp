#pragma once
// Adds a configuration's kernels for CUDA to the table. For .cu files.

#include "kernels/device/launch_cuda.hpp"
#include "kernels/hermite/all_kernels.hpp"

namespace hermite {

template <int Order, class T, Layout L>
struct CudaAdder {
  KernelTable& table;
  std::string system;

  template <class Kernel>
  void kernel(KernelId id) {
    KernelEntry entry{};
    entry.key = {id, system, Kernel::Conf::dim, Order, PrecisionOf<T>::value, L, Backend::cuda};
    entry.fields = Kernel::Conf::fields;
    entry.launch = [](const StepArguments& a, const LaunchTarget& target) {
      launch_cuda(Kernel(a), static_cast<cudaStream_t>(target.stream));
    };
    entry.needs = [](const StepArguments& a) {
      const Kernel kernel(a);
      const int* tile = kernel.tiling.size;
      return KernelNeeds{kernel.tiling.blocks(),
                         scratch_bytes_cuda(kernel),
                         Kernel::row_threads,
                         Kernel::max_lanes,
                         {tile[0], tile[1], tile[2]}};
    };
    table.add(entry);
  }
};

template <class Coupling, int Order, class T>
void add_cuda_kernels(KernelTable& table, const char* system) {
  add_kernels<Coupling, Order, T, Layout::x1_innermost>(
      CudaAdder<Order, T, Layout::x1_innermost>{table, system});
  add_kernels<Coupling, Order, T, Layout::node_major>(
      CudaAdder<Order, T, Layout::node_major>{table, system});
}

}  // namespace hermite
