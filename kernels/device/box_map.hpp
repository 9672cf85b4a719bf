#pragma once
// What the copy engine is told of an array whose boxes it copies (box_copy.hpp). Kernels have it among their
// arguments, made on the host. Freestanding.

#include "hermite/grid/layout.hpp"
#include "kernels/device/sectors.hpp"

namespace hermite {

// How many nodes a box has, along x1 with its lead, and how many of their entries; each up to 256.
struct BoxShape {
  int x1 = 0, x2 = 0, x3 = 0, entries = 0;

  constexpr bool exists() const { return x1 > 0; }
};

// Made on the host, read from a kernel's arguments.
struct alignas(64) BoxMap {
  unsigned long long words[16] = {};  // in the engine's own terms
  int x1 = 0, x2 = 0, x3 = 0;         // its indices of node (0, 0, 0)
  int field = 0;                      // its planes of a field

  // Where node m1 lies in a box that was asked to begin there.
  template <class T>
  HERMITE_DEVICE int lead(long m1) const {
    return (static_cast<int>(m1) + x1) % sector_values(sizeof(T));
  }
};

// Of an array of `fields` fields.
BoxMap make_box_map(const void* data, const NodeLayout& layout, int fields, int value_bytes,
                    const BoxShape& shape);

}  // namespace hermite
