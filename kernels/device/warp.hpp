#pragma once
// What the lanes of a warp have in common. For CUDA.

#include "kernels/device/portable.hpp"

namespace hermite {

// The number of this warp in its block, whose rows have 32 threads. The compiler knows it to be the same
// for all lanes: loops and branches over it, and addresses made of it, take none of their registers.
HERMITE_DEVICE int warp_number() { return __shfl_sync(~0u, static_cast<int>(threadIdx.y), 0); }

}  // namespace hermite
