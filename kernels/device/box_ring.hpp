#pragma once
// Boxes of a node array that arrive in scratch one after the other, `Depth` of them at a time, and
// whose readers do not wait for each other: the last warp that has read a box asks for the one that
// takes its place. Lies in shared memory. For CUDA (box_copy.hpp).
//
//   ring.begin()                      by one thread; then a barrier of the block
//   ring.arrival(place)               where boxes number `place`, `place` + Depth, ... are asked for
//   ring.wait(place, round)           by every thread that reads box number `place` + `round` Depth; rounds may be
//                                     counted modulo 2
//   ring.leave(place, readers, lane)  by every warp that has read it, a barrier of the warp: whether this one was
//                                     the last of so many; then its first lane may ask for the next box (reuse).
//                                     `lane`: the thread's in its warp

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
  HERMITE_DEVICE bool leave(int place, int readers, int lane) {
    __syncwarp();
    if (lane != 0) return false;
    // What was read comes before what is told.
    asm volatile("fence.acq_rel.cta;" ::: "memory");
    const auto last = static_cast<unsigned>(readers - 1);
    return atomicInc(&left_[place], last) == last;  // begins anew after the last one
  }

 private:
  BoxArrival arrivals_[Depth];
  unsigned left_[Depth];  // warps that have left a place
};

}  // namespace hermite
