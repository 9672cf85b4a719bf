// Known answers on a GPU: the host's tests, at the same digits. Without one they fail with the device's own message.
#if HERMITE_CUDA_ENABLED

#include "tests/kernels/fdtd/yee.hpp"

using namespace hermite;

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: a cavity's discrete mode is kept to round-off over 10^4 steps") {
    check_cavity(Device("cuda"));
  }
  TEST_CASE("CUDA: energy is constant, and div B is; on graded axes too") {
    const Device device("cuda");
    check_energy(device);
    check_graded_energy(device);
  }
  TEST_CASE("CUDA: a plane wave travels at the speed that the scheme's dispersion says") {
    check_dispersion(Device("cuda"));
  }
  TEST_CASE("CUDA: at the stability limit a run stays, beyond it it blows up") {
    check_stability_limit(Device("cuda"));
  }
  TEST_CASE("CUDA: graded, at the limit of the least sides a run stays") {
    check_graded_limit(Device("cuda"));
  }
  TEST_CASE("CUDA: graded, a cavity's mode converges at order 2") {
    check_graded_order(Device("cuda"));
  }
  TEST_CASE("CUDA: a plane wave along an axis leaves nothing outside its box but round-off") {
    check_leakage(Device("cuda"));
  }
  TEST_CASE("CUDA: a plane wave whose box fills periodic axes leaves nothing outside either") {
    check_spanning(Device("cuda"));
  }
  TEST_CASE("CUDA: a plane wave reaches each node when the scheme's speed says") {
    check_arrival(Device("cuda"));
  }
  TEST_CASE("CUDA: a plane wave in any direction leaves nothing outside its box either") {
    check_oblique_leakage(Device("cuda"));
  }
  TEST_CASE("CUDA: a plane wave in any direction is where it should be") {
    check_oblique_arrival(Device("cuda"));
  }
  TEST_CASE("CUDA: a plane wave's faces as surfaces and value by value: the same bits") {
    check_incident_kernels(Device("cuda"));
  }
  TEST_CASE("CUDA: of a pulse between layers nothing is left, whichever kernels update them") {
    check_layers_absorb(Device("cuda"));
  }
  TEST_CASE("CUDA: layers reflect little, against a grid whose own faces are too far to be heard") {
    check_reflection(Device("cuda"));
  }
  TEST_CASE("CUDA: layers in a graded grid reflect no more than its cells do") {
    check_graded_reflection(Device("cuda"));
  }
  TEST_CASE("CUDA: Mur's wall reflects, and a conductor absorbs, what the scheme says") {
    const Device device("cuda");
    check_mur(device);
    check_conductor(device);
  }
  TEST_CASE("CUDA: a Hertzian dipole's field is that of the formula") {
    check_dipole(Device("cuda"));
  }
  TEST_CASE("CUDA: CPML benchmark: the plate") { check_plate(Device("cuda")); }
}

#endif
