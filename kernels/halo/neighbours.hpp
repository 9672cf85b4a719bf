#pragma once
// Halos that other ranks fill: planes beyond a rank's own, along the slowest axis, from the ranks that
// have them. A plane travels with its halos along the other axes, which its rank has filled.
//
//   rank r    - - = = = = = = - -      =: own planes, -: halo planes
//                 | |     | |
//             the rank below's  the rank above's
//
// Planes of one field are contiguous in every layout. NCCL sends them from GPU to GPU, where it is there;
// else they go through buffers that MPI reads and writes, of a GPU pinned ones. Kernels that need no halo may
// run between start() and finish().

#include <memory>
#include <string>
#include <vector>

#include "hermite/grid/layout.hpp"
#include "hermite/parallel/ranks.hpp"
#include "kernels/device/device.hpp"
#include "kernels/halo/halo_waits.hpp"
#include "kernels/halo/nccl_messages.hpp"
#include "kernels/halo/staging.hpp"

namespace hermite {

class Neighbours {
 public:
  // An array, and how many planes of it travel.
  struct Part {
    void* data;
    NodeLayout layout;  // from the first own plane
    NodeExtents extents;
    int below, above;          // that are received from the ranks below and above
    int for_below, for_above;  // that are sent to them
  };

  // `periodic`: the last rank is below the first one. Ranks and device must outlive it.
  Neighbours(Ranks& ranks, const Device& device, bool periodic, int dimension, int value_bytes);

  bool has_below() const { return below_ >= 0; }
  bool has_above() const { return above_ >= 0; }
  int below() const { return below_; }
  int above() const { return above_; }

  // What was launched before is on its way to the others; the same arrays on all ranks.
  void start(const std::vector<Part>& parts);
  // What is launched in `stream` from now on finds the halos filled. If that is not the default one, which this
  // does not hold up, then it must wait for it before it goes on to what comes after the outer planes.
  void finish(void* stream = nullptr);
  // That the device waited for halos so far, and had nothing else to do.
  double seconds_waited() { return waits_.seconds(); }

 private:
  struct Chunk {
    char* data;
    std::size_t bytes;
  };
  struct Chunks {
    std::vector<Chunk> list;
    std::size_t bytes = 0;
  };
  Chunks chunks(const std::vector<Part>& parts, bool above, bool own) const;
  void copy(const Chunks& chunks, int buffer, bool out);
  void send();
  void start_direct();
  void receive_staged();

  Ranks& ranks_;
  int below_ = -1, above_ = -1;
  int dimension_, value_bytes_;
  Staging staging_;
  HaloWaits waits_;
  std::unique_ptr<NcclMessages> direct_;
  Chunks from_below_, from_above_, to_below_, to_above_;
};

// What messages between ranks go by on such a device: "NCCL", "pinned memory and MPI", "MPI". The variable
// HERMITE_MESSAGES, nccl or mpi, chooses where there is a choice.
std::string message_path(const Device& device);

}  // namespace hermite
