#pragma once
// Work on the GPU that is recorded once and launched again and again as one: what a launch costs the
// host is then paid once for all of its kernels. In cuda_graph.cu, or in no_cuda.cpp where CUDA is left
// out.

#include <functional>

namespace hermite {

class CudaGraph {
 public:
  // Calls `work` with a stream. What it launches there is recorded with its arguments as they are, and
  // does not run. Anything else that it asks of CUDA but for facts (memory, copies, kernels in other
  // streams) makes CUDA refuse the record: throws MachineError with the reason, and nothing has run.
  explicit CudaGraph(const std::function<void(void* stream)>& work);
  CudaGraph(const CudaGraph&) = delete;
  CudaGraph& operator=(const CudaGraph&) = delete;
  ~CudaGraph();

  // Runs it after all that was launched before, and before all that is launched then.
  void launch() const;

 private:
  void* graph_ = nullptr;
};

}  // namespace hermite
