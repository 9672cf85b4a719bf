#pragma once
// Adds a configuration's kernels for CUDA to the table. For .cu files.

#include "kernels/device/launch_cuda.hpp"
#include "kernels/hermite/all_kernels.hpp"
#include "kernels/hermite/launch_arguments.hpp"
#include "kernels/hermite/shift_registers.hpp"

namespace hermite {

template <int Order, class T, Layout L>
struct CudaAdder {
  KernelTable& table;
  std::string coupling;

  template <class Kernel>
  void kernel(KernelId id) {
    KernelEntry entry{};
    entry.key = {id, coupling, Kernel::Conf::dim, Order, PrecisionOf<T>::value, L, Backend::cuda};
    entry.launch = [](const StepArguments& a, const LaunchTarget& target) {
      launch_cuda(Kernel(with_map(a, Kernel::boxes, sizeof(T))),
                  static_cast<cudaStream_t>(target.stream));
    };
    entry.needs = [](const StepArguments& a) { return cuda_needs(Kernel(a)); };
    entry.facts = [](const StepArguments& a) { return cuda_facts_of(Kernel(a)); };
    table.add(entry);
  }
};

template <int Dim, int Order, class T>
void add_cuda_tensor(KernelTable& table, const char* coupling) {
  constexpr Layout inner = Layout::x1_innermost, major = Layout::node_major;
  CudaAdder<Order, T, inner> add{table, coupling};
  add_tensor_kernels<Dim, Order, T, inner>(add);
  if constexpr (fits_registers(Dim, 1, Order, sizeof(T)) && has_copy_engine)
    add.template kernel<ReconstructRegisters<Config<Dim, Order, T, T, inner>>>(
        KernelId::reconstruct_registers);
  if constexpr (fits_shift_registers(Dim, Order) && has_copy_engine) {
    using C = Config<Dim, Order, T, T, inner>;
    add.template kernel<ShiftRegisters<C, Operator::half_step>>(KernelId::half_step_registers);
    add.template kernel<ShiftRegisters<C, Operator::full_step>>(KernelId::full_step_registers);
    add.template kernel<ShiftRegisters<C, Operator::two_steps>>(KernelId::two_steps_registers);
  }
  add_tensor_kernels<Dim, Order, T, major>(CudaAdder<Order, T, major>{table, coupling});
}
template <int Dim, int Order, class T>
void add_cuda_wave(KernelTable& table, const char* coupling) {
  constexpr Layout inner = Layout::x1_innermost;
  add_wave_kernels<Dim, Order, T, inner>(CudaAdder<Order, T, inner>{table, coupling});
}
template <class Coupling, int Order, class T>
void add_cuda_evolve(KernelTable& table, const char* coupling) {
  constexpr Layout inner = Layout::x1_innermost, major = Layout::node_major;
  CudaAdder<Order, T, inner> add{table, coupling};
  add_evolve_kernels<Coupling, Order, T, inner>(add);
  if constexpr (fits_registers<Coupling, Order, T>() && has_copy_engine) {
    using C = Config<Coupling::dimension, Order, T, T, inner>;
    add.template kernel<EvolveRegisters<C, Coupling>>(KernelId::evolve_registers);
    add.template kernel<MonolithicRegisters<C, Coupling>>(KernelId::monolithic_registers);
  }
  if constexpr (Coupling::dimension == 3 && mirror_of<Coupling>().exists && has_copy_engine) {
    using C = Config<Coupling::dimension, Order, T, T, inner>;
    add.template kernel<ParityMatrix<C, Coupling>>(KernelId::parity_matrix);
  }
  if constexpr (mirror_of<Coupling>().exists && has_copy_engine &&
                fits_parity_registers(Coupling::dimension, Coupling::fields, Order, sizeof(T))) {
    using C = Config<Coupling::dimension, Order, T, T, inner>;
    add.template kernel<ParityRegisters<C, Coupling>>(KernelId::parity_registers);
  }
  // As on the host: the paper's layout for the paper's system.
  if constexpr (Coupling::fields == 1)
    add_evolve_kernels<Coupling, Order, T, major>(CudaAdder<Order, T, major>{table, coupling});
}

}  // namespace hermite
