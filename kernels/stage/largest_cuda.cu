#include "kernels/stage/largest_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

void largest_cuda(Precision precision, const LargestArguments& a) {
  if (precision == Precision::single)
    launch_cuda(Largest<float>(a), nullptr);
  else
    launch_cuda(Largest<double>(a), nullptr);
}

}  // namespace hermite
