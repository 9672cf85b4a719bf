#pragma once
// The CUDA side of energies, samples and transforms; without CUDA it is never called.

#include "kernels/device/precision.hpp"
#include "kernels/observe/energy_kernel.hpp"
#include "kernels/observe/samples.hpp"
#include "kernels/observe/spectrum_kernel.hpp"

namespace hermite {

#if HERMITE_CUDA_ENABLED
void energy_cuda(Precision precision, const EnergyArguments& a, int lanes);
void samples_cuda(Precision precision, const SampleArguments& a);
void spectrum_cuda(Precision precision, const SpectrumArguments& a, void* stream);
#else
inline void energy_cuda(Precision, const EnergyArguments&, int) {}
inline void samples_cuda(Precision, const SampleArguments&) {}
inline void spectrum_cuda(Precision, const SpectrumArguments&, void*) {}
#endif

}  // namespace hermite
