#pragma once
// Fills all halos of an array in one launch: faces, edges and corners, each node from the one inside
// the array that it is an image of (halo_image.hpp), for every field and entry; on the host but for the
// ends of rows that halo_ends.hpp fills.
//
// The nodes outside along the same axes are a region, up to 7 in 3-D. A block has one layer of nodes
// along each of these axes, so that all its values come from the same distance in memory, and tiles
// along the others:
//
//   lanes are nodes    x1 innermost: inside along x1 what is copied are rows. A halo along x1 takes one
//                      value of each row; its lanes go along x2, or x3, where a node has few entries ...
//   lanes are entries  ... or are values of neighbouring rows where it has many. Node-major they always
//                      are neighbours in memory
//
// Its rows are the fields (and the entries that are no lanes) of one node, or of several along `line`
// where a node has few. A worker loads a batch of rows before it stores them: on CUDA one wait for
// memory, not eight. Blocks are numbered along x1 first: the layers below and above it are filled at
// about the same time, and find each other's sectors of memory, at the ends of rows, in the cache.
//
// With x1 innermost a value along x1 costs a sector of 32 bytes read and one written; all other halos
// cost their values. Freestanding.

#include "hermite/grid/layout.hpp"
#include "kernels/device/kernel_base.hpp"
#include "kernels/halo/halo_image.hpp"

namespace hermite {

struct HaloCopyArguments {
  void* data = nullptr;
  NodeLayout layout;
  int fields = 1;
  Divisor entries;
  HaloAxis axis[3];
  HaloParity parity;
};

struct HaloRegion {
  long blocks = 0;               // none where an axis has no layers
  long count[4] = {1, 1, 1, 1};  // of blocks along each axis, and over entries or rows
  int size[3] = {1, 1, 1};       // nodes of a block along each axis
  bool outside[3] = {false, false, false};
  int lane_axis = -1;  // -1: lanes are entries
  int lanes = 1;
  int line = -1;      // an axis inside that lanes leave free, if there is one
  Divisor node_rows;  // of one node
};

// Fewer entries leave most lanes idle.
constexpr int least_entry_lanes = 16;

// The region outside along the axes whose bits are set; lanes at most `most_lanes`.
constexpr HaloRegion make_region(const HaloCopyArguments& a, int axes, bool x1_innermost,
                                 int most_lanes, int block_rows) {
  HaloRegion r;
  for (int axis = 0; axis < 3; ++axis) r.outside[axis] = (axes >> axis & 1) != 0;
  const int entries = static_cast<int>(a.entries.value);
  for (int axis = 2; axis >= 0; --axis) {
    if (r.outside[axis] || !x1_innermost) continue;
    if (axis == 0 || entries < least_entry_lanes) r.lane_axis = axis;
  }
  const bool entry_lanes = r.lane_axis < 0;
  const long lanes = entry_lanes ? entries : a.axis[r.lane_axis].nodes;
  r.lanes = lanes < most_lanes ? static_cast<int>(lanes) : most_lanes;
  r.node_rows = Divisor(entry_lanes ? a.fields : a.fields * entries);
  const int node_rows = static_cast<int>(r.node_rows.value);
  for (int axis = 2; axis > r.lane_axis; --axis)
    if (!r.outside[axis]) r.line = axis;
  r.blocks = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const long nodes = a.axis[axis].nodes;
    if (r.outside[axis]) {
      r.count[axis] = a.axis[axis].layers();
    } else if (axis == r.lane_axis) {
      r.size[axis] = r.lanes;
      r.count[axis] = divide_up(nodes, static_cast<long>(r.lanes));
    } else if (axis == r.line) {
      // As many as make a block's rows, in blocks of about one size.
      const long most = node_rows < block_rows ? block_rows / node_rows : 1;
      r.count[axis] = divide_up(nodes, most);
      r.size[axis] = static_cast<int>(divide_up(nodes, r.count[axis]));
      r.count[axis] = divide_up(nodes, static_cast<long>(r.size[axis]));
    } else {
      r.count[axis] = nodes;
    }
    r.blocks *= r.count[axis];
  }
  r.count[3] = entry_lanes ? divide_up(entries, r.lanes)
                           : divide_up((r.line < 0 ? 1 : r.size[r.line]) * node_rows, block_rows);
  r.blocks *= r.count[3];
  return r;
}

template <class T>
struct HaloCopy : KernelBase<T, 8, 32> {
  static constexpr int batch = 8, block_rows = 8 * batch;
  static constexpr int min_blocks = 4;

  HaloCopyArguments a;
  HaloRegion region[7];
  long total = 0;  // of blocks

