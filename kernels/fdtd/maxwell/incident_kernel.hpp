#pragma once
// The incident wave of hermite/sources/incident_wave.hpp, on a line of nodes r. Each component is a function
// of r = p.(i, j, k), so that Yee's scheme becomes
//   E_a[r] <- keep E_a[r] + gain ((H_c[r] - H_c[r - p_b])/h_b - (H_b[r] - H_b[r - p_c])/h_c),
//   H_a[r] <- keep H_a[r] + gain ((E_c[r + p_b] - E_c[r])/h_b - (E_b[r + p_c] - E_b[r])/h_c),
// (a, b, c) cyclic, the gain of H negative as in yee.hpp: a wave of the grid itself, to round-off, in all directions that whole numbers p
// give. At the line's beginning both fields are given, at its end losses grow. Where an update of the
// grid takes a difference across a face of the box, one of its values is total and the other
// scattered: a correction adds what is missing (incident_faces.hpp). The first blocks step the line, the
// next correct patches, the others single values, of which each has an entry, some ten times its size; one launch
// after each field's update. Freestanding.

#include "kernels/device/kernel_base.hpp"
#include "kernels/fdtd/maxwell/yee.hpp"

namespace hermite {

// factor times the line's other field at `index` is added to a value of a component.
struct IncidentTerm {
  long index;  // component * nodes + r
  double factor;
};
struct IncidentCorrection {
  long offset, component;
  long first, end;  // of the terms
};
// Values that lack the same terms, in rows of lanes: each step adds to the offset, and to the terms' indices.
struct IncidentPatch {
  static constexpr long of_block = 1024;  // values
  IncidentCorrection corner;
  long lanes, rows;
  long lane_offset, row_offset;
  long lane_index, row_index;

  HERMITE_DEVICE constexpr long blocks() const { return divide_up(lanes * rows, of_block); }
};

struct IncidentArguments {
  bool electric = false;  // what is corrected and stepped: E, else H
  void* written[3] = {};
  const IncidentPatch* patches = nullptr;     // which have so many blocks
  const IncidentCorrection* edges = nullptr;  // of single values
  const IncidentTerm* terms = nullptr;
  long patch_blocks = 0, edge_count = 0;
  void* line[2] = {};          // E, H  [component][node]
  const void* keep = nullptr;  // [component][node], of the field that is stepped
  const void* gain = nullptr;
  long nodes = 0;
  long step[3] = {};               // p
  double over_h[3] = {};           // 1/h
  long given = 0;                  // nodes whose values are
  const double* values = nullptr;  // [step][component][node]
  long steps = 0;
  const void* clock = nullptr;
};

template <class T>
struct IncidentKernel : KernelBase<T, 128, 1> {
  static constexpr long chunk = IncidentPatch::of_block;
  IncidentArguments a;

  explicit IncidentKernel(const IncidentArguments& arguments)
      : KernelBase<T, 128, 1>{{{}, {1, 1, 1}}}, a(arguments) {}
  constexpr long line_blocks() const { return divide_up(a.nodes, chunk); }
  constexpr long blocks() const {
    return line_blocks() + a.patch_blocks + divide_up(a.edge_count, chunk);
  }
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const T* other = static_cast<const T*>(a.line[a.electric ? 1 : 0]);
    long index = block.index();
    if (index < line_blocks()) {
      const long step = static_cast<long>(*static_cast<const T*>(a.clock));
      each(block, index, a.nodes, [&](long r) HERMITE_INLINED {
        for (int c = 0; c < 3; ++c) step_node(c, r, step, other);
      });
      return;
    }
    index -= line_blocks();
    if (index >= a.patch_blocks) {
      each(block, index - a.patch_blocks, a.edge_count,
           [&](long n) HERMITE_INLINED { correct(a.edges[n], 0, 0, other); });
      return;
    }
    const IncidentPatch* patch = a.patches;
    for (; index >= patch->blocks(); ++patch) index -= patch->blocks();
    const IncidentPatch p = *patch;
    each(block, index, p.lanes * p.rows, [&](long n) HERMITE_INLINED {
      const long row = n / p.lanes, lane = n - row * p.lanes;
      correct(p.corner, row * p.row_offset + lane * p.lane_offset,
              row * p.row_index + lane * p.lane_index, other);
    });
  }

 private:
  // Calls f(n) for the n below `count` that the block has of chunks.
  template <class Block, class F>
  HERMITE_DEVICE static void each(Block& block, long index, long count, F&& f) {
    const long first = index * chunk, left = count - first;
    block.template rows<Sync::none>(static_cast<int>(left < chunk ? left : chunk),
                                    [&](Item it) HERMITE_INLINED { f(first + it.row); });
  }
  HERMITE_DEVICE void correct(const IncidentCorrection& c, long offset, long index,
                              const T* other) const {
    T* u = static_cast<T*>(a.written[c.component]) + c.offset + offset;
    T value = *u;
    for (long i = c.first; i < c.end; ++i)
      value = value + static_cast<T>(a.terms[i].factor) * other[a.terms[i].index + index];
    *u = value;
  }
  HERMITE_DEVICE void step_node(int component, long r, long step, const T* other) const {
    const long place = component * a.nodes + r;
    T* u = static_cast<T*>(a.line[a.electric ? 0 : 1]) + place;
    if (r < a.given) {
      *u = step < a.steps ? static_cast<T>(a.values[(step * 3 + component) * a.given + r]) : T(0);
      return;
    }
    const int b = (component + 1) % 3, c = (component + 2) % 3;
    *u = yee(static_cast<const T*>(a.keep)[place], *u, static_cast<const T*>(a.gain)[place],
             static_cast<T>(a.over_h[b]), difference(other + c * a.nodes, r, b),
             static_cast<T>(a.over_h[c]), difference(other + b * a.nodes, r, c));
  }
  // Along an axis; beyond the line's end the fields are 0.
  HERMITE_DEVICE T difference(const T* v, long r, int axis) const {
    const long there = a.electric ? r - a.step[axis] : r + a.step[axis];
    const T other = there < a.nodes ? v[there] : T(0);
    return a.electric ? v[r] - other : other - v[r];
  }
};

}  // namespace hermite
