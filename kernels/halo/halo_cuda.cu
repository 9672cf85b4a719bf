#include "kernels/halo/halo_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

void halo_copy_cuda(Precision precision, const HaloCopyArguments& a) {
  if (precision == Precision::single)
    launch_cuda(HaloCopy<float>(a), nullptr);
  else
    launch_cuda(HaloCopy<double>(a), nullptr);
}

}  // namespace hermite
