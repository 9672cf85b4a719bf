// The CUDA side of spectrum_stages.cpp.
#pragma once

#include "kernels/device/precision.hpp"
#include "kernels/observe/spectrum_kernel.hpp"

namespace hermite {

#if HERMITE_CUDA_ENABLED
void spectrum_cuda(Precision precision, const SpectrumArguments& a, void* stream);
#else
inline void spectrum_cuda(Precision, const SpectrumArguments&, void*) {}
#endif

}  // namespace hermite
