// A build without CUDA has no matrix units.
#include "kernels/ceilings/matrix.hpp"

#if !HERMITE_CUDA_ENABLED

#include "hermite/core/error.hpp"

namespace hermite {

namespace {
[[noreturn]] void refuse_matrices() {
  throw MachineError(
      "this build has no CUDA, so no matrix units; configure with -DHERMITE_CUDA=ON where nvcc is "
      "installed");
}
}  // namespace

MatrixLaunch shape_matrix(const Device&, MatrixKind, int) { refuse_matrices(); }
void launch_matrix(MatrixKind, const MatrixLaunch&, void*) { refuse_matrices(); }

}  // namespace hermite

#endif
