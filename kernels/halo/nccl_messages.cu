#include "kernels/halo/nccl_messages.hpp"
#if HERMITE_NCCL_ENABLED
#include <nccl.h>

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
ncclComm_t communicator_of(void* c) { return static_cast<ncclComm_t>(c); }

}  // namespace

NcclMessages::NcclMessages(Ranks& ranks, const std::vector<int>& peers) {
  ncclUniqueId id{};
  if (ranks.first()) check_nccl(ncclGetUniqueId(&id), "starting");
  id = ranks.of_first(id);
  ncclComm_t communicator = nullptr;
  // It may take as many blocks as it likes: a few are slow beside kernels that use all of memory's bandwidth, and
  // the inner planes of a rank may then end before the messages do.
  check_nccl(ncclCommInitRank(&communicator, ranks.count(), id, ranks.rank()), "starting");
  communicator_ = communicator;
  cuda_create_stream(stream_, event_);
  connect(peers);
}

// By a byte to each and one from each, all of their own.
void NcclMessages::connect(const std::vector<int>& peers) {
  if (peers.empty()) return;
  char* bytes = nullptr;
  check_cuda(cudaMalloc(&bytes, 2 * peers.size()), "allocating memory");
  check_cuda(cudaMemset(bytes, 0, 2 * peers.size()), "clearing memory");
  begin();
  char* next = bytes;
  for (const int peer : peers) {
    send(peer, next++, 1);
    receive(peer, next++, 1);
  }
  end();
  cuda_wait_for_stream(stream_);
  check_cuda(cudaFree(bytes), "freeing memory");
}

NcclMessages::~NcclMessages() {
  cuda_release_stream(stream_, event_);
  ncclCommDestroy(communicator_of(communicator_));
}

void NcclMessages::begin() {
  cuda_wait_in_stream(stream_, nullptr, event_);
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

void NcclMessages::finish(void* stream) { cuda_wait_in_stream(stream, stream_, event_); }

}  // namespace hermite
#endif
