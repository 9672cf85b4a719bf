#include "kernels/observe/observe_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

void energy_cuda(Precision precision, const EnergyArguments& a, int lanes) {
  with_precision(precision,
                 [&](auto zero) { launch_cuda(EnergyKernel<decltype(zero)>(a, lanes), nullptr); });
}

void samples_cuda(Precision precision, const SampleArguments& a) {
  with_precision(precision, [&](auto zero) { launch_cuda(Samples<decltype(zero)>(a), nullptr); });
}

void spectrum_cuda(Precision precision, const SpectrumArguments& a, void* stream) {
  with_precision(precision, [&](auto zero) {
    launch_cuda(SpectrumKernel<decltype(zero)>(a), static_cast<cudaStream_t>(stream));
  });
}

}  // namespace hermite
