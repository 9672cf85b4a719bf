#pragma once
// What is plain fact of each Hermite kernel: a row for each. For the host, which asks before it launches one; what
// depends on more than the kernel is decided where it is needed.

#include "kernels/hermite/kernel_id.hpp"

namespace hermite {

// What a kernel is and can do.
enum class Trait : unsigned {
  none = 0,
  coupled = 1,        // knows a system's coupling
  marches = 2,        // shares planes along the last axis
  shares_rows = 4,    // in 3-D its blocks own several rows of cells in x2, not one
  fixed_box = 8,      // the case cannot choose its blocks' box, but for the planes of a march
  in_place = 16,      // adds to what is in the array that it writes
  matrix_units = 32,  // multiplies on the FP64 ones of a GPU
  // NVRTC is not asked for it: all orders are compiled ahead, and its blocks are made for the registers that
  // they need (ShiftSplit).
  ahead_only = 64
};
constexpr Trait operator|(Trait a, Trait b) {
  return static_cast<Trait>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

struct KernelProperties {
  KernelId id;
  const char* name;  // as in KernelId: NVRTC is given it
  // Does the same by a simpler schedule, and checks it; of the simplest itself. The pair reconstruct_registers and
  // evolve_registers does the same as a pair: what passes between them are derivatives, not coefficients.
  KernelId simpler;
  Trait traits = Trait::none;
  // The least GPU that has what it is made for, 90 for compute capability 9.0; 0: it runs everywhere.
  int architecture = 0;
};

struct KernelRows {
  using K = KernelId;
  using T = Trait;
  static constexpr int copy_engine = 90;  // of the first GPUs that have it
  static constexpr KernelProperties all[kernel_count] = {
      {K::reconstruct_literal, "reconstruct_literal", K::reconstruct_literal},
      {K::reconstruct_march, "reconstruct_march", K::reconstruct_literal,
       T::marches | T::shares_rows},
      {K::reconstruct_registers, "reconstruct_registers", K::reconstruct_march,
       T::marches | T::fixed_box, copy_engine},
      {K::half_step_literal, "half_step_literal", K::half_step_literal},
      {K::half_step_march, "half_step_march", K::half_step_literal, T::marches | T::shares_rows},
      {K::half_step_registers, "half_step_registers", K::half_step_march,
       T::marches | T::fixed_box | T::ahead_only, copy_engine},
      {K::full_step_literal, "full_step_literal", K::full_step_literal},
      {K::full_step_march, "full_step_march", K::full_step_literal, T::marches | T::shares_rows},
      {K::full_step_registers, "full_step_registers", K::full_step_march,
       T::marches | T::fixed_box | T::ahead_only, copy_engine},
      {K::two_steps_literal, "two_steps_literal", K::two_steps_literal},
      {K::two_steps_march, "two_steps_march", K::two_steps_literal, T::marches | T::shares_rows},
      {K::two_steps_registers, "two_steps_registers", K::two_steps_march,
       T::marches | T::fixed_box | T::ahead_only, copy_engine},
      {K::evolve, "evolve", K::evolve, T::coupled},
      {K::evolve_registers, "evolve_registers", K::evolve, T::coupled | T::fixed_box, copy_engine},
      {K::monolithic_literal, "monolithic_literal", K::monolithic_literal, T::coupled},
      {K::monolithic_march, "monolithic_march", K::monolithic_literal, T::coupled | T::marches},
      {K::monolithic_registers, "monolithic_registers", K::monolithic_march,
       T::coupled | T::marches | T::fixed_box, copy_engine},
      {K::conservative_literal, "conservative_literal", K::conservative_literal, T::in_place},
      {K::conservative_march, "conservative_march", K::conservative_literal,
       T::in_place | T::marches},
      {K::velocity_literal, "velocity_literal", K::velocity_literal, T::in_place},
      {K::velocity_march, "velocity_march", K::velocity_literal, T::in_place | T::marches},
      {K::pressure_literal, "pressure_literal", K::pressure_literal, T::in_place},
      {K::pressure_march, "pressure_march", K::pressure_literal, T::in_place | T::marches},
      {K::parity_literal, "parity_literal", K::parity_literal},
      {K::parity_matrix, "parity_matrix", K::parity_literal,
       T::coupled | T::marches | T::fixed_box | T::matrix_units, copy_engine},
      {K::parity_registers, "parity_registers", K::parity_literal,
       T::coupled | T::marches | T::fixed_box, copy_engine}};
};

constexpr const KernelProperties& properties_of(KernelId id) {
  return KernelRows::all[static_cast<int>(id)];
}
constexpr bool has(KernelId id, Trait trait) {
  const auto traits = static_cast<unsigned>(properties_of(id).traits);
  return (traits & static_cast<unsigned>(trait)) != 0;
}
// Whether only GPUs run it, those of its architecture or later.
constexpr bool needs_gpu(KernelId id) { return properties_of(id).architecture > 0; }
// A kernel that runs everywhere and does what this one does: its operations are counted instead.
constexpr KernelId portable_form(KernelId id) {
  return needs_gpu(id) ? properties_of(id).simpler : id;
}
// The simplest that does what this one does.
constexpr KernelId literal_form(KernelId id) {
  while (properties_of(id).simpler != id) id = properties_of(id).simpler;
  return id;
}

constexpr bool rows_are_consistent() {
  for (int i = 0; i < kernel_count; ++i) {
    const KernelId id = KernelRows::all[i].id;
    if (id != static_cast<KernelId>(i) || needs_gpu(portable_form(id))) return false;
  }
  return true;
}
static_assert(rows_are_consistent(), "a row for each KernelId, in its order, with a portable form");

}  // namespace hermite
