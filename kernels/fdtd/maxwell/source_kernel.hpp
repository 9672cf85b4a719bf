#pragma once
// Soft sources: E_a -= Cb J on driven edges, J the current over the area of the edge's dual face, at the
// middle of the step. The waveforms are tables over the steps of the run, made once on the host: any
// time function is the same on every device, bit for bit, and the kernel has no sines.
// The step is counted in an array of the solver's own, so that a recorded graph of launches, and a
// resumed run, go on with the right one. Freestanding.

#include "hermite/grid/layout.hpp"
#include "kernels/device/kernel_base.hpp"

namespace hermite {

// One waveform at one edge: `factor` times it is added to E.
struct EdgeTerm {
  long waveform;
  double factor;
};

// An edge, with the terms first <= i < end. Each edge is named once, so that edges need no order.
struct DrivenEdge {
  long offset;
  long component;
  long first, end;
};

struct SourceArguments {
  void* written[3] = {};
  const DrivenEdge* edges = nullptr;
  const EdgeTerm* terms = nullptr;
  const double* waveforms = nullptr;  // [waveform][step]
  long steps = 0;
  int count = 0;          // of edges
  void* clock = nullptr;  // steps that were taken
};

template <class T>
struct SourceKernel : KernelBase<T, 128, 1> {
  SourceArguments a;

  explicit SourceKernel(const SourceArguments& arguments)
      : KernelBase<T, 128, 1>{{{}, {1, 1, 1}}}, a(arguments) {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    T* clock = static_cast<T*>(a.clock);
    const long step = static_cast<long>(*clock);
    block.template rows<Sync::block>(a.count, [&](Item it) HERMITE_INLINED {
      const DrivenEdge& edge = a.edges[it.row];
      double sum = 0;
      if (step < a.steps)
        for (long i = edge.first; i < edge.end; ++i)
          sum += a.terms[i].factor * a.waveforms[a.terms[i].waveform * a.steps + step];
      T* e = static_cast<T*>(a.written[edge.component]) + edge.offset;
      *e = *e + static_cast<T>(sum);
    });
    block.template rows<Sync::none>(1, [&](Item) { *clock = static_cast<T>(step + 1); });
  }
};

}  // namespace hermite
