#include "kernels/observe/spectrum_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

void spectrum_cuda(Precision precision, const SpectrumArguments& a, void* stream) {
  if (precision == Precision::single)
    launch_cuda(SpectrumKernel<float>(a), static_cast<cudaStream_t>(stream));
  else
    launch_cuda(SpectrumKernel<double>(a), static_cast<cudaStream_t>(stream));
}

}  // namespace hermite
