#include "kernels/halo/neighbours.hpp"

#include <cstdlib>

#include "hermite/core/error.hpp"

namespace hermite {

namespace {

enum Tag { upwards = 1, downwards = 2 };

bool takes_nccl(const Device& device) {
  const char* const value = std::getenv("HERMITE_MESSAGES");
  const std::string wanted = value == nullptr ? "" : value;
  if (!wanted.empty() && wanted != "nccl" && wanted != "mpi")
    throw UsageError("HERMITE_MESSAGES: found " + wanted + ", allowed nccl or mpi");
  const bool can = device.cuda() && nccl_enabled();
  if (wanted == "nccl" && !can)
    throw MachineError(
        "HERMITE_MESSAGES: found nccl, which needs --device cuda and a build that "
        "found NCCL; take mpi");
  return can && wanted != "mpi";
}

}  // namespace

Neighbours::Neighbours(Ranks& ranks, const Device& device, bool periodic, int dimension,
                       int value_bytes)
    : ranks_(ranks),
      dimension_(dimension),
      value_bytes_(value_bytes),
      staging_(device),
      waits_(ranks, device) {
  const int rank = ranks.rank(), count = ranks.count();
  if (rank > 0 || periodic) below_ = (rank + count - 1) % count;
  if (rank + 1 < count || periodic) above_ = (rank + 1) % count;
  if (!takes_nccl(device)) return;
  std::vector<int> peers;
  if (has_below()) peers.push_back(below_);
  if (has_above() && above_ != below_) peers.push_back(above_);
  direct_ = std::make_unique<NcclMessages>(ranks, peers);
}

std::string message_path(const Device& device) {
  return takes_nccl(device) ? "NCCL" : device.cuda() ? "pinned memory and MPI" : "MPI";
}

// At the upper end or the lower one: the outermost own planes, which travel, or the halo planes beyond.
Neighbours::Chunks Neighbours::chunks(const std::vector<Part>& parts, bool above, bool own) const {
  Chunks chunks;
  if ((above ? above_ : below_) < 0) return chunks;
  for (const Part& part : parts) {
    const NodeExtents& x = part.extents;
    const NodeLayout& s = part.layout;
    const int planes =
        own ? (above ? part.for_above : part.for_below) : (above ? part.above : part.below);
    const long nodes = x.nodes[dimension_ - 1];
    const long first = above ? (own ? nodes - planes : nodes) : (own ? 0 : -planes);
    const auto bytes = static_cast<std::size_t>(planes * (dimension_ == 3 ? s.m3 : s.m2) *
                                                static_cast<long>(value_bytes_));
    // From the plane's first value in memory on, which is one of its halos.
    for (int f = 0; f < x.fields && planes > 0; ++f) {
      const long at = dimension_ == 3 ? s.at(f, first, -x.below[1], -x.below[0], 0)
                                      : s.at(f, 0, first, -x.below[0], 0);
      chunks.list.push_back({static_cast<char*>(part.data) + at * value_bytes_, bytes});
      chunks.bytes += bytes;
    }
  }
  return chunks;
}

void Neighbours::start(const std::vector<Part>& parts) {
  from_below_ = chunks(parts, false, false);
  from_above_ = chunks(parts, true, false);
  to_below_ = chunks(parts, false, true);
  to_above_ = chunks(parts, true, true);
  if (direct_) return start_direct();
  staging_.begin({from_below_.bytes, from_above_.bytes, to_below_.bytes, to_above_.bytes});
  if (has_below()) ranks_.start_receive({below_, upwards, staging_.buffer(0), from_below_.bytes});
  if (has_above()) ranks_.start_receive({above_, downwards, staging_.buffer(1), from_above_.bytes});
  copy(to_below_, 2, true);
  copy(to_above_, 3, true);
  // Of a GPU the copies wait for its kernels: what does not need the halos is launched first.
  if (!staging_.asynchronous()) send();
}

// Of messages between the same two ranks the first that is sent is the first to be received: where both
// neighbours are one rank, what goes up comes from below.
void Neighbours::start_direct() {
  direct_->begin();
  for (const Chunk& chunk : to_above_.list) direct_->send(above_, chunk.data, chunk.bytes);
  for (const Chunk& chunk : from_below_.list) direct_->receive(below_, chunk.data, chunk.bytes);
  for (const Chunk& chunk : to_below_.list) direct_->send(below_, chunk.data, chunk.bytes);
  for (const Chunk& chunk : from_above_.list) direct_->receive(above_, chunk.data, chunk.bytes);
  direct_->end();
}

void Neighbours::send() {
  if (has_below()) ranks_.start_send({below_, downwards, staging_.buffer(2), to_below_.bytes});
  if (has_above()) ranks_.start_send({above_, upwards, staging_.buffer(3), to_above_.bytes});
}

void Neighbours::finish(void* stream) {
  waits_.begin();
  if (!direct_) receive_staged();
  direct_ ? direct_->finish(stream) : staging_.end(stream);
  waits_.end(stream);
}

void Neighbours::receive_staged() {
  if (staging_.asynchronous()) {
    staging_.wait();
    send();
  }
  ranks_.wait();
  copy(from_below_, 0, false);
  copy(from_above_, 1, false);
}

void Neighbours::copy(const Chunks& chunks, int buffer, bool out) {
  char* place = static_cast<char*>(staging_.buffer(buffer));
  for (const Chunk& chunk : chunks.list) {
    if (out)
      staging_.copy(place, chunk.data, chunk.bytes);
    else
      staging_.copy(chunk.data, place, chunk.bytes);
    place += chunk.bytes;
  }
}

}  // namespace hermite
