#include "kernels/halo/halo_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

void halo_copy_cuda(Precision precision, const HaloCopyArguments& a, bool x1_innermost,
                    void* stream) {
  const auto in = static_cast<cudaStream_t>(stream);
  if (precision == Precision::single)
    launch_cuda(HaloCopy<float>(a, x1_innermost, 32), in);
  else
    launch_cuda(HaloCopy<double>(a, x1_innermost, 32), in);
}

}  // namespace hermite
