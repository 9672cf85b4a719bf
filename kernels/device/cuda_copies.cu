#include "kernels/device/cuda_copies.hpp"

#include "kernels/device/cuda_api.hpp"

namespace hermite {

namespace {

cudaStream_t stream_of(void* stream) { return static_cast<cudaStream_t>(stream); }
cudaEvent_t event_of(void* event) { return static_cast<cudaEvent_t>(event); }

}  // namespace

void* cuda_allocate_pinned(std::size_t bytes) {
  void* data = nullptr;
  check_cuda(cudaMallocHost(&data, bytes), "allocating pinned memory");
  return data;
}
void cuda_release_pinned(void* data) noexcept { cudaFreeHost(data); }

void cuda_create_stream(void*& stream, void*& event) {
  cudaStream_t s = nullptr;
  cudaEvent_t e = nullptr;
  int least = 0, most = 0;
  check_cuda(cudaDeviceGetStreamPriorityRange(&least, &most), "asking for priorities");
  check_cuda(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, most), "creating a stream");
  check_cuda(cudaEventCreateWithFlags(&e, cudaEventDisableTiming), "creating an event");
  stream = s;
  event = e;
}
void cuda_release_stream(void* stream, void* event) noexcept {
  cudaStreamDestroy(stream_of(stream));
  cudaEventDestroy(event_of(event));
}

void cuda_copy_in(void* stream, void* to, const void* from, std::size_t bytes) {
  check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_of(stream)),
             "copying halo planes");
}
void cuda_wait_for_stream(void* stream) {
  check_cuda(cudaStreamSynchronize(stream_of(stream)), "waiting for halo planes");
}

void cuda_wait_in_stream(void* next, void* stream, void* event) {
  check_cuda(cudaEventRecord(event_of(event), stream_of(stream)), "recording an event");
  check_cuda(cudaStreamWaitEvent(stream_of(next), event_of(event), 0), "waiting in a stream");
}

}  // namespace hermite
