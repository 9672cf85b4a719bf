#include "kernels/halo/halo_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

void halo_copy_cuda(Precision precision, const HaloCopyArguments& a, void* stream) {
  const auto in = static_cast<cudaStream_t>(stream);
  if (precision == Precision::single)
    launch_cuda(HaloCopy<float>(a), in);
  else
    launch_cuda(HaloCopy<double>(a), in);
}

}  // namespace hermite
