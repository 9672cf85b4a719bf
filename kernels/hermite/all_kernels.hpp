#pragma once
// Every kernel of a family, added to the table by an `Adder` (host_instances.hpp,
// cuda_instances.hpp): the one list of what is compiled ahead.

#include "kernels/hermite/kernel_of.hpp"
#include "kernels/hermite/kernel_table.hpp"

namespace hermite {

template <class C, class Coupling, KernelId... Ids, class Adder>
void add_kernels(Adder& add) {
  (add.template kernel<KernelOf<Ids, C, Coupling>>(Ids), ...);
}

// Kernels that serve every system.
template <int Dim, int Order, class T, Layout L, class Adder>
void add_tensor_kernels(Adder add) {
  using C = Config<Dim, Order, T, T, L>;
  add_kernels<C, void, KernelId::reconstruct_literal, KernelId::half_step_literal,
              KernelId::full_step_literal>(add);
  if constexpr (L == Layout::x1_innermost)
    add_kernels<C, void, KernelId::two_steps_literal, KernelId::parity_literal>(add);
  if constexpr (Dim > 1)
    add_kernels<C, void, KernelId::reconstruct_march, KernelId::half_step_march,
                KernelId::full_step_march>(add);
  if constexpr (Dim > 1 && L == Layout::x1_innermost)
    add_kernels<C, void, KernelId::two_steps_march>(add);
}

// Kernels of acoustics in second-order form.
template <int Dim, int Order, class T, Layout L, class Adder>
void add_wave_kernels(Adder add) {
  using C = Config<Dim, Order, T, T, L>;
  add_kernels<C, void, KernelId::conservative_literal, KernelId::velocity_literal,
              KernelId::pressure_literal>(add);
  if constexpr (Dim > 1)
    add_kernels<C, void, KernelId::conservative_march, KernelId::velocity_march,
                KernelId::pressure_march>(add);
}

// Kernels that know a coupling.
template <class Coupling, int Order, class T, Layout L, class Adder>
void add_evolve_kernels(Adder add) {
  using C = Config<Coupling::dimension, Order, T, T, L>;
  add_kernels<C, Coupling, KernelId::evolve, KernelId::monolithic_literal>(add);
  if constexpr (C::dim > 1) add_kernels<C, Coupling, KernelId::monolithic_march>(add);
}

}  // namespace hermite
