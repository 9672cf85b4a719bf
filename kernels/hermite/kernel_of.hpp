#pragma once
// Which kernel an id names, for a configuration and, where it knows one, a coupling: for what is
// compiled ahead (all_kernels.hpp) and at run time (runtime_entry.hpp). Freestanding.

#include "kernels/hermite/evolve_kernels.hpp"
#include "kernels/hermite/kernel_id.hpp"
#include "kernels/hermite/parity_kernels.hpp"
#include "kernels/hermite/tensor_kernels.hpp"
#include "kernels/hermite/wave_kernels.hpp"
#if defined(__CUDACC__)
#include "kernels/hermite/evolve_registers.hpp"
#include "kernels/hermite/monolithic_registers.hpp"
#include "kernels/hermite/parity_matrix.hpp"
#include "kernels/hermite/parity_registers.hpp"
#include "kernels/hermite/reconstruct_registers.hpp"
#endif

namespace hermite {

template <class Kernel>
struct Named {
  using type = Kernel;
};
template <KernelId Id, class C, class Coupling>
struct KernelNamed;
template <KernelId Id, class C, class Coupling>
using KernelOf = typename KernelNamed<Id, C, Coupling>::type;

template <class C, class Coupling>
struct KernelNamed<KernelId::reconstruct_literal, C, Coupling>
    : Named<TensorLiteral<C, Operator::interpolate>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::reconstruct_march, C, Coupling>
    : Named<TensorMarch<C, Operator::interpolate>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::half_step_literal, C, Coupling>
    : Named<TensorLiteral<C, Operator::half_step>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::half_step_march, C, Coupling>
    : Named<TensorMarch<C, Operator::half_step>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::full_step_literal, C, Coupling>
    : Named<TensorLiteral<C, Operator::full_step>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::full_step_march, C, Coupling>
    : Named<TensorMarch<C, Operator::full_step>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::two_steps_literal, C, Coupling>
    : Named<TensorLiteral<C, Operator::two_steps>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::two_steps_march, C, Coupling>
    : Named<TensorMarch<C, Operator::two_steps>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::evolve, C, Coupling> : Named<Evolve<C, Coupling>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::monolithic_literal, C, Coupling>
    : Named<MonolithicLiteral<C, Coupling>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::monolithic_march, C, Coupling> : Named<MonolithicMarch<C, Coupling>> {
};
#if defined(__CUDACC__)
template <class C, class Coupling>
struct KernelNamed<KernelId::reconstruct_registers, C, Coupling> : Named<ReconstructRegisters<C>> {
};
template <class C, class Coupling>
struct KernelNamed<KernelId::evolve_registers, C, Coupling> : Named<EvolveRegisters<C, Coupling>> {
};
template <class C, class Coupling>
struct KernelNamed<KernelId::monolithic_registers, C, Coupling>
    : Named<MonolithicRegisters<C, Coupling>> {};
#endif
template <class C, class Coupling>
struct KernelNamed<KernelId::parity_literal, C, Coupling> : Named<ParityLiteral<C>> {};
#if defined(__CUDACC__)
template <class C, class Coupling>
struct KernelNamed<KernelId::parity_matrix, C, Coupling> : Named<ParityMatrix<C, Coupling>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::parity_registers, C, Coupling> : Named<ParityRegisters<C, Coupling>> {
};
#endif
template <class C, class Coupling>
struct KernelNamed<KernelId::conservative_literal, C, Coupling>
    : Named<WaveLiteral<C, WaveForm::conservative>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::conservative_march, C, Coupling>
    : Named<WaveMarch<C, WaveForm::conservative>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::velocity_literal, C, Coupling>
    : Named<WaveLiteral<C, WaveForm::velocity>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::velocity_march, C, Coupling>
    : Named<WaveMarch<C, WaveForm::velocity>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::pressure_literal, C, Coupling>
    : Named<WaveLiteral<C, WaveForm::pressure>> {};
template <class C, class Coupling>
struct KernelNamed<KernelId::pressure_march, C, Coupling>
    : Named<WaveMarch<C, WaveForm::pressure>> {};

}  // namespace hermite
