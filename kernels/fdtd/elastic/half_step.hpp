#pragma once
// The kernels of a half step, velocities or stresses: what they are told, how its points are shared out
// among them, what they cost.

#include <array>
#include <memory>
#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/fdtd/elastic/block_shape.hpp"
#include "kernels/fdtd/elastic/launch.hpp"
#include "kernels/fdtd/elastic/tables.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

// A free surface and its planes, [begin, end) along the last axis.
struct ElasticSurface {
  long begin, end;
  SurfaceArguments arguments;
};

struct ElasticHalfStep {
  std::shared_ptr<const ElasticTables> tables;  // whose memory `ready` points to
  ElasticArguments ready;                       // all but the arrays and the block
  ElasticChoice choice;
  FdtdBlock block;
  int fields = 0;
  std::array<std::array<int, 3>, 3> psi{};  // arrays, [c][axis]; -1: none
  std::vector<ElasticSurface> surfaces = {};
};

// Sets the stage's launch, kernels and cost.
void add_kernels(Stage& stage, const ElasticHalfStep& half, const Device& device);

}  // namespace hermite
