#pragma once
// What the setup kernel of a kernel that is compiled at run time hands to the host, which knows neither
// its type nor its size (runtime_entry.hpp). Freestanding.

#include "kernels/device/kernel_base.hpp"

namespace hermite {

struct Prepared {
  KernelNeeds needs;
  long bytes;                      // of the kernel with its arguments
  alignas(64) char object[32704];  // it; CUDA takes no more than 32764 bytes of arguments
};
static_assert(sizeof(Prepared) == 128 + 32704, "the same for the host's compiler and NVRTC");

}  // namespace hermite
