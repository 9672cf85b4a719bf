#include "kernels/device/launch_cuda.hpp"
#include "kernels/fdtd/source_stage.hpp"

namespace hermite {

void launch_sources_cuda(Precision precision, const SourceArguments& a, void* stream) {
  with_precision(precision, [&](auto zero) {
    launch_cuda(SourceKernel<decltype(zero)>(a), static_cast<cudaStream_t>(stream));
  });
}

}  // namespace hermite
