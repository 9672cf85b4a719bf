#pragma once
// The periodic images of cells that a kernel writes into the halo (StepArguments::images), in 3-D: who reads the array
// next finds them there, and no other kernel fills the halo. For CUDA.
//
//   |last ones|first ones ...  cells  ... last ones|first ones|     and so along two axes at a time, and all three
//              0                                    M

#include "kernels/hermite/step_kernel.hpp"

namespace hermite {

struct ImageLayers {
  int count[3][2];  // below the cells and above them along each axis

  explicit ImageLayers(const StepArguments& a) {
    for (int d = 0; d < 3; ++d)
      for (int end = 0; end < 2; ++end) count[d][end] = a.images[d][end];
  }
};

// Of a thread's cells, one above the other along x3; those of a warp are of one row along x2.
class CellImages {
 public:
  // `written`: whether there is a cell (m2, m1), and it is the thread's.
  template <class Kernel>
  HERMITE_DEVICE CellImages(const Kernel& kernel, const ImageLayers& layers, const Tile& tile,
                            long m2, long m1, bool written)
      : written_(written) {
    const long(&nodes)[3] = kernel.tiling.box.upper;
    const NodeLayout& s = kernel.out.s;
    long m3 = tile.begin[2], nodes3 = nodes[2];
    // All else is made of these, here: the compiler would make it before a march, and keep it in registers.
    asm volatile("" : "+l"(m1), "+l"(m2), "+l"(m3), "+l"(nodes3));
    x1_ = written ? to_image(layers, nodes, 0, m1) : 0;
    x2_ = to_image(layers, nodes, 1, m2) * s.m2;
    x3_ = nodes3 * s.m3;
    axes_ = (__any_sync(~0u, x1_ != 0) ? 1 : 0) | (x2_ != 0 ? 2 : 0);
    below_ = static_cast<int>(layers.count[2][1] - m3);
    above_ = static_cast<int>(nodes3 - layers.count[2][0] - m3);
  }
  // work(distance) for each image of the cell in a plane of the tile, as a distance in values: along each subset of the
  // axes that a cell of the warp has any along.
  template <class Work>
  HERMITE_DEVICE void each_image(int plane, Work work) const {
    const bool is_below = plane < below_, is_above = plane >= above_;
    const int any = axes_ | (is_below || is_above ? 4 : 0);
    HERMITE_NO_UNROLL
    for (int axes = any; axes != 0; axes = (axes - 1) & any)
      if (written_ && ((axes & 1) == 0 || x1_ != 0))
        work(((axes & 1) != 0 ? x1_ : 0) + ((axes & 2) != 0 ? x2_ : 0) +
             ((axes & 4) == 0 ? 0
              : is_below      ? x3_
                              : -x3_));
  }

 private:
  // How far the image of node m along an axis is, in nodes; 0: it has none.
  HERMITE_DEVICE static long to_image(const ImageLayers& layers, const long (&nodes)[3], int d,
                                      long m) {
    if (m < layers.count[d][1]) return nodes[d];
    return m < nodes[d] && m >= nodes[d] - layers.count[d][0] ? -nodes[d] : 0;
  }

  long x1_, x2_, x3_;  // distances in values; of x1 and x2 0, if it has none
  int below_,
      above_;  // planes of the tile below which, and from which on, there are images along x3
  int axes_;   // bit d: cells of this warp have images along axis d < 2
  bool written_;
};

}  // namespace hermite
