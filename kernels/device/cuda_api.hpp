#pragma once
// CUDA calls with their errors checked. For .cu files.

#include <cuda_runtime.h>

#include "hermite/core/error.hpp"

namespace hermite {

// What a user can do about an error, or nothing.
inline const char* cuda_remedy(cudaError_t status) {
  switch (status) {
    case cudaErrorInsufficientDriver:
      return "; install a newer driver, or build with the CUDA that this one is for";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return "; this build is for GPUs of another architecture: configure on this machine, or with "
             "-DCMAKE_CUDA_ARCHITECTURES";
    case cudaErrorInvalidConfiguration:
    case cudaErrorLaunchOutOfResources:
      return "; take fewer cells per block (kernel.cells_per_block)";
    case cudaErrorMemoryAllocation:
      return "; take fewer cells, a lower order or single precision";
    default:
      return "";
  }
}

inline void check_cuda(cudaError_t status, const char* doing) {
  if (status != cudaSuccess)
    throw MachineError(std::string("CUDA failed while ") + doing + ": " +
                       cudaGetErrorString(status) + cuda_remedy(status));
}

}  // namespace hermite