  HaloCopy(const HaloCopyArguments& arguments, bool x1_innermost, int most_lanes) : a(arguments) {
    this->tiling.size[0] = 1;
    constexpr int largest_first[7] = {1, 2, 4, 3, 5, 6, 7};
    for (int number = 0; number < 7; ++number) {
      HaloRegion& r = region[number];
      r = make_region(a, largest_first[number], x1_innermost, most_lanes, block_rows);
      total += r.blocks;
      if (r.blocks > 0 && r.lanes > this->tiling.size[0]) this->tiling.size[0] = r.lanes;
    }
  }
  constexpr long blocks() const { return total; }
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }

  // A block's first node, where its images lie, and their signs; its part of the entries or rows.
  struct Place {
    long m[3] = {0, 0, 0}, away = 0;
    int wall[3] = {0, 0, 0};
    int part = 0;
    int lanes = 1, lines = 1;  // nodes along lane_axis, along `line`

    HERMITE_DEVICE bool mirrored() const { return wall[0] != 0 || wall[1] != 0 || wall[2] != 0; }
  };
  HERMITE_DEVICE Place place(const HaloRegion& r, long index) const {
    // As in Tiling: GPUs divide slowly, and number blocks by 32 bits.
#if defined(__CUDA_ARCH__)
    using Number = unsigned;
#else
    using Number = long;
#endif
    const long step[3] = {a.layout.m1, a.layout.m2, a.layout.m3};
    Place at;
    auto rest = static_cast<Number>(index);
    HERMITE_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      const auto count = static_cast<Number>(r.count[axis]);
      const auto tile = static_cast<long>(rest % count);
      rest /= count;
      if (r.outside[axis]) {
        at.m[axis] = a.axis[axis].node(tile);
        const HaloImage image = image_of(a.axis[axis], at.m[axis]);
        at.away += (image.node - at.m[axis]) * step[axis];
        at.wall[axis] = image.wall;
      } else {
        at.m[axis] = tile * r.size[axis];
        const long left = a.axis[axis].nodes - at.m[axis];
        const int nodes = left < r.size[axis] ? static_cast<int>(left) : r.size[axis];
        if (axis == r.lane_axis)
          at.lanes = nodes;
        else if (axis == r.line)
          at.lines = nodes;
      }
    }
    at.part = static_cast<int>(rest);
    return at;
  }
  // Of lanes that are entries, from this one on.
  template <class Value>
  HERMITE_DEVICE Value signs(const Place& at, int entry) const {
    if constexpr (SameType<Value, T>::value) {
      return static_cast<T>(a.parity.of_entry(at.wall, entry));
    } else {
      Value signs{};
      for (int i = 0; i < static_cast<int>(sizeof(Value) / sizeof(T)); ++i)
        signs[i] = static_cast<T>(a.parity.of_entry(at.wall, entry + i));
      return signs;
    }
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    using Value = typename Block::Value;
    long index = block.index();
    int number = 0;
    while (index >= region[number].blocks) index -= region[number++].blocks;
    const HaloRegion& r = region[number];
    const NodeLayout& s = a.layout;
    const Place at = place(r, index);

    const int entries = static_cast<int>(a.entries.value);
    const int node_rows = static_cast<int>(r.node_rows.value);
    const bool entry_lanes = r.lane_axis < 0;
    const int first_entry = entry_lanes ? at.part * r.lanes : 0;
    const int first_row = entry_lanes ? 0 : at.part * block_rows;
    const int lanes = entries - first_entry < r.lanes ? entries - first_entry : r.lanes;
    block.set_active(entry_lanes ? lanes : at.lanes);
    const int left = at.lines * node_rows - first_row, rows = left < block_rows ? left : block_rows;
    const long step[3] = {s.m1, s.m2, s.m3};
    const long lane_step = entry_lanes ? s.entry : step[r.lane_axis];
    const long line_step = r.line < 0 ? 0 : step[r.line];
    T* const first = static_cast<T*>(a.data) + s.at(0, at.m[2], at.m[1], at.m[0], first_entry);

    block.template rows<Sync::none>(divide_up(rows, batch), [&](Item it) HERMITE_INLINED {
      struct Row {
        int node, field, entry;
      };
      // Of an incomplete batch the last row is copied again, so that none has to be skipped.
      const auto row_of = [&](int k) HERMITE_INLINED {
        const int next = it.row * batch + k, row = first_row + (next < rows ? next : rows - 1);
        const int node = r.node_rows.quotient(row), value = row - node * node_rows;
        const int f = entry_lanes ? value : a.entries.quotient(value);
        return Row{node, f, entry_lanes ? 0 : value - f * entries};
      };
      Value r_value[batch];
      T* to[batch];
      HERMITE_UNROLL
      for (int k = 0; k < batch; ++k) {
        const Row row = row_of(k);
        to[k] = first + (row.node * line_step + row.field * s.field + row.entry * s.entry +
                         it.lane * lane_step);
        r_value[k] = block.load(to[k] + at.away, lane_step, it);
      }
      if (at.mirrored() && entry_lanes) {
        const Value sign = signs<Value>(at, first_entry + it.lane);
        HERMITE_UNROLL
        for (int k = 0; k < batch; ++k)
          r_value[k] *= sign * static_cast<T>(a.parity.of_field(at.wall, row_of(k).field));
      } else if (at.mirrored()) {
        HERMITE_UNROLL
        for (int k = 0; k < batch; ++k) {
          const Row row = row_of(k);
          r_value[k] *= static_cast<T>(a.parity.of_field(at.wall, row.field) *
                                       a.parity.of_entry(at.wall, row.entry));
        }
      }
      HERMITE_UNROLL
      for (int k = 0; k < batch; ++k) block.store(to[k], lane_step, it, r_value[k]);
    });
  }
};

}  // namespace hermite
