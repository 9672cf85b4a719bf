#pragma once
// The CUDA side of halo copies; without CUDA it is never called.

#include "kernels/device/precision.hpp"
#include "kernels/halo/halo_copy.hpp"

namespace hermite {

#if HERMITE_CUDA_ENABLED
void halo_copy_cuda(Precision precision, const HaloCopyArguments& a, bool x1_innermost,
                    void* stream);
#else
inline void halo_copy_cuda(Precision, const HaloCopyArguments&, bool, void*) {}
#endif

}  // namespace hermite
