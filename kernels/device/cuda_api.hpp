#pragma once
// CUDA calls with their errors checked. For .cu files.

#include <cuda_runtime.h>

#include "hermite/core/error.hpp"

namespace hermite {

inline void check_cuda(cudaError_t status, const char* doing) {
  if (status != cudaSuccess)
    throw MachineError(std::string("CUDA failed while ") + doing + ": " +
                       cudaGetErrorString(status));
}

}  // namespace hermite
