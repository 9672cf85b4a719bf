#include "kernels/halo/nccl_messages.hpp"
#if HERMITE_NCCL_ENABLED
#include <nccl.h>

#include <algorithm>

#include "kernels/device/cuda_api.hpp"
#include "kernels/device/cuda_copies.hpp"

namespace hermite {

namespace {

void check_nccl(ncclResult_t status, const char* doing) {
  if (status != ncclSuccess)
    throw MachineError(std::string("NCCL failed while ") + doing + ": " +
                       ncclGetErrorString(status) + "; HERMITE_MESSAGES=mpi does without it");
}

cudaStream_t stream_of(void* stream) { return static_cast<cudaStream_t>(stream); }
cudaEvent_t event_of(void* event) { return static_cast<cudaEvent_t>(event); }
ncclComm_t communicator_of(void* c) { return static_cast<ncclComm_t>(c); }

void* timed_event() {
  cudaEvent_t event = nullptr;
  check_cuda(cudaEventCreate(&event), "creating an event");
  return event;
}

}  // namespace

NcclMessages::NcclMessages(Ranks& ranks) : ranks_(ranks) {
  ncclUniqueId id{};
  if (ranks.first()) check_nccl(ncclGetUniqueId(&id), "starting");
  id = ranks.of_first(id);
  ncclComm_t communicator = nullptr;
  check_nccl(ncclCommInitRank(&communicator, ranks.count(), id, ranks.rank()), "starting");
  communicator_ = communicator;
  cuda_create_stream(stream_, event_);
  for (int i = 0; i < most_exchanges; ++i) {
    idle_[i] = timed_event();
    arrived_[i] = timed_event();
  }
}

NcclMessages::~NcclMessages() {
  for (int i = 0; i < most_exchanges; ++i) {
    cudaEventDestroy(event_of(idle_[i]));
    cudaEventDestroy(event_of(arrived_[i]));
  }
  cuda_release_stream(stream_, event_);
  ncclCommDestroy(communicator_of(communicator_));
}

void NcclMessages::begin() {
  cuda_stream_after_launches(stream_, event_);
  check_nccl(ncclGroupStart(), "sending");
}

void NcclMessages::send(int peer, const void* data, std::size_t bytes) {
  check_nccl(
      ncclSend(data, bytes, ncclChar, peer, communicator_of(communicator_), stream_of(stream_)),
      "sending");
}

void NcclMessages::receive(int peer, void* data, std::size_t bytes) {
  check_nccl(
      ncclRecv(data, bytes, ncclChar, peer, communicator_of(communicator_), stream_of(stream_)),
      "receiving");
}

void NcclMessages::end() { check_nccl(ncclGroupEnd(), "sending"); }

void NcclMessages::finish() {
  const long i = exchanges_ % most_exchanges;
  if (exchanges_ >= most_exchanges) {
    float gap = 0;
    check_cuda(cudaEventSynchronize(event_of(idle_[i])), "waiting for an event");
    check_cuda(cudaEventElapsedTime(&gap, event_of(idle_[i]), event_of(arrived_[i])),
               "reading a time");
    ranks_.add_wait(1e-3 * static_cast<double>(std::max(gap, 0.0F)));
  }
  ++exchanges_;
  check_cuda(cudaEventRecord(event_of(idle_[i]), nullptr), "recording an event");
  check_cuda(cudaEventRecord(event_of(arrived_[i]), stream_of(stream_)), "recording an event");
  cuda_launches_after_stream(stream_, event_);
}

}  // namespace hermite
#endif
