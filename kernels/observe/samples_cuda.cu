#include "kernels/observe/samples_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

void samples_cuda(Precision precision, const SampleArguments& a) {
  if (precision == Precision::single)
    launch_cuda(Samples<float>(a), nullptr);
  else
    launch_cuda(Samples<double>(a), nullptr);
}

}  // namespace hermite
