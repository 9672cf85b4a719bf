#include "kernels/fdtd/elastic/half_step.hpp"

#include <algorithm>

#include "kernels/device/side_by_side.hpp"
#include "kernels/fdtd/half_step_box.hpp"

namespace hermite {

namespace {

// Some of a half step's points: by the field kernels, or by those at a surface.
struct Part {
  ElasticArguments a;
  const SurfaceArguments* surface = nullptr;
};

ElasticArguments bound(const ElasticHalfStep& half, const std::vector<BoundArray>& arrays,
                       const CellBox& box) {
  ElasticArguments a = half.ready;
  a.take(half.block);
  for (int f = 0; f < half.fields; ++f) a.field[f] = arrays[static_cast<std::size_t>(f)].data;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (half.psi[c][axis] < 0) continue;
      const BoundArray& psi = arrays[static_cast<std::size_t>(half.psi[c][axis])];
      a.psi[c][axis] = psi.data;
      a.psi_layout[axis] = psi.layout;
    }
  restrict_to(a, box, half.choice.velocity ? 0 : half.choice.dimension);
  return a;
}

// No part writes what another one reads, and the largest comes first.
std::vector<Part> parts_of(const ElasticHalfStep& half, const ElasticArguments& a) {
  const int n = half.choice.dimension - 1;
  ElasticArguments inner = a;
  std::vector<Part> surfaces;
  for (const ElasticSurface& surface : half.surfaces) {
    ElasticArguments at = a;
    at.box.lower[n] = std::max(a.box.lower[n], surface.begin);
    at.box.upper[n] = std::min(a.box.upper[n], surface.end);
    if (surface.arguments.upper)
      inner.box.upper[n] = std::min(inner.box.upper[n], surface.begin);
    else
      inner.box.lower[n] = std::max(inner.box.lower[n], surface.end);
    surfaces.push_back({at, &surface.arguments});
  }
  std::vector<Part> all{{inner}};
  all.insert(all.end(), surfaces.begin(), surfaces.end());
  const auto is_done = [](const Part& part) { return is_empty(part.a.box); };
  all.erase(std::remove_if(all.begin(), all.end(), is_done), all.end());
  return all;
}

KernelUse field_use(const ElasticHalfStep& half) {
  const FdtdBlock& block = half.block;
  ElasticArguments ready = half.ready;
  ready.take(block);
  const ElasticChoice& choice = half.choice;
  KernelUse use{choice.velocity ? "elastic_velocity" : "elastic_stress",
                {block.lanes, block.rows, block.planes},
                {}};
  if (choice.cuda) use.facts = [ready, choice] { return elastic_facts_cuda(choice, ready); };
  // The algorithm's: what the literal schedule does.
  ElasticChoice literal = choice;
  literal.schedule = FdtdSchedule::literal;
  use.floor_flops = [ready, literal] { return count_elastic(literal, ready).flops; };
  return use;
}

}  // namespace

void add_kernels(Stage& stage, const ElasticHalfStep& half, const Device& device) {
  stage.launch = [half, beside = std::make_shared<SideBySide>(device)](
                     const std::vector<BoundArray>& arrays, const CellBox& box,
                     const LaunchTarget& target) {
    const std::vector<Part> parts = parts_of(half, bound(half, arrays, box));
    beside->run(parts.size(), target.stream, [&](std::size_t i, void* stream) {
      const LaunchTarget in{target.threads, stream};
      if (parts[i].surface)
        launch_surface(half.choice, parts[i].a, *parts[i].surface, in);
      else
        launch_elastic(half.choice, parts[i].a, in);
    });
  };
  ElasticArguments ready = half.ready;
  ready.take(half.block);
  stage.cost_per_cell = [ready, choice = half.choice] { return count_elastic(choice, ready); };
  stage.kernels = {field_use(half)};
}

}  // namespace hermite
