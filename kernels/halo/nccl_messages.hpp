#pragma once
// Messages from GPU to GPU by NCCL, in a stream beside that of the kernels: no copy through the host, and
// no wait of it. Where the build found NCCL; ranks still meet by MPI.

#include <cstddef>
#include <vector>

#include "hermite/parallel/ranks.hpp"

namespace hermite {

#if HERMITE_NCCL_ENABLED
class NcclMessages {
 public:
  // By all ranks, each with a GPU of its own that it uses. Connects to `peers` now: NCCL would do so at the
  // first message, within the time loop.
  NcclMessages(Ranks& ranks, const std::vector<int>& peers);
  ~NcclMessages();
  NcclMessages(const NcclMessages&) = delete;
  NcclMessages& operator=(const NcclMessages&) = delete;

  // After what was launched before; what is sent and received until end() travels at once.
  void begin();
  void send(int peer, const void* data, std::size_t bytes);
  void receive(int peer, void* data, std::size_t bytes);
  void end();
  // What is launched in `stream` from now on waits for it.
  void finish(void* stream);

 private:
  void *communicator_ = nullptr, *stream_ = nullptr, *event_ = nullptr;

  void connect(const std::vector<int>& peers);
};
#else
class NcclMessages {
 public:
  NcclMessages(Ranks&, const std::vector<int>&) {}
  void begin() {}
  void send(int, const void*, std::size_t) {}
  void receive(int, void*, std::size_t) {}
  void end() {}
  void finish(void*) {}
};
#endif

constexpr bool nccl_enabled() {
#if HERMITE_NCCL_ENABLED
  return true;
#else
  return false;
#endif
}

}  // namespace hermite
