#pragma once
// Sources: what a time function adds to a field at a node, once a step (soft), or what the field is there
// (hard). The time functions are tables over the steps of the run, made once on the host: any of them is the same on every device, bit
// for bit, and the kernel has no sines.
// The step is counted in an array of the solver's own, so that a recorded graph of launches, and a
// resumed run, go on with the right one. Freestanding.

#include "hermite/grid/layout.hpp"
#include "kernels/device/kernel_base.hpp"

namespace hermite {

// One waveform at one node: `factor` times it is added.
struct SourceTerm {
  long waveform;
  double factor;
};

// A node of a component, with the terms first <= i < end. Each is named once, so that nodes need no order.
struct DrivenNode {
  long offset;
  long component;
  long first, end;
  bool is_set = false;  // to the sum of its terms, which else is added
};

struct SourceArguments {
  void* written[9] = {};  // components
  const DrivenNode* nodes = nullptr;
  const SourceTerm* terms = nullptr;
  const double* waveforms = nullptr;  // [waveform][step]
  long steps = 0;
  int count = 0;          // of nodes
  void* clock = nullptr;  // steps that were taken
  bool last = true;       // of the step's sources: the clock goes on
  // Of nodes in the order of their planes: where those of each plane begin, and behind all of them the end.
  const int* of_plane = nullptr;

  // Of a node's terms in a step; 0 where the tables do not have the step.
  HERMITE_DEVICE double sum(const DrivenNode& node, long step) const {
    double sum = 0;
    if (step >= 0 && step < steps) {
      HERMITE_NO_UNROLL
      for (long i = node.first; i < node.end; ++i)
        sum += terms[i].factor * waveforms[terms[i].waveform * steps + step];
    }
    return sum;
  }
  // What the node's value becomes by that sum.
  template <class T>
  HERMITE_DEVICE static T driven(const DrivenNode& node, T sum, T before) {
    return node.is_set ? sum : before + sum;
  }
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
      const DrivenNode& node = a.nodes[it.row];
      T* u = static_cast<T*>(a.written[node.component]) + node.offset;
      *u = a.driven(node, static_cast<T>(a.sum(node, step)), *u);
    });
    if (a.last)
      block.template rows<Sync::none>(1, [&](Item) { *clock = static_cast<T>(step + 1); });
  }
};

}  // namespace hermite
