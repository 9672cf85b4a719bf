#pragma once
// What the pipelines of the Hermite solver have in common: a kernel ready to run on any box, and
// which nodes it reaches.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/method/eigen.hpp"
#include "kernels/hermite/block_size.hpp"
#include "kernels/hermite/stages.hpp"

namespace hermite {

// What all kernels of a solver share; kept alive by the stages that use it.
struct Common {
  std::vector<double> operators[3];  // per axis, row-major
  StepArguments arguments;
  KernelKey key;
  const Device* device;

  void set_operator(int axis, const Eigen::MatrixXd& op);
};

// With all that does not depend on the system's terms; `coupling` may be "".
std::shared_ptr<Common> begin_common(const std::string& coupling, const Grid& grid,
                                     const HermiteMethod& method, const Device& device);

// `count` on each axis of the dimension.
std::array<int, 3> layers(int dimension, int count);

// Which nodes a stage gathers around cell m.
struct Reach {
  int first;         // of the nodes, relative to m
  int below, above;  // beyond m
};
constexpr Reach to_dual{0, 0, 1}, to_primal{-1, 1, 0}, around{-1, 1, 1};

// A kernel with its block size, ready to run on any box.
struct Launcher {
  std::shared_ptr<Common> common;
  const KernelEntry* entry;
  StepArguments arguments;

  Launcher(std::shared_ptr<Common> shared, KernelId id, int first, const CellBox& box,
           BlockSize wanted);
  void operator()(const BoundArray& in, const BoundArray& out, const CellBox& box,
                  const LaunchTarget& target) const;
  Counts cost() const;
  // "monolithic_march 32x4 cells per block", for the solver's description.
  std::string text() const;
};

CellBox whole(const Grid& grid);

// What the case says of the block, and whether its variant marches; that throws where the dimension
// has no axis to march along.
BlockSize wanted_size(const Case::Kernel& kernel);
bool wants_march(const Case::Kernel& kernel, int dimension);

}  // namespace hermite
