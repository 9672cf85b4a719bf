#include "kernels/halo/halo_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

void halo_copy_cuda(Precision precision, const HaloCopyArguments& a, bool x1_innermost,
                    void* stream) {
  const auto in = static_cast<cudaStream_t>(stream);
  with_precision(precision, [&](auto zero) {
    launch_cuda(HaloCopy<decltype(zero)>(a, x1_innermost, 32), in);
  });
}

}  // namespace hermite
