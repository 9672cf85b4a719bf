#pragma once
// Copies boxes of a node array to scratch by the copy engine of a multiprocessor (Hopper and later), and runs of
// values: one thread asks for a box, all wait for it, and no other instruction or register is spent.
//
//   box in scratch: [plane m3][entry][node along x2][node along x1], of one field
//
// A box begins with a sector of memory and is whole sectors wide (box_width), so some nodes
// (`BoxMap::lead`) before the first one that was asked for: the engine could begin within one, and then asks
// the second-level cache more often (by which the shift took 7 to 11 % longer for N = 1 and 2). Nodes outside
// of the array arrive as 0. For CUDA, arrays with x1 innermost.

#include "kernels/device/box_map.hpp"

namespace hermite {

// Whether all GPUs that this is compiled for have the engine.
constexpr bool has_copy_engine = least_architecture() >= 900;

HERMITE_DEVICE unsigned scratch_address(const void* s) {
  return static_cast<unsigned>(__cvta_generic_to_shared(s));
}

// A barrier of the hardware, of which phases number 0, 1, 2, ... end one after the other. Lies in shared memory.
class PhaseBarrier {
 public:
  // By one thread; then a barrier of the block. So many arrivals end a phase.
  HERMITE_DEVICE void begin(int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address()), "r"(arrivals));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  HERMITE_DEVICE void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address()) : "memory");
  }
  // Until phase `number` has ended, which is this one or the one before.
  HERMITE_DEVICE void wait(int number) {
    unsigned done = 0;
    while (done == 0)
      asm volatile(
          "{ .reg .pred p;\n"
          "  mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
          "  selp.u32 %0, 1, 0, p; }"
          : "=r"(done)
          : "r"(address()), "r"(static_cast<unsigned>(number) % 2)
          : "memory");
  }
  HERMITE_DEVICE unsigned address() { return scratch_address(&state_); }

 private:
  unsigned long long state_;
};

// The arrivals of copies at one place of scratch. Lies in shared memory.
class BoxArrival {
 public:
  // By one thread; then a barrier of the block.
  HERMITE_DEVICE void begin() { barrier_.begin(1); }
  // By one thread, before the boxes and runs that are to arrive together: how many bytes they have in all.
  HERMITE_DEVICE void expect(int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier_.address()),
                 "r"(bytes)
                 : "memory");
  }
  // By the same: starts the copy of the box whose lowest node is (m1, m2, m3), from an entry on, to scratch
  // that begins at a multiple of 128 bytes.
  template <class T>
  HERMITE_DEVICE void copy(T* s, const BoxMap& map, int field, long m3, long m2, long m1,
                           int entry = 0) {
    asm volatile(
        "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3, %4, %5}], [%6];" ::"r"(scratch_address(s)),
        "l"(map.words), "r"(static_cast<int>(m1) + map.x1 - map.lead<T>(m1)),
        "r"(static_cast<int>(m2) + map.x2), "r"(entry),
        "r"(static_cast<int>(m3) + map.x3 + field * map.field), "r"(barrier_.address())
        : "memory");
  }
  // By the same: values that follow each other; `bytes` and both places are multiples of 16 bytes.
  template <class T>
  HERMITE_DEVICE void copy_run(T* s, const T* p, int bytes) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(scratch_address(s)),
        "l"(p), "r"(bytes), "r"(barrier_.address())
        : "memory");
  }
  // The engine reads and writes memory by a way of its own: by the thread that asks for a box where others
  // have read and written before, it is to come after them.
  HERMITE_DEVICE static void reuse() {
    __threadfence_block();
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  // By every thread that reads what arrival number 0, 1, 2, ... at this place has brought.
  HERMITE_DEVICE void wait(int number) { barrier_.wait(number); }

 private:
  PhaseBarrier barrier_;
};

}  // namespace hermite
