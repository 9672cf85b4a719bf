#pragma once
// The kernels of the Hermite solver, by name (kernel_properties.hpp says what they are). Freestanding.

namespace hermite {

enum class KernelId {
  reconstruct_literal,
  reconstruct_march,
  reconstruct_registers,
  half_step_literal,
  half_step_march,
  half_step_registers,
  full_step_literal,
  full_step_march,
  full_step_registers,
  two_steps_literal,
  two_steps_march,
  two_steps_registers,
  evolve,
  evolve_registers,
  monolithic_literal,
  monolithic_march,
  monolithic_registers,
  conservative_literal,
  conservative_march,
  velocity_literal,
  velocity_march,
  pressure_literal,
  pressure_march,
  parity_literal,
  parity_matrix,
  parity_registers
};
constexpr int kernel_count = static_cast<int>(KernelId::parity_registers) + 1;  // the last one

}  // namespace hermite
