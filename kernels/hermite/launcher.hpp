#pragma once
// What the pipelines of the Hermite solver have in common: a kernel ready to run on any box, and
// which nodes it reaches.

#include <memory>
#include <string>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/method/eigen.hpp"
#include "kernels/hermite/block_size.hpp"
#include "kernels/hermite/parity_storage.hpp"
#include "kernels/hermite/shape.hpp"
#include "kernels/hermite/stages.hpp"

namespace hermite {

// A 1-D operator's matrix; lam = c dt / h, of those that shift.
Eigen::MatrixXd matrix_of(Operator op, int order, double lam);

// What all kernels of a solver share; kept alive by the stages that use it.
struct Common {
  std::vector<double> operators[3];  // per axis, row-major
  StepArguments arguments;
  KernelKey key;
  const Device* device;

  void set_operator(int axis, const Eigen::MatrixXd& op);

  std::vector<ParityBlock> blocks;  // of the pipeline parity
  std::vector<int> flips;
  std::unique_ptr<ParityStorage> parity;

  void set_parity(std::vector<ParityBlock> matrices, const std::vector<int>& parities,
                  const ParityFormat& format);
};

// With all that does not depend on the system's terms; `coupling` may be "".
std::shared_ptr<Common> begin_common(const std::string& coupling, const Grid& grid,
                                     const HermiteMethod& method, const Device& device);

// Which nodes a stage gathers around cell m.
struct Reach {
  int first;                       // of the nodes, relative to m
  int below, above;                // beyond the nodes of the array that is read, periodic
  int walled_below, walled_above;  // between walls, where the primal grid has one node more
  Stagger written;
};
constexpr Reach to_dual{0, 0, 1, 0, 0, Stagger::dual}, to_primal{-1, 1, 0, 1, 1, Stagger::primal},
    around{-1, 1, 1, 1, 1, Stagger::primal}, far_around{-2, 2, 2, 2, 2, Stagger::primal};
Access access_of(const Grid& grid, int array, const Reach& reach);

// A kernel with its block size, ready to run on any box.
struct Launcher {
  std::shared_ptr<Common> common;
  const KernelEntry* entry;
  StepArguments arguments;

  Launcher(std::shared_ptr<Common> shared, KernelId id, int first, const CellBox& box,
           BlockSize wanted);
  void operator()(const BoundArray& in, const BoundArray& out, const CellBox& box,
                  const LaunchTarget& target) const;
  // From now on a launch on the whole box fills these layers of the halo of what it writes; false where the
  // kernel cannot.
  bool write_images(const Access& read);
  Counts cost() const;
  KernelUse use() const;
  // "monolithic_march 32x4 cells per block"
  std::string text() const;
  // Adds that to a solver's description, and what there is to say of the kernel to its notices, once.
  void describe(Solver& solver) const;
};

CellBox whole(const Grid& grid, Stagger written);

// What the case says of the block, and whether its variant marches; that throws where the dimension
// has no axis to march along.
BlockSize wanted_size(const Case::Kernel& kernel);
bool wants_march(const Case::Kernel& kernel, int dimension);

}  // namespace hermite
