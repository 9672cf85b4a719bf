#pragma once
// The CUDA side of sampling; without CUDA it is never called.

#include "kernels/device/precision.hpp"
#include "kernels/observe/samples.hpp"

namespace hermite {

#if HERMITE_CUDA_ENABLED
void samples_cuda(Precision precision, const SampleArguments& a);
#else
inline void samples_cuda(Precision, const SampleArguments&) {}
#endif

}  // namespace hermite
