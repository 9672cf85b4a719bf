#include "kernels/hermite/variant.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/method/pipelines.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/hermite/block_size.hpp"

namespace hermite {

namespace {

// Refuses in words what the variants of GPUs cannot do; `others`: those in place of registers.
void require_fast(const std::string& variant, const std::string& others, KernelKey key) {
  if (key.min_blocks > 0 && has(key.id, Trait::ahead_only))
    throw MachineError("kernel.min_blocks: found " + std::to_string(key.min_blocks) +
                       ", which NVRTC would compile, but " + kernel_name(key.id) +
                       " is compiled ahead only: leave it out, or take the variant march");
  if (variant == "matrix")
    throw MachineError(
        "kernel.variant: matrix multiplies on the FP64 matrix units of a GPU: --device cuda, "
        "compute capability 9.0 or later; else take auto or literal");
  std::string orders;
  for (key.order = 0; key.order <= max_order; ++key.order)
    if (kernel_table().has(key))
      orders += (orders.empty() ? "N = " : ", ") + std::to_string(key.order);
  if (key.backend == Backend::cuda && !orders.empty())
    orders = "; of " + (key.coupling.empty() ? kernel_name(key.id) : key.coupling) + " in " +
             name_of(key.precision) + " precision " + orders + " fit";
  else
    orders.clear();
  throw MachineError(
      "kernel.variant: registers holds a cell's values in the registers of a GPU: --device cuda, "
      "compute capability 9.0 or later, orders that fit" +
      orders + "; else take auto, " + others + " or literal");
}

// Refuses what is not there on any device.
void require_variant(const Case::Kernel& kernel, int dimension) {
  if (kernel.variant == "auto") return;
  std::string list;
  for (const std::string& variant : variants_of(kernel.pipeline)) {
    if (dimension < (is_of_gpus(variant) ? 3 : variant == "march" ? 2 : 1)) continue;
    if (variant == kernel.variant) return;
    list += ", " + variant;
  }
  throw Error(Exit::bad_case, "kernel.variant: found \"" + kernel.variant + "\", which " +
                                  kernel.pipeline + " in " + std::to_string(dimension) +
                                  "-D has not: take auto" + list);
}

// The schedules of GPUs are compiled for one layout.
void require_layout(const Case::Kernel& kernel) {
  if (is_of_gpus(kernel.variant) && kernel.layout == "node-major")
    throw Error(Exit::bad_case, "kernel.layout: found \"node-major\", which the variant " +
                                    kernel.variant +
                                    " has not: take x1-innermost, or another variant");
}

// Whether blocks fit into the shared memory of the GPU in use: that of many is smaller than Hopper's.
bool fits_scratch(const KernelKey& key, const Common& common) {
  return kernel_table().choose(key).needs(common.arguments).scratch_bytes <=
         common.device->scratch_limit();
}

// The matrix units are faster than a thread's own sums on GPUs that have them in double precision at half the speed
// of single: in double precision always, in single from N = 2 on.
bool are_matrices_faster(const Common& common) {
  return (common.key.precision == Precision::double_ || common.key.order >= 2) &&
         common.device->cuda() && cuda_single_to_double(common.device->index()) <= 2;
}

// Of the kernels of a step the one that fits the fewest orders: of two it is the second.
KernelId decisive(const std::string& pipeline, KernelId first) {
  return pipeline == "two-kernel" ? second_kernel(first) : first;
}

}  // namespace

const FirstKernels& first_kernels(const std::string& pipeline) {
  using K = KernelId;
  static const FirstKernels rows[] = {
      {"two-kernel", K::reconstruct_literal, K::reconstruct_march, K::reconstruct_march,
       K::reconstruct_registers},
      {"monolithic", K::monolithic_literal, K::monolithic_march, K::monolithic_march,
       K::monolithic_registers},
      {"parity", K::parity_literal, K::parity_literal, K::parity_matrix, K::parity_registers},
      {"shift", K::half_step_literal, K::half_step_march, K::half_step_march,
       K::half_step_registers},
      {"full-step", K::full_step_literal, K::full_step_march, K::full_step_march,
       K::full_step_registers},
      {"conservative", K::conservative_literal, K::conservative_march, K::conservative_march,
       K::conservative_march},
      {"leapfrog", K::velocity_literal, K::velocity_march, K::velocity_march, K::velocity_march}};
  for (const FirstKernels& row : rows)
    if (pipeline == row.pipeline) return row;
  throw Error(Exit::bad_case, "kernel.pipeline: found \"" + pipeline + "\", which has no kernels");
}

// A pair is of one kind: the kernels in registers pass on derivatives, the others coefficients.
KernelId second_kernel(KernelId first) {
  return first == KernelId::reconstruct_registers ? KernelId::evolve_registers : KernelId::evolve;
}

KernelId two_steps_kernel(KernelId full_step) {
  return full_step == KernelId::full_step_registers ? KernelId::two_steps_registers
         : full_step == KernelId::full_step_march   ? KernelId::two_steps_march
                                                    : KernelId::two_steps_literal;
}

KernelId first_kernel(const std::string& pipeline, bool march) {
  const FirstKernels& kernels = first_kernels(pipeline);
  return march ? kernels.march : kernels.literal;
}

std::string variant_of(KernelId id) {
  const std::string name = kernel_name(id);
  return name.substr(name.rfind('_') + 1);
}

std::optional<KernelId> gpu_kernel(const Case::Kernel& kernel, const Common& common) {
  require_variant(kernel, common.key.dimension);
  require_layout(kernel);
  const FirstKernels& kernels = first_kernels(kernel.pipeline);
  const bool chooses = kernel.cells_per_block > 0 || kernel.rows_per_block > 0;
  const bool matrix_first = are_matrices_faster(common);
  for (const KernelId id : {matrix_first ? kernels.matrix : kernels.registers,
                            matrix_first ? kernels.registers : kernels.matrix}) {
    const std::string variant = variant_of(id);
    if (!is_of_gpus(variant) || (kernel.variant != "auto" && kernel.variant != variant)) continue;
    const KernelKey key = with_id(common.key, decisive(kernel.pipeline, id));
    const bool has = kernel_table().has(key);
    if (kernel.variant == variant) {
      if (!has) require_fast(variant, variant_of(kernels.matrix), key);
      return id;
    }
    const bool pairs = kernel.pipeline == "full-step" && kernel.steps_per_sweep == 2;
    if (has && !chooses && fits_scratch(key, common) &&
        fits_scratch(with_id(common.key, id), common) &&
        (!pairs || fits_scratch(with_id(common.key, two_steps_kernel(id)), common)))
      return id;
  }
  return std::nullopt;
}

void refuse_idle_keys(const Case::Kernel& kernel, int dimension) {
  const auto refuse = [&](const char* key, const std::string& found, const std::string& who) {
    throw Error(Exit::bad_case, std::string("kernel.") + key + ": found " + found + ", which " +
                                    kernel.pipeline + " in " + std::to_string(dimension) +
                                    "-D does not read: leave it out (" + who + ")");
  };
  const bool fixed = is_of_gpus(kernel.variant);
  if (fixed && (kernel.cells_per_block > 0 || kernel.rows_per_block > 0))
    refuse(kernel.cells_per_block > 0 ? "cells_per_block" : "rows_per_block",
           std::to_string(std::max(kernel.cells_per_block, kernel.rows_per_block)),
           "blocks of the variant " + kernel.variant + " are boxes of their own");
  const FirstKernels& kernels = first_kernels(kernel.pipeline);
  const KernelId id = kernel.variant == "registers" ? kernels.registers
                      : kernel.variant == "matrix"
                          ? kernels.matrix
                          : first_kernel(kernel.pipeline, wants_march(kernel, dimension));
  if (kernel.slab > 0 && kernel.pipeline != "two-kernel")
    refuse("slab", std::to_string(kernel.slab), "two-kernel holds slabs");
  if (!kernel.truncate && (is_shift(kernel.pipeline) || is_parity(kernel.pipeline)))
    refuse("truncate", "false", "it runs no stages");
  if (kernel.steps_per_sweep > 1 && kernel.pipeline != "full-step")
    refuse("steps_per_sweep", std::to_string(kernel.steps_per_sweep),
           "full-step alone takes two steps at once: of advection, with all stages, with "
           "x1-innermost, from two cells along each axis on");
  // 1 is what blocks have that own one row, or one plane.
  if (kernel.rows_per_block > 1 && !shares_rows(id, dimension))
    refuse("rows_per_block", std::to_string(kernel.rows_per_block),
           "blocks of " + kernel_name(id) + " own one row of cells");
  if (kernel.planes_per_block > 1 && !has(id, Trait::marches))
    refuse("planes_per_block", std::to_string(kernel.planes_per_block),
           kernel_name(id) + " does not march");
}

void refuse_large_blocks(const Case::Kernel& kernel, const Grid& grid) {
  const auto refuse = [&](const char* key, long found, int axis) {
    const long most = grid.cells[static_cast<std::size_t>(axis)];
    if (found > most)
      throw Error(Exit::bad_case, std::string("kernel.") + key + ": found " +
                                      std::to_string(found) + ", allowed at most " +
                                      std::to_string(most) + ", the cells in direction " +
                                      std::to_string(axis + 1) + ", or 0: chosen");
  };
  const int last = grid.dimension - 1;
  refuse("cells_per_block", kernel.cells_per_block, 0);
  if (grid.dimension == 3) refuse("rows_per_block", kernel.rows_per_block, 1);
  refuse("planes_per_block", kernel.planes_per_block, last);
  refuse("slab", kernel.slab, last);
}

}  // namespace hermite
