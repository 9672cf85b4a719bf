#pragma once
// Fills halo nodes from other nodes of the same array: node m of `box` gets the values of node
// m + shift, for every field and entry. Periodic boundaries are copies of this kind, and so are the
// images at a mirror wall, one layer of nodes at a time, with signs: the derivative j along the
// normal of a field that is even about the wall changes by (-1)^j, of an odd one by -(-1)^j.
// Axis by axis; later axes cover the halos of earlier ones, so that edges and corners are right too:
// there the signs multiply. Freestanding.

#include "hermite/grid/layout.hpp"
#include "kernels/device/kernel_base.hpp"

namespace hermite {

constexpr int max_fields = 16;

struct HaloCopyArguments {
  void* data = nullptr;
  NodeLayout layout;
  int fields = 1, entries = 1;
  int derivatives = 1;  // per direction, n
  CellBox box;
  long shift[3] = {0, 0, 0};
  bool mirrored = false;
  int derivative_step = 1;    // of entries from one derivative along the normal to the next
  int sign[max_fields] = {};  // of a field's image
  int lanes = 1;
};

template <class T>
struct HaloCopy : KernelBase<T, 8, 32> {
  HaloCopyArguments a;

  explicit HaloCopy(const HaloCopyArguments& arguments)
      : KernelBase<T, 8, 32>{{arguments.box, {arguments.lanes, 1, 1}}}, a(arguments) {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  HERMITE_DEVICE T factor(int field, int entry) const {
    if (!a.mirrored) return 1;
    const int j = entry / a.derivative_step % a.derivatives;
    return static_cast<T>(j % 2 == 0 ? a.sign[field] : -a.sign[field]);
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->tiling.tile(block.index(), 0);
    block.set_active(tile.lanes);
    T* data = static_cast<T*>(a.data);
    const NodeLayout& s = a.layout;
    constexpr int prefetch_rows = 16;
    const long from = a.shift[0] * s.m1 + a.shift[1] * s.m2 + a.shift[2] * s.m3;
    block.template rows<Sync::none>(a.fields * a.entries, [&](Item it) {  // (field, entry)
      const int f = it.row / a.entries, e = it.row % a.entries;
      T* p = data + s.at(f, tile.begin[2], tile.begin[1], tile.begin[0] + it.lane, e);
      // Along x1 every value lies in a line of its own, too far apart for the hardware to foresee.
      block.prefetch(p + prefetch_rows * s.entry);
      block.prefetch(p + from + prefetch_rows * s.entry);
      block.store(p, s.m1, it, factor(f, e) * block.load(p + from, s.m1));
    });
  }
};

}  // namespace hermite
