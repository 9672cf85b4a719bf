#pragma once
// Boxes of a node array that arrive in scratch one after the other, `Depth` of them at a time, and
// whose readers do not wait for each other: the last warp that has read a box asks for the one that
// takes its place. Lies in shared memory. For CUDA (box_copy.hpp).
//
//   ring.begin()              by one thread; then a barrier of the block
//   ring.arrival(place)       where boxes number `place`, `place` + Depth, ... are asked for
//   ring.wait(place, round)   by every thread that reads box number `place` + `round` Depth
//   ring.leave(place)         by every warp that has read it, a barrier of the warp: in its first lane, how
//                             often warps had left the place before, in all rounds; elsewhere -1
//                             the one that is the last of a round may then ask for the next box (reuse)

#include "kernels/device/box_copy.hpp"

namespace hermite {

template <int Depth>
class BoxRing {
 public:
  HERMITE_DEVICE void begin() {
    for (int place = 0; place < Depth; ++place) {
      arrivals_[place].begin();
      left_[place] = 0;
    }
  }
  HERMITE_DEVICE BoxArrival& arrival(int place) { return arrivals_[place]; }
  HERMITE_DEVICE void wait(int place, int round) { arrivals_[place].wait(round); }
  HERMITE_DEVICE int leave(int place) {
    __syncwarp();
    if (threadIdx.x % 32 != 0) return -1;
    __threadfence_block();  // what was read comes before what is told
    return atomicAdd(&left_[place], 1);
  }

 private:
  BoxArrival arrivals_[Depth];
  int left_[Depth];  // how often warps have left a place
};

}  // namespace hermite
