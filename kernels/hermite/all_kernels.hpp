#pragma once
// Every kernel of a family, added to the table by an `Adder` (host_instances.hpp,
// cuda_instances.hpp): the one list of what is compiled.

#include "kernels/hermite/evolve_kernels.hpp"
#include "kernels/hermite/kernel_table.hpp"
#include "kernels/hermite/tensor_kernels.hpp"
#include "kernels/hermite/wave_kernels.hpp"

namespace hermite {

// Kernels that serve every system.
template <int Dim, int Order, class T, Layout L, class Adder>
void add_tensor_kernels(Adder add) {
  using C = Config<Dim, Order, T, T, L>;
  add.template kernel<TensorLiteral<C, Operator::interpolate>>(KernelId::reconstruct_literal);
  add.template kernel<TensorLiteral<C, Operator::half_step>>(KernelId::half_step_literal);
  add.template kernel<TensorLiteral<C, Operator::full_step>>(KernelId::full_step_literal);
  if constexpr (Dim > 1) {
    add.template kernel<TensorMarch<C, Operator::interpolate>>(KernelId::reconstruct_march);
    add.template kernel<TensorMarch<C, Operator::half_step>>(KernelId::half_step_march);
    add.template kernel<TensorMarch<C, Operator::full_step>>(KernelId::full_step_march);
  }
}

// Kernels of acoustics in second-order form.
template <int Dim, int Order, class T, Layout L, class Adder>
void add_wave_kernels(Adder add) {
  using C = Config<Dim, Order, T, T, L>;
  add.template kernel<WaveLiteral<C, WaveForm::conservative>>(KernelId::conservative_literal);
  add.template kernel<WaveLiteral<C, WaveForm::velocity>>(KernelId::velocity_literal);
  add.template kernel<WaveLiteral<C, WaveForm::pressure>>(KernelId::pressure_literal);
  if constexpr (Dim > 1) {
    add.template kernel<WaveMarch<C, WaveForm::conservative>>(KernelId::conservative_march);
    add.template kernel<WaveMarch<C, WaveForm::velocity>>(KernelId::velocity_march);
    add.template kernel<WaveMarch<C, WaveForm::pressure>>(KernelId::pressure_march);
  }
}

// Kernels that know a coupling.
template <class Coupling, int Order, class T, Layout L, class Adder>
void add_evolve_kernels(Adder add) {
  using C = Config<Coupling::dimension, Order, T, T, L>;
  add.template kernel<Evolve<C, Coupling>>(KernelId::evolve);
  add.template kernel<MonolithicLiteral<C, Coupling>>(KernelId::monolithic_literal);
  if constexpr (C::dim > 1)
    add.template kernel<MonolithicMarch<C, Coupling>>(KernelId::monolithic_march);
}

}  // namespace hermite
