#include "kernels/device/cuda_graph.hpp"

#include "kernels/device/cuda_api.hpp"

namespace hermite {

namespace {

// What fails is told by the exception, and not once more by the next launch.
void check_recording(cudaError_t status) {
  if (status != cudaSuccess) cudaGetLastError();
  check_cuda(status, "recording kernels");
}

// Blocking, so that a launch in the default stream meanwhile is an error instead of a kernel that runs.
struct Stream {
  cudaStream_t stream = nullptr;
  Stream() { check_recording(cudaStreamCreate(&stream)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(stream); }
};

struct Record {
  cudaGraph_t graph = nullptr;
  ~Record() {
    if (graph != nullptr) cudaGraphDestroy(graph);
  }
};

}  // namespace

CudaGraph::CudaGraph(const std::function<void(void* stream)>& work) {
  const Stream to;
  Record record;
  check_recording(cudaStreamBeginCapture(to.stream, cudaStreamCaptureModeGlobal));
  try {
    work(to.stream);
  } catch (...) {
    cudaStreamEndCapture(to.stream, &record.graph);
    cudaGetLastError();  // told by the exception
    throw;
  }
  check_recording(cudaStreamEndCapture(to.stream, &record.graph));
  cudaGraphExec_t ready = nullptr;
  check_recording(cudaGraphInstantiate(&ready, record.graph, 0));
  // Its memory on the GPU is asked for here, where a refusal means that kernels run one by one.
  const cudaError_t uploaded = cudaGraphUpload(ready, to.stream);
  if (uploaded != cudaSuccess) cudaGraphExecDestroy(ready);
  check_recording(uploaded);
  check_recording(cudaStreamSynchronize(to.stream));
  graph_ = ready;
}

CudaGraph::~CudaGraph() { cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph_)); }

void CudaGraph::launch() const {
  check_cuda(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph_), nullptr),
             "launching recorded kernels");
}

}  // namespace hermite
