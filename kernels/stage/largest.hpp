#pragma once
// The largest magnitude in an array, NaN counting as infinite: the check for instability.
// A block takes some rows of one plane m3 of one field and returns a maximum per column m1; of these, taken as
// rows whose lanes are planes, it makes fewer and fewer, until one per plane is left (growth.cpp). Freestanding.

#include "hermite/grid/layout.hpp"
#include "kernels/device/kernel_base.hpp"

namespace hermite {

struct LargestArguments {
  const void* data;
  NodeLayout layout;
  int entries, field;
  long nodes[3];
  long rows;  // along x2 that a block takes: a part of them
  int lanes;
  void* largest;  // at m3 + m1 lane_step + part part_step
  long lane_step, part_step;
};

template <class T>
struct Largest : KernelBase<T, 1, 128> {
  LargestArguments a;

  explicit Largest(const LargestArguments& arguments)
      : KernelBase<T, 1, 128>{{{{0, 0, 0},
                                {arguments.nodes[0], divide_up(arguments.nodes[1], arguments.rows),
                                 arguments.nodes[2]}},
                               {arguments.lanes, 1, 1}}},
        a(arguments) {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->tiling.tile(block.index(), 0);
    block.set_active(tile.lanes);
    const long part = tile.begin[1], end = least((part + 1) * a.rows, a.nodes[1]);
    const T* data = static_cast<const T*>(a.data);
    const NodeLayout& s = a.layout;
    block.template rows<Sync::none>(1, [&](Item it) {
      typename Block::Value r_most{};
      for (long m2 = part * a.rows; m2 < end; ++m2)
        for (int e = 0; e < a.entries; ++e)
          r_most = block.larger(r_most, block.load(data + s.at(a.field, tile.begin[2], m2,
                                                               tile.begin[0] + it.lane, e),
                                                   s.m1));
      T* out = static_cast<T*>(a.largest) + tile.begin[2] +
               (tile.begin[0] + it.lane) * a.lane_step + part * a.part_step;
      block.store(out, a.lane_step, it, r_most);
    });
  }
};

}  // namespace hermite
