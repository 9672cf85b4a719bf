#include "kernels/fdtd/maxwell/half_step.hpp"

#include "kernels/fdtd/half_step_box.hpp"
#include "kernels/fdtd/maxwell/yee_cost.hpp"

namespace hermite {

YeeArguments bound_to(const YeeHalfStep& half, const std::vector<BoundArray>& arrays) {
  YeeArguments a = half.ready;
  for (std::size_t c = 0; c < 3; ++c) {
    a.written[c] = arrays[static_cast<std::size_t>(half.written) + c].data;
    a.read[c] = arrays[static_cast<std::size_t>(half.read) + c].data;
    if (half.before != half.written)
      a.before[c] = arrays[static_cast<std::size_t>(half.before) + c].data;
    for (std::size_t which = 0; which < 2; ++which) {
      if (half.psi[c][which] < 0) continue;
      const BoundArray& psi = arrays[static_cast<std::size_t>(half.psi[c][which])];
      a.psi[c][which] = psi.data;
      a.psi_layout[c][which] = psi.layout;
    }
  }
  return a;
}

namespace {

YeeArguments bound(const YeeHalfStep& half, const std::vector<BoundArray>& arrays,
                   const CellBox& box) {
  YeeArguments a = bound_to(half, arrays);
  restrict_to(a, box, 0);
  return a;
}

void launch_field(const YeeHalfStep& half, YeeArguments a, const LaunchTarget& target) {
  if (half.cpml != CpmlSchedule::fused)
    for (CpmlAxis& axis : a.cpml) axis = {};
  launch_yee(half.choice, a, target);
}

std::vector<CpmlLaunch> layers_of(const YeeHalfStep& half, const YeeArguments& a) {
  return cpml_launches(a, half.cpml, half.cpml_block, half.choice.cuda);
}

KernelUse field_use(const YeeHalfStep& half) {
  const YeeArguments& a = half.ready;
  const YeeChoice& choice = half.choice;
  KernelUse use{choice.electric ? "yee_e" : "yee_h", {a.lanes, a.rows, a.planes}, {}};
  if (choice.cuda) use.facts = [a, choice] { return yee_facts_cuda(choice, a); };
  // The algorithm's: what the literal schedule does.
  use.floor_flops = [a, choice] {
    return count_yee({choice.precision, choice.electric}, a, {}).flops;
  };
  use.launch = [half](const std::vector<BoundArray>& arrays, const CellBox& box,
                      const LaunchTarget& target) {
    launch_field(half, bound(half, arrays, box), target);
  };
  return use;
}

// A box that is not whole may lack the layers.
KernelUse layers_use(const YeeHalfStep& half, const CpmlLaunch& layers) {
  const FdtdBlock& block = layers.block;
  KernelUse use{layers.name, {block.lanes, block.rows, block.planes}, {}};
  if (half.choice.cuda)
    use.facts = [a = half.ready, choice = half.choice, layers] {
      return cpml_facts_cuda(choice, a, layers);
    };
  use.floor_flops = [] { return 0.0; };  // are in those of the fields
  use.launch = [half, layers](const std::vector<BoundArray>& arrays, const CellBox& box,
                              const LaunchTarget& target) {
    const YeeArguments a = bound(half, arrays, box);
    for (const CpmlLaunch& launch : layers_of(half, a))
      if (launch.name == layers.name) launch_cpml(half.choice, a, launch, target);
  };
  return use;
}

}  // namespace

void add_kernels(Stage& stage, const YeeHalfStep& half) {
  stage.launch = [half](const std::vector<BoundArray>& arrays, const CellBox& box,
                        const LaunchTarget& target) {
    const YeeArguments a = bound(half, arrays, box);
    launch_field(half, a, target);
    for (const CpmlLaunch& layers : layers_of(half, a)) launch_cpml(half.choice, a, layers, target);
  };
  const std::vector<CpmlLaunch> launches = layers_of(half, half.ready);
  stage.kernels = {field_use(half)};
  for (const CpmlLaunch& layers : launches) stage.kernels.push_back(layers_use(half, layers));
  stage.cost_per_cell = [a = half.ready, choice = half.choice, launches] {
    return count_yee(choice, a, launches);
  };
}

}  // namespace hermite
