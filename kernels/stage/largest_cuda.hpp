#pragma once
// The CUDA side of the search for the largest value; without CUDA it is never called.

#include "kernels/device/precision.hpp"
#include "kernels/stage/largest.hpp"

namespace hermite {

#if HERMITE_CUDA_ENABLED
void largest_cuda(Precision precision, const LargestArguments& a);
#else
inline void largest_cuda(Precision, const LargestArguments&) {}
#endif

}  // namespace hermite
