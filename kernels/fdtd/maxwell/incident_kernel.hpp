#pragma once
// The incident wave of hermite/sources/incident_wave.hpp. It lives on a grid of one dimension with the same
// h and dt, so that along an axis it is a wave of the scheme itself, to round-off:
//   E_i <- E_i + gain (H_{i-1} - H_i),  H_i <- H_i + gain (E_i - E_{i+1}),  E_0 given,
// with losses that grow towards its end. Where an update takes a difference across a face of the box,
// one of its values is total and the other scattered: a correction adds what is missing. The first
// block steps the line, the others correct; one launch after each field's update. Freestanding.

#include "kernels/device/kernel_base.hpp"

namespace hermite {

// factor times the line's other field at `index` is added to a value of a component. No value is
// named twice, so that there is no order.
struct IncidentCorrection {
  long offset, component, index;
  double factor;
};

struct IncidentArguments {
  bool electric = false;  // what is corrected and stepped: E, else H
  void* written[3] = {};
  const IncidentCorrection* corrections = nullptr;
  long count = 0;
  void* line[2] = {};          // E, H  [node]
  const void* keep = nullptr;  // [node], of the field that is stepped
  const void* gain = nullptr;
  long nodes = 0;
  const double* waveform = nullptr;  // [step]
  long steps = 0;
  const void* clock = nullptr;
};

template <class T>
struct IncidentKernel : KernelBase<T, 128, 1> {
  static constexpr long chunk = 1024;
  IncidentArguments a;

  explicit IncidentKernel(const IncidentArguments& arguments)
      : KernelBase<T, 128, 1>{{{}, {1, 1, 1}}}, a(arguments) {}
  constexpr long blocks() const { return 1 + divide_up(a.count, chunk); }
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    if (block.index() == 0) return step_line(block);
    const long first = (block.index() - 1) * chunk;
    const long count = a.count - first < chunk ? a.count - first : chunk;
    const T* other = static_cast<const T*>(a.line[a.electric ? 1 : 0]);
    block.template rows<Sync::none>(static_cast<int>(count), [&](Item it) HERMITE_INLINED {
      const IncidentCorrection& c = a.corrections[first + it.row];
      T* u = static_cast<T*>(a.written[c.component]) + c.offset;
      *u = *u + static_cast<T>(c.factor) * other[c.index];
    });
  }

 private:
  template <class Block>
  HERMITE_DEVICE void step_line(Block& block) const {
    T* e = static_cast<T*>(a.line[0]);
    T* h = static_cast<T*>(a.line[1]);
    const T *keep = static_cast<const T*>(a.keep), *gain = static_cast<const T*>(a.gain);
    const long step = static_cast<long>(*static_cast<const T*>(a.clock));
    block.template rows<Sync::none>(static_cast<int>(a.nodes - 1), [&](Item it) HERMITE_INLINED {
      const long i = it.row;
      if (!a.electric)
        h[i] = keep[i] * h[i] + gain[i] * (e[i] - e[i + 1]);
      else if (i > 0)
        e[i] = keep[i] * e[i] + gain[i] * (h[i - 1] - h[i]);
      else
        e[0] = step < a.steps ? static_cast<T>(a.waveform[step]) : T(0);
    });
  }
};

}  // namespace hermite
