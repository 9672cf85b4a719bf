#include "kernels/device/cuda_graph.hpp"

#include "kernels/device/cuda_api.hpp"

namespace hermite {

namespace {

const char* const recording = "recording kernels";

// Blocking, so that a launch in the default stream meanwhile is an error instead of a kernel that runs.
struct Stream {
  cudaStream_t stream = nullptr;
  Stream() { check_cuda(cudaStreamCreate(&stream), recording); }
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
  check_cuda(cudaStreamBeginCapture(to.stream, cudaStreamCaptureModeGlobal), recording);
  try {
    work(to.stream);
  } catch (...) {
    cudaStreamEndCapture(to.stream, &record.graph);
    cudaGetLastError();  // told by the exception
    throw;
  }
  const cudaError_t status = cudaStreamEndCapture(to.stream, &record.graph);
  if (status != cudaSuccess) cudaGetLastError();
  check_cuda(status, recording);
  cudaGraphExec_t ready = nullptr;
  check_cuda(cudaGraphInstantiate(&ready, record.graph, 0), recording);
  graph_ = ready;
}

CudaGraph::~CudaGraph() { cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph_)); }

void CudaGraph::launch() const {
  check_cuda(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph_), nullptr),
             "launching recorded kernels");
}

}  // namespace hermite
