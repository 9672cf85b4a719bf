#pragma once
// Where a value of a node array lies in memory. Freestanding: kernels read it.
//
//   x1_innermost  [field][m3][m2][entry][m1]   lanes along x1 are neighbours: vectors, coalescing
//   node_major    [field][m3][m2][m1][entry]   the values of a node are neighbours (the paper's)
//
// m1, m2, m3 are nodes, with halos below 0 and beyond the last; an entry is one of the values of a
// node, [i3][i2][i1] with i1 fastest. A row along x1 starts at a multiple of 128 bytes, a line of a GPU's
// caches: the neighbours that a warp reads otherwise lie in one line more. Tight rows (kernel.rows) start
// at multiples of fewer bytes (kernels/stage/memory.hpp), and kernels take longer (kernels/fdtd/row_threads.hpp).
//
//   x1_innermost   |0 1 2 ... M-1 h . . -1|0 1 2 ... M-1 h . . -1|
//                   row r                  row r + 1
//
// h and -1 are halos; the -1 of a row lies in the padding of the row before. Between electric walls across x1, N
// cells apart, primal nodes 0 and N hold 0 for good and dual ones are 0 ... N-1: N values a row are enough, without
// halos, and node N of a row may be node 0 of the next one.

namespace hermite {

enum class Layout { x1_innermost, node_major };

constexpr int row_alignment = 128;  // bytes

struct NodeLayout {
  long field = 0, m3 = 0, m2 = 0, m1 = 0, entry = 0;  // strides, in values
  long lead = 0;                                      // before node 0 of the array's first row
  long origin = 0;                                    // of field 0, node (0, 0, 0), entry 0
  long size = 0;                                      // values in all

  constexpr long at(int f, long n3, long n2, long n1, int e) const {
    return origin + f * field + n3 * m3 + n2 * m2 + n1 * m1 + e * entry;
  }
};

struct NodeExtents {
  int fields = 1;
  int entries = 1;
  long nodes[3] = {1, 1, 1};
  int below[3] = {0, 0, 0};  // halo layers
  int above[3] = {0, 0, 0};
  long shared_row =
      0;  // values of a row along x1 that may share its last node with the next row, else 0
  int row_bytes = row_alignment;  // of which rows along x1 start at multiples

  // Nodes of a row that no other row has.
  constexpr long of_row() const {
    return shared_row > 0 && shared_row < nodes[0] ? shared_row : nodes[0];
  }
};

constexpr NodeLayout make_layout(Layout layout, const NodeExtents& x, int value_bytes) {
  const long align = x.row_bytes / value_bytes, line = row_alignment / value_bytes;
  const long length = x.shared_row > 0 ? x.shared_row : x.nodes[0] + x.below[0] + x.above[0];
  const long pitch = (length + align - 1) / align * align;
  NodeLayout s;
  s.entry = layout == Layout::x1_innermost ? pitch : 1;
  s.m1 = layout == Layout::x1_innermost ? 1 : x.entries;
  s.m2 = pitch * x.entries;
  s.m3 = s.m2 * (x.nodes[1] + x.below[1] + x.above[1]);
  s.field = s.m3 * (x.nodes[2] + x.below[2] + x.above[2]);
  s.lead = layout == Layout::x1_innermost ? (x.below[0] > 0 || x.shared_row > 0 ? line : 0)
                                          : static_cast<long>(x.below[0]) * x.entries;
  s.origin = s.lead + x.below[1] * s.m2 + x.below[2] * s.m3;
  // A pack that starts within the last row may read up to two packs beyond it.
  const long tail = 4 * line * (layout == Layout::x1_innermost ? 1 : x.entries);
  s.size = s.lead + x.fields * s.field + tail;
  return s;
}

// An array in the hands of a kernel. The strides that the layout fixes are compile-time constants.
template <class S, Layout L>
struct NodeView {
  S* data;
  NodeLayout s;

  constexpr S* at(int f, long n3, long n2, long n1, int e) const {
    return data +
           (s.origin + f * s.field + n3 * s.m3 + n2 * s.m2 + n1 * lane_step() + e * entry_step());
  }
  constexpr long lane_step() const { return L == Layout::x1_innermost ? 1 : s.m1; }
  constexpr long entry_step() const { return L == Layout::x1_innermost ? s.entry : 1; }
};

}  // namespace hermite
