#pragma once
// CPML as every scheme has it (Roden and Gedney 2000; Komatitsch and Martin 2007): a derivative in a
// layer is divided by kappa, and psi is added,
//   psi <- b psi + c d,   d -> d/kappa + psi,
// and where the layers of an axis are. psi has an array for each derivative, which covers the layers at
// both ends of its axis, the lower one first:
//
//   nodes along the axis   0 1 2 3 . . . . . . . . 9 a b c     lower = 4, upper_begin = 9 of 13
//   psi along the axis     0 1 2 3                 4 5 6 7
//
// Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

template <class V, class B, class C>
HERMITE_DEVICE V cpml_memory(B b, V psi, C c, V d) {
  return b * psi + c * d;
}

struct CpmlAxis {
  const void* b = nullptr;      // [slab index]
  const void* c = nullptr;      // [slab index], over h
  long lower = 0;               // nodes below this are in the layer
  long upper_begin = 1L << 60;  // and from this one on

  HERMITE_DEVICE constexpr bool holds(long node) const {
    return node < lower || node >= upper_begin;
  }
  // Whether it holds any of `lanes` nodes from this one on.
  HERMITE_DEVICE constexpr bool meets(long node, int lanes) const {
    return node < lower || node + lanes > upper_begin;
  }
  HERMITE_DEVICE constexpr long slab_index(long node) const {
    return node < lower ? node : node - upper_begin + lower;
  }
  // Of psi along an axis of `nodes` nodes: those that it holds. The lower layer's packs count whole, also
  // where the axis is shorter than they are; the upper layer's end with the axis.
  constexpr long count(long nodes) const {
    return lower + (nodes > upper_begin ? nodes - upper_begin : 0);
  }
  // Layers that begin and end with packs of so many nodes, so that a pack of lanes is in one or is not:
  // thicker ones, but where b = c = 0 psi stays 0. Where they meet all nodes are in them.
  constexpr CpmlAxis in_packs(long pack) const {
    CpmlAxis layer = *this;
    layer.lower = divide_up(lower, pack) * pack;
    const long upper = upper_begin / pack * pack;
    layer.upper_begin = upper > layer.lower ? upper : layer.lower;
    return layer;
  }
};

}  // namespace hermite
