#pragma once
// CPML of one face in a kernel of its own: A3 of Toivanen et al. 2011, face after face; in corners a face
// adds to what others did.
//
// A face across x is special, as its layer is only some lanes wide. Two ways:
//
//   y                             2 2 2 | . . .        warps of a block that has as many lanes as the layer
//   |  lanes of a warp:           1 1 2 | . . .        and more rows: no lane is idle, and what a warp reads
//   |  1 its first, 2 its next    1 1 1 | . . .        are whole pieces of rows
//   +-- x                         layer
//
//   and for comparison the paper's first, with its threads in a plane along the face: a thread has a row and
//   walks through the layer (`walk` cells), so that each lane of a warp reads in a row of its own.
//
// The paper takes shared memory for the first way. There is nothing to share here: a warp's neighbours
// across x are its own lanes', in the same sectors, and come from the cache.
// Both components of a layer are updated at once, to wait for memory once. As in yee_march.hpp there is no
// test for the end of a component. Freestanding.

#include "kernels/fdtd/maxwell/yee_cell.hpp"

namespace hermite {

struct CpmlFace {
  CellBox box;
  int axis = 0;  // across it
  int walk = 1;  // cells along x1 that a lane walks through: all of the box, or one
};

// More than a block may have: so the compiler keeps to 48 registers a thread of floats, as few as do not
// spill.
constexpr int most_face_threads = 640;

template <class T, bool Electric, class Index>
struct CpmlFaceKernel : OwnRowsBase<T, most_face_threads>, YeeCell<T, Electric, Index> {
  using Cell = YeeCell<T, Electric, Index>;
  static constexpr int min_blocks = sizeof(T) == 4 ? 2 : 1;
  int axis, walk;

  CpmlFaceKernel(const YeeArguments& a, const CpmlFace& face)
      : OwnRowsBase<T, most_face_threads>{{{walks_of(face), {a.lanes, a.rows, a.planes}}}},
        Cell{a},
        axis(face.axis),
        walk(face.walk) {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    if (axis == 0)
      across<0>(block);
    else if (axis == 1)
      across<1>(block);
    else
      across<2>(block);
  }

 private:
  // Where walks begin.
  static CellBox walks_of(const CpmlFace& face) {
    CellBox box = face.box;
    box.upper[0] -= face.walk - 1;
    return box;
  }
  template <int across_axis, class Block>
  HERMITE_DEVICE void across(Block& block) const {
    const Tile tile = this->tiling.tile(block.index(), 2);
    block.set_active(tile.lanes);
    for (int plane = 0; plane < tile.planes; ++plane)
      for (int step = 0; step < walk; ++step)
        block.template rows<Sync::none>(tile.rows, [&](Item it) HERMITE_INLINED {
          cell<across_axis>(
              block, it,
              this->place(it, tile.begin[0] + step, tile.begin[1], tile.begin[2] + plane));
        });
  }
  template <int across_axis, class Block>
  HERMITE_DEVICE void cell(Block& block, Item it, const YeePlace& p) const {
    constexpr int before = (across_axis + 2) % 3, after = (across_axis + 1) % 3;
    typename Block::Value u[3] = {}, d[3][3] = {};  // d: [component][axis]
    u[before] = Block::load(this->written(before, p), 1);
    u[after] = Block::load(this->written(after, p), 1);
    d[after][across_axis] = this->template difference<Block>(after, across_axis, p);
    d[before][across_axis] = this->template difference<Block>(before, across_axis, p);
    const auto gain = [&](int component) HERMITE_INLINED {
      return this->template factors<Block>(component, p).gain;
    };
    this->template across_row<across_axis>(block, it, p, gain, u, d);
    block.store(this->written(before, p), 1, it, u[before]);
    block.store(this->written(after, p), 1, it, u[after]);
  }
};

}  // namespace hermite
