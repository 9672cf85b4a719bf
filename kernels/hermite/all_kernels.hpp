#pragma once
// Every kernel of a configuration, added to the table by an `Adder` (host_instances.hpp,
// cuda_instances.hpp): the one list of what is compiled.

#include "kernels/hermite/evolve_kernels.hpp"
#include "kernels/hermite/kernel_table.hpp"
#include "kernels/hermite/tensor_kernels.hpp"

namespace hermite {

template <class Coupling, int Order, class T, Layout L, class Adder>
void add_kernels(Adder add) {
  using C = Config<Coupling, Order, T, T, L>;
  add.template kernel<TensorLiteral<C, Operator::interpolate>>(KernelId::reconstruct_literal);
  add.template kernel<TensorLiteral<C, Operator::half_step>>(KernelId::half_step_literal);
  add.template kernel<TensorLiteral<C, Operator::full_step>>(KernelId::full_step_literal);
  add.template kernel<Evolve<C>>(KernelId::evolve);
  add.template kernel<MonolithicLiteral<C>>(KernelId::monolithic_literal);
  if constexpr (C::dim > 1) {
    add.template kernel<TensorMarch<C, Operator::interpolate>>(KernelId::reconstruct_march);
    add.template kernel<TensorMarch<C, Operator::half_step>>(KernelId::half_step_march);
    add.template kernel<TensorMarch<C, Operator::full_step>>(KernelId::full_step_march);
    add.template kernel<MonolithicMarch<C>>(KernelId::monolithic_march);
  }
}

}  // namespace hermite
