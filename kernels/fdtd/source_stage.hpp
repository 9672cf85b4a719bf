#pragma once
// The stage that adds sources to fields once these are updated (source_kernel.hpp).

#include <memory>
#include <string>

#include "kernels/fdtd/source_kernel.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

struct SourceStep {
  std::string name;
  SourceArguments ready;               // all but the arrays
  std::shared_ptr<const void> tables;  // whose memory `ready` points to
  // The arrays that are driven: so many from the first one on, components 0, 1, ... of the nodes.
  int first, count;
  int clock;  // the array that counts steps
};

Stage source_stage(const SourceStep& step, Precision precision, bool cuda);

// source_cuda.cu
#if HERMITE_CUDA_ENABLED
void launch_sources_cuda(Precision precision, const SourceArguments& a, void* stream);
#else
inline void launch_sources_cuda(Precision, const SourceArguments&, void*) {}
#endif

}  // namespace hermite
