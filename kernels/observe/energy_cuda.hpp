#pragma once
// The CUDA side of the energy; without CUDA it is never called.

#include "kernels/device/precision.hpp"
#include "kernels/observe/energy_kernel.hpp"

namespace hermite {

#if HERMITE_CUDA_ENABLED
void energy_cuda(Precision precision, const EnergyArguments& a, int lanes);
#else
inline void energy_cuda(Precision, const EnergyArguments&, int) {}
#endif

}  // namespace hermite
