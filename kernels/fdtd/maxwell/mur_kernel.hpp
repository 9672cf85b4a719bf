#pragma once
// Mur's first-order absorbing wall (Mur 1981, equation 15), for the components of E along one face:
//   E_0 <- E_1 + k (E_1 new - E_0),   k = (c dt - h)/(c dt + h),
// c that of waves across the face with this E, exact for waves that meet the face at a right angle with c dt = h. Two launches: the first, before E
// is updated, keeps E_1 - k E_0 at each place of the face, the second makes E_0 of it afterwards. So
// nothing outlives a step. Where two faces meet, the later one counts.
//
//        0     1       the face is the plane 0, or the last one; `inward` leads from it to 1
//   |----E0----E1----  Freestanding.

#include "hermite/grid/layout.hpp"
#include "kernels/device/kernel_base.hpp"

namespace hermite {

struct MurArguments {
  int axis = 0;           // across the face
  int along[2] = {1, 2};  // its own axes: lanes, rows
  long wall = 0;          // index of the plane
  int inward = 1;         // or -1
  long nodes[2][2] = {};  // [component][of the face's axes]
  void* e[2] = {};        // the components along them
  NodeLayout layout;      // of both
  void* memory[2] = {};   // one plane each
  NodeLayout memory_layout[2];
  double ratio[2] = {};  // k of each component
  bool after = false;    // the second launch
  int lanes = 1;         // of a block
};

constexpr int mur_rows = 8;

template <class T>
struct MurKernel : KernelBase<T, mur_rows, 64> {
  MurArguments a;

  explicit MurKernel(const MurArguments& arguments)
      : KernelBase<T, mur_rows, 64>{{box_of(arguments), {arguments.lanes, mur_rows, 1}}},
        a(arguments) {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->tiling.tile(block.index(), 2);
    HERMITE_UNROLL
    for (int c = 0; c < 2; ++c) {
      const long lanes = least(tile.lanes, a.nodes[c][0] - tile.begin[0]);
      const long rows = least(tile.rows, a.nodes[c][1] - tile.begin[1]);
      if (lanes <= 0 || rows <= 0) continue;
      block.set_active(static_cast<int>(lanes));
      block.template rows<Sync::none>(static_cast<int>(rows), [&](Item it) HERMITE_INLINED {
        long n[3] = {0, 0, 0};
        n[a.along[0]] = tile.begin[0] + it.lane;
        n[a.along[1]] = tile.begin[1] + it.row;
        T* kept = static_cast<T*>(a.memory[c]) + a.memory_layout[c].at(0, n[2], n[1], n[0], 0);
        n[a.axis] = a.wall;
        T* e0 = static_cast<T*>(a.e[c]) + a.layout.at(0, n[2], n[1], n[0], 0);
        const T* e1 = e0 + a.inward * stride(a.layout, a.axis);
        const long step = stride(a.layout, a.along[0]);
        const long kept_step = stride(a.memory_layout[c], a.along[0]);
        const T ratio = static_cast<T>(a.ratio[c]);
        const auto inner = block.load(e1, step, it);
        if (a.after)
          block.store(e0, step, it, block.load(kept, kept_step, it) + ratio * inner);
        else
          block.store(kept, kept_step, it, inner - ratio * block.load(e0, step, it));
      });
    }
  }

 private:
  static constexpr CellBox box_of(const MurArguments& a) {
    CellBox box;
    for (int d = 0; d < 2; ++d)
      box.upper[d] = a.nodes[0][d] > a.nodes[1][d] ? a.nodes[0][d] : a.nodes[1][d];
    return box;
  }
  HERMITE_DEVICE static long stride(const NodeLayout& s, int axis) {
    return axis == 0 ? 1 : axis == 1 ? s.m2 : s.m3;
  }
};

}  // namespace hermite
