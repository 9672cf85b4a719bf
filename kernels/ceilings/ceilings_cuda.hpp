#pragma once
// The CUDA side of the kernels that measure a device; without CUDA it is never called.

#include "kernels/ceilings/ceiling_kernels.hpp"

namespace hermite {

#if HERMITE_CUDA_ENABLED
void launch_stream_cuda(StreamKind kind, const StreamArguments& arguments);
void launch_compute_cuda(ComputeKind kind, Precision precision, const ComputeArguments& arguments);
#else
inline void launch_stream_cuda(StreamKind, const StreamArguments&) {}
inline void launch_compute_cuda(ComputeKind, Precision, const ComputeArguments&) {}
#endif

}  // namespace hermite
