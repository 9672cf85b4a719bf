#pragma once
// Products of small matrices held in registers, to measure the matrix units of a GPU: one warp
// instruction is  D (16 x 8) = A (16 x K) B (K x 8) + D.  CUDA only; refused in a build without it.

#include "kernels/device/device.hpp"

namespace hermite {

enum class MatrixKind { double_, tf32 };

struct MatrixLaunch {
  int blocks = 1, warps = 1;  // per block
  int rounds = 1;
  double flops = 0;  // of the launch, 2 per multiplication: filled in by shape_matrix
};

// A launch that fills the GPU, each warp with `rounds` rounds of products.
MatrixLaunch shape_matrix(const Device& device, MatrixKind kind, int rounds);
// `out` takes one double per warp.
void launch_matrix(MatrixKind kind, const MatrixLaunch& launch, void* out);

}  // namespace hermite
