// Runs of the solver fdtd on a GPU, with known answers, as on the host. Without one they fail with the device's own
// message.
#if HERMITE_CUDA_ENABLED

#include "tests/drivers/far_field.hpp"
#include "tests/drivers/fdtd_runs.hpp"
#include "tests/drivers/spheres.hpp"

using namespace hermite;

TEST_SUITE("gpu") {
  TEST_CASE("CUDA, fdtd: a run that was stopped goes on bit for bit") {
    check_fdtd_resume("--device cuda");
  }
  TEST_CASE("CUDA, fdtd: so does one of two steps in one sweep, stopped between them") {
    check_pairs_resume("--device cuda");
  }
  TEST_CASE("CUDA, elastic fdtd: a run that was stopped goes on bit for bit") {
    check_elastic_resume("--device cuda");
  }
  TEST_CASE("CUDA, fdtd: receivers and norms converge at order 2 to the exact solution") {
    check_fdtd_observers("--device cuda");
  }
  TEST_CASE("CUDA, far field: a dielectric sphere of 8 cells scatters as Mie's series says") {
    check_sphere("--device cuda");
  }
  TEST_CASE("CUDA, far field: the case mie-sphere scatters within 1 % of Mie's series") {
    check_mie_sphere("--device cuda");
  }
  TEST_CASE("CUDA, far field: a conducting sphere of 20 cells scatters as one half a cell larger") {
    check_conducting_sphere("--device cuda");
  }
  TEST_CASE("CUDA, far field: a sphere of voxels is the body; averaged it scatters worse") {
    check_averaged_sphere("--device cuda");
  }
  TEST_CASE("CUDA, far field: stopped and resumed, the same bits; spectra too") {
    check_transforms_resume("--device cuda");
  }
}

#endif
