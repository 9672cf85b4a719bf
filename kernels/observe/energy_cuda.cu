#include "kernels/observe/energy_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

void energy_cuda(Precision precision, const EnergyArguments& a, int lanes) {
  if (precision == Precision::single)
    launch_cuda(EnergyKernel<float>(a, lanes), nullptr);
  else
    launch_cuda(EnergyKernel<double>(a, lanes), nullptr);
}

}  // namespace hermite
