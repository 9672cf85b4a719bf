#pragma once
// Copies boxes of a node array to scratch by the copy engine of a multiprocessor (Hopper and later):
// one thread asks for a box, all wait for it, and no other instruction or register is spent.
//
//   box in scratch: [entry][node along x2][node along x1], of one plane m3 of one field
//
// A box begins with a sector of memory, so some nodes (`BoxMap::lead`) before the first one that was
// asked for: the engine could begin within one, and then asks the second-level cache more often (by
// which the shift took 7 to 11 % longer for N = 1 and 2). Nodes outside of the array arrive as 0. For
// CUDA, arrays with x1 innermost.

#include <cstdint>

#include "hermite/grid/layout.hpp"
#include "kernels/device/portable.hpp"

namespace hermite {

// Nodes of a sector, along x1.
constexpr int sector_nodes(int value_bytes) { return 32 / value_bytes; }
// How wide a box is that has so many nodes from wherever in a sector they begin: whole sectors.
constexpr int box_width(int nodes, int value_bytes) {
  const int sector = sector_nodes(value_bytes);
  return divide_up(sector - 1 + nodes, sector) * sector;
}

// What the engine knows of an array: made on the host, read from a kernel's arguments.
struct alignas(64) BoxMap {
  std::uint64_t words[16] = {};  // in the engine's own terms
  int x1 = 0, x2 = 0, x3 = 0;    // its indices of node (0, 0, 0)
  int field = 0;                 // its planes of a field

  // Where node m1 lies in a box that was asked to begin there.
  template <class T>
  HERMITE_DEVICE int lead(long m1) const {
    return (static_cast<int>(m1) + x1) % sector_nodes(sizeof(T));
  }
};

// Of an array of `fields` fields, for boxes of so many nodes along x1, lead included, and x2. Empty
// where only a kernel's sizes are asked for and there are no data.
BoxMap make_box_map(const void* data, const NodeLayout& layout, int fields, int value_bytes,
                    int nodes_x1, int nodes_x2);

// Whether all GPUs that this is compiled for have the engine.
constexpr bool has_copy_engine = least_architecture() >= 900;

// The arrivals of copies at one place of scratch. Lies in shared memory.
class BoxArrival {
 public:
  // By one thread; then a barrier of the block.
  HERMITE_DEVICE void begin() {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address(&state_)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  // By one thread: starts the copy of the box of `bytes` bytes whose lowest node is (m1, m2, m3) to
  // scratch that begins at a multiple of 128 bytes.
  template <class T>
  HERMITE_DEVICE void copy(T* s, int bytes, const BoxMap& map, int field, long m3, long m2,
                           long m1) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(&state_)),
                 "r"(bytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3, %4, %5}], [%6];" ::"r"(address(s)),
        "l"(map.words), "r"(static_cast<int>(m1) + map.x1 - map.lead<T>(m1)),
        "r"(static_cast<int>(m2) + map.x2), "r"(0),
        "r"(static_cast<int>(m3) + map.x3 + field * map.field), "r"(address(&state_))
        : "memory");
  }
  // By every thread that reads what copy number 0, 1, 2, ... to this place has brought.
  HERMITE_DEVICE void wait(int number) {
    unsigned done = 0;
    while (done == 0)
      asm volatile(
          "{ .reg .pred p;\n"
          "  mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
          "  selp.u32 %0, 1, 0, p; }"
          : "=r"(done)
          : "r"(address(&state_)), "r"(number % 2)
          : "memory");
  }

 private:
  HERMITE_DEVICE static unsigned address(void* p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
  }
  std::uint64_t state_;
};

}  // namespace hermite
