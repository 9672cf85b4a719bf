// A kernel for GPUs older than any that this is built for (tests/CMakeLists.txt), in the place of a build for others.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <string>

#include "hermite/core/error.hpp"
#include "kernels/device/cuda_library.hpp"

using namespace hermite;

namespace {

__global__ void does_nothing() {}

}  // namespace

TEST_SUITE("gpu") {
  TEST_CASE(
      "CUDA: a kernel for GPUs of another architecture is refused, and how to build it is said") {
    std::string said;
    try {
      cuda_launch(reinterpret_cast<const void*>(&does_nothing), {1, 1, 1, 0}, nullptr, nullptr);
    } catch (const MachineError& error) {
      said = error.what();
    }
    CAPTURE(said);
    CHECK(said.find("no kernel image") != std::string::npos);
    CHECK(said.find("this build is for GPUs of another architecture") != std::string::npos);
    CHECK(said.find("-DCMAKE_CUDA_ARCHITECTURES") != std::string::npos);
    // The GPU itself is as it was.
    CHECK(cudaGetLastError() == cudaErrorNoKernelImageForDevice);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  }
}
