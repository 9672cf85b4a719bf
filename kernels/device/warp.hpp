#pragma once
// What the lanes of a warp have in common. For CUDA.

#include "kernels/device/portable.hpp"

namespace hermite {

// A number that all lanes of a warp have. The compiler knows it to be the same for all of them: loops and
// branches over it, and addresses made of it, take none of their registers.
HERMITE_DEVICE int of_warp(int number) { return __shfl_sync(~0u, number, 0); }

// The number of this warp in its block, whose rows have 32 threads.
HERMITE_DEVICE int warp_number() { return of_warp(static_cast<int>(threadIdx.y)); }

}  // namespace hermite
